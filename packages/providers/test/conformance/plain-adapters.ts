/*
 * An adapter a port for an upstream that speaks the port's own words: the suites run over them, so that a suite is
 * known to let a right adapter pass before anybody writes a real one.
 */
import { GOOGLE, unsupportedLocale } from '../../src/codes/dialects.ts';
import { rankVideos } from '../../src/answers/videos.ts';
import { rankResults } from '../../src/answers/web-results.ts';
import { requireSuccess } from '../../src/http/status.ts';
import type {
  StreamingQuality,
  VideoInfoProvider,
  VideoSerpProvider,
  WebResult,
  WebSerpProvider,
} from '../../src/ports.ts';
import { type Field, rootField } from '../../src/field.ts';
import { dayOf } from '../../src/text/dates.ts';
import { clockText } from '../../src/text/durations.ts';
import { plainTextOrNull } from '../../src/text/plain-text.ts';
import { CITY, VIDEO_INFO, VIDEO_SERP, WEB_SERP } from './requests.ts';
import type { Bench, Subject } from './subject.ts';

const SECRET = 'plain-secret-key';

async function call(
  { http, origin }: Bench,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Field> {
  const headers = { 'x-key': SECRET };
  const answer = await http.json({ url: `${origin}/ask`, query, headers, signal });
  return rootField(requireSuccess(answer).body).present();
}

const result = {
  rankAbsolute: 1,
  domain: 'otters.example',
  title: 'Otters & lakes',
  description: 'All about otters',
  url: 'https://otters.example/lakes',
  breadcrumb: 'https://otters.example › lakes',
} satisfies Partial<WebResult>;

export const plainWebSerp: Subject<'web-serp'> = {
  operation: 'web-serp',
  provider: 'plain',
  secret: SECRET,
  open: (bench): WebSerpProvider => ({
    name: 'plain',
    unsupported: (request) => unsupportedLocale(GOOGLE, request),
    async call({ keyword, depth }, signal) {
      const found = (await call(bench, { q: keyword }, signal)).at('results').list();
      return {
        engine: 'plain',
        engineDomain: null,
        locationName: null,
        results: rankResults(
          found.map((one) => ({
            type: one.at('ad').boolean() === true ? 'paid' : 'organic',
            url: one.at('url').string(),
            title: plainTextOrNull(one.at('title').string()),
            description: plainTextOrNull(one.at('snippet').string()),
          })),
          depth,
        ),
      };
    },
  }),
  good: {
    request: WEB_SERP,
    reply: {
      json: {
        results: [
          {
            url: result.url,
            title: 'Otters &amp; <b>lakes</b>',
            snippet: 'All about <em>otters</em>',
            ad: false,
          },
        ],
      },
    },
    expected: {
      engine: 'plain',
      engineDomain: null,
      locationName: null,
      results: [{ type: 'organic', rankGroup: 1, ...result }],
    },
    requests: [{ path: '/ask', query: { q: 'river otters & lakes' } }],
  },
  empty: {
    request: WEB_SERP,
    reply: { json: { results: [] } },
    expected: { engine: 'plain', engineDomain: null, locationName: null, results: [] },
  },
  failures: [
    {
      what: 'a title that is a number',
      reply: { json: { results: [{ url: result.url, title: 7 }] } },
      kind: 'bad_answer',
      field: 'results[0].title',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...WEB_SERP, location: CITY } }],
};

const quality: StreamingQuality = {
  label: '720p60',
  width: 1_280,
  height: 720,
  bitrate: 1_500_000,
  mimeType: 'video/mp4',
  fps: 60,
};

const video = {
  videoId: VIDEO_INFO.videoId,
  title: 'Otters',
  url: `https://www.youtube.com/watch?v=${VIDEO_INFO.videoId}`,
  thumbnailUrl: 'https://images.example/otters.jpg',
  channelId: 'UCotters',
  channelName: 'Otter Watch',
  channelUrl: 'https://www.youtube.com/channel/UCotters',
  channelLogo: 'https://images.example/logo.jpg',
  description: 'Otters.\nAll of them.',
  viewsCount: 1_234,
  likesCount: 12,
  commentsCount: 3,
  channelSubscribers: { displayed: '7.09K', count: 7_090 },
  publicationDate: '2025-10-27',
  publishedAt: Date.UTC(2025, 9, 27, 8),
  keywords: ['otter', 'lake'],
  category: 'Pets & Animals',
  isLive: false,
  isEmbeddable: true,
  durationSeconds: 201,
  streamingQuality: [quality],
};

export const plainVideoInfo: Subject<'video-info'> = {
  operation: 'video-info',
  provider: 'plain',
  secret: SECRET,
  open: (bench): VideoInfoProvider => ({
    name: 'plain',
    unsupported: () => null,
    async call({ videoId }, signal) {
      const found = await call(bench, { v: videoId }, signal);
      const count = (name: string): number | null => found.at(name).count();
      const text = (name: string): string | null => found.at(name).text();
      const publishedAt = count('publishedAt');
      return {
        engine: 'plain',
        video: {
          videoId,
          title: text('title'),
          url: video.url,
          thumbnailUrl: text('thumbnailUrl'),
          channelId: text('channelId'),
          channelName: text('channelName'),
          channelUrl: text('channelUrl'),
          channelLogo: text('channelLogo'),
          description: found.at('description').string(),
          viewsCount: count('viewsCount'),
          likesCount: count('likesCount'),
          commentsCount: count('commentsCount'),
          channelSubscribers: {
            displayed: found.at('channelSubscribers', 'displayed').text(),
            count: found.at('channelSubscribers', 'count').count(),
          },
          publicationDate: publishedAt === null ? null : dayOf(publishedAt),
          publishedAt,
          keywords: found
            .at('keywords')
            .list()
            .flatMap((word) => word.text() ?? []),
          category: text('category'),
          isLive: found.at('isLive').boolean(),
          isEmbeddable: found.at('isEmbeddable').boolean(),
          durationSeconds: count('durationSeconds'),
          streamingQuality: found
            .at('streamingQuality')
            .list()
            .map((one) => ({
              label: one.at('label').text(),
              width: one.at('width').count(),
              height: one.at('height').count(),
              bitrate: one.at('bitrate').count(),
              mimeType: one.at('mimeType').text(),
              fps: one.at('fps').count(),
            })),
        },
      };
    },
  }),
  good: { request: VIDEO_INFO, reply: { json: video }, expected: { engine: 'plain', video } },
  empty: null,
  failures: [],
  unsupported: [],
};

const listed = {
  title: 'Otters',
  url: video.url,
  channelTitle: 'Otter Watch',
  channelUrl: video.channelUrl,
  channelImage: video.channelLogo,
  duration: '3:21',
  views: 1_234,
  uploadedDate: '2025-10-27',
  description: null,
  thumbnailUrl: video.thumbnailUrl,
  live: false,
};

export const plainVideoSerp: Subject<'video-serp'> = {
  operation: 'video-serp',
  provider: 'plain',
  secret: SECRET,
  open: (bench): VideoSerpProvider => ({
    name: 'plain',
    unsupported: () => null,
    async call({ keyword, depth }, signal) {
      const found = (await call(bench, { q: keyword }, signal)).at('results').list();
      return {
        engine: 'plain',
        results: rankVideos(
          found.map((one) => {
            const seconds = one.at('seconds').count();
            return {
              title: one.at('title').text(),
              url: one.at('url').text(),
              channelTitle: one.at('channelTitle').text(),
              channelUrl: one.at('channelUrl').text(),
              channelImage: one.at('channelImage').text(),
              duration: seconds === null ? null : clockText(seconds),
              views: one.at('views').count(),
              uploadedDate: one.at('uploadedDate').text(),
              description: one.at('description').text(),
              thumbnailUrl: one.at('thumbnailUrl').text(),
              live: one.at('live').boolean(),
            };
          }),
          depth,
        ),
      };
    },
  }),
  good: {
    request: VIDEO_SERP,
    reply: { json: { results: [{ ...listed, seconds: 201 }, { title: 'A channel' }] } },
    expected: { engine: 'plain', results: [{ rankGroup: 1, rankAbsolute: 1, ...listed }] },
  },
  empty: {
    request: VIDEO_SERP,
    reply: { json: { results: [] } },
    expected: { engine: 'plain', results: [] },
  },
  failures: [],
  unsupported: [],
};
