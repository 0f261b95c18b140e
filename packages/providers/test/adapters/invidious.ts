import { withUser } from '../conformance/subject.ts';
import { language, location, CITY, VIDEO_INFO, VIDEO_SERP } from '../conformance/requests.ts';
import type { Bench, ProviderUnderTest, Subject } from '../conformance/subject.ts';
import type { ReceivedRequest, Replies, Reply } from '../conformance/upstream.ts';
import { openInvidious } from '../../src/adapters/invidious/index.ts';

const SECRET = 'otter-gate-password';

const open = ({ origin, http, now }: Bench): ReturnType<typeof openInvidious> =>
  openInvidious({ http, url: `${origin.replace('//', `//keeper:${SECRET}@`)}/tube/`, now });

const CHANNEL = 'UCotterwatchotterwatch11';

/** An error that Invidious itself reports. */
const error = (status: number, text: string): Replies => ({ status, json: { error: text } });

const { videoId } = VIDEO_INFO;
const instance = 'http://invidious.internal:3000';

/** Replies to the two requests, for the video and for its comments. */
const both =
  (video: Reply, comments: Reply) =>
  ({ path }: ReceivedRequest): Reply =>
    ({ [`/tube/api/v1/videos/${videoId}`]: video, [`/tube/api/v1/comments/${videoId}`]: comments })[path] ?? {
      status: 400,
    };

const video = {
  type: 'video',
  title: 'Otters of the  upper lake',
  videoId,
  videoThumbnails: [
    { quality: 'maxres', url: `${instance}/vi/${videoId}/maxres.jpg`, width: 1_280, height: 720 },
  ],
  description: 'Filmed at dawn.\n\nMap: https://lakes.example/map ',
  descriptionHtml: 'Filmed at dawn.',
  published: Date.UTC(2025, 9, 27) / 1_000,
  publishedText: '1 year ago',
  keywords: ['otter', 'lake'],
  viewCount: 71_204,
  likeCount: 918,
  dislikeCount: 0,
  allowedRegions: ['DE', 'US'],
  genre: 'Pets & Animals',
  genreUrl: null,
  author: 'Otter Watch',
  authorId: CHANNEL,
  authorUrl: `/channel/${CHANNEL}`,
  authorThumbnails: [
    { url: 'https://logos.example/otter=s32', width: 32, height: 32 },
    { url: 'https://logos.example/otter=s512', width: 512, height: 512 },
    { url: 'https://logos.example/otter=s176', width: 176, height: 176 },
  ],
  subCountText: '7.09K',
  lengthSeconds: 201,
  liveNow: false,
  isUpcoming: false,
  adaptiveFormats: [
    { bitrate: '131664', itag: '140', type: 'audio/mp4; codecs="mp4a.40.2"', audioChannels: 2 },
    {
      bitrate: '4035002',
      itag: '298',
      type: 'video/mp4; codecs="avc1.640020"',
      fps: 60,
      size: '1280x720',
      resolution: '720p',
      qualityLabel: '720p60',
    },
  ],
  formatStreams: [],
};

const stated = {
  videoId,
  title: 'Otters of the upper lake',
  url: `https://www.youtube.com/watch?v=${videoId}`,
  thumbnailUrl: `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
  channelId: CHANNEL,
  channelName: 'Otter Watch',
  channelUrl: `https://www.youtube.com/channel/${CHANNEL}`,
  channelLogo: 'https://logos.example/otter=s512',
  description: 'Filmed at dawn.\n\nMap: https://lakes.example/map',
  viewsCount: 71_204,
  likesCount: 918,
  commentsCount: 84,
  channelSubscribers: { displayed: '7.09K', count: 7_090 },
  publicationDate: '2025-10-27',
  publishedAt: null,
  keywords: ['otter', 'lake'],
  category: 'Pets & Animals',
  isLive: false,
  isEmbeddable: null,
  durationSeconds: 201,
  streamingQuality: [
    {
      label: '720p60',
      width: 1_280,
      height: 720,
      bitrate: 4_035_002,
      mimeType: 'video/mp4; codecs="avc1.640020"',
      fps: 60,
    },
  ],
};

const comments = { json: { commentCount: 84, videoId, comments: [] } };

const invidiousVideoInfo: Subject<'video-info'> = {
  operation: 'video-info',
  provider: 'invidious',
  secret: SECRET,
  open: (bench) => open(bench)['video-info'],
  good: {
    request: VIDEO_INFO,
    reply: both({ json: video }, comments),
    expected: { engine: 'youtube', video: stated },
  },
  empty: null,
  others: {
    'a video of which little is known': {
      request: VIDEO_INFO,
      reply: both(
        {
          json: {
            ...video,
            // As Invidious writes what YouTube does not tell.
            published: Date.UTC(2026, 10, 22) / 1_000,
            description: '',
            keywords: [],
            viewCount: 0,
            likeCount: 0,
            allowedRegions: [],
            genre: '',
            authorThumbnails: [{ url: '', width: 32, height: 32 }],
            subCountText: '-',
            lengthSeconds: 0,
            adaptiveFormats: [],
          },
        },
        { status: 404, json: { error: 'Comments not found.' } },
      ),
      expected: {
        engine: 'youtube',
        video: {
          ...stated,
          channelLogo: null,
          description: null,
          viewsCount: null,
          likesCount: null,
          commentsCount: null,
          channelSubscribers: { displayed: null, count: null },
          publicationDate: null,
          keywords: [],
          category: null,
          durationSeconds: null,
          streamingQuality: [],
        },
      },
    },
    'a premiere, which can’t be played yet': {
      request: VIDEO_INFO,
      reply: both({ json: { ...video, error: 'Premieres in 3 hours' } }, { json: { comments: [] } }),
      expected: { engine: 'youtube', video: { ...stated, commentsCount: null } },
    },
  },
  failures: [
    { what: 'no such video', reply: error(404, 'Video unavailable'), kind: 'not_found' },
    { what: 'a private video', reply: error(500, 'This video is private'), kind: 'not_found' },
    {
      what: 'a video without facts, gone',
      reply: {
        json: { type: 'video', title: '', videoId, error: 'This video has been removed by the uploader' },
      },
      kind: 'not_found',
    },
    {
      what: 'a video without facts, withheld',
      reply: { json: { type: 'video', title: '', videoId, error: 'Sign in to confirm you’re not a bot' } },
      kind: 'unavailable',
    },
    {
      what: 'YouTube refuses the instance',
      reply: error(500, 'Sign in to confirm you’re not a bot. This helps protect our community.'),
      kind: 'unavailable',
    },
    {
      what: 'the API is turned off',
      reply: error(403, 'This API endpoint has been disabled by the administrator.'),
      kind: 'unavailable',
    },
    {
      what: 'another address than an instance’s',
      reply: { status: 404, type: 'text/html', text: '<h1>Not Found</h1>' },
      kind: 'unavailable',
    },
    {
      what: 'a proxy’s error in JSON of another form',
      reply: { status: 504, json: { error: { message: 'upstream timed out' } } },
      kind: 'timeout',
    },
    {
      what: 'a proxy’s error in JSON that is a list',
      reply: { status: 429, json: ['slow down'] },
      kind: 'rate_limited',
    },
    {
      what: 'another video',
      reply: both({ json: { ...video, videoId: 'bEAver-0815' } }, comments),
      kind: 'bad_answer',
      field: 'videoId',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...VIDEO_INFO, location: CITY } }],
};

const item = {
  type: 'video',
  title: 'Otters &  lakes',
  videoId,
  author: 'Otter Watch',
  authorId: CHANNEL,
  authorUrl: `/channel/${CHANNEL}`,
  authorThumbnails: [{ url: '//logos.example/otter=s88', width: 88, height: 88 }],
  videoThumbnails: [{ quality: 'high', url: `/vi/${videoId}/hqdefault.jpg`, width: 480, height: 360 }],
  description: 'Filmed at dawn.\nMore on lakes.example',
  viewCount: 71_204,
  viewCountText: '71K views',
  published: Date.UTC(2025, 9, 27, 8, 30) / 1_000,
  publishedText: '1 year ago',
  lengthSeconds: 3_723,
  liveNow: false,
  isUpcoming: false,
};

const listed = {
  title: 'Otters & lakes',
  url: `https://www.youtube.com/watch?v=${videoId}`,
  channelTitle: 'Otter Watch',
  channelUrl: `https://www.youtube.com/channel/${CHANNEL}`,
  channelImage: 'https://logos.example/otter=s88',
  duration: '1:02:03',
  views: 71_204,
  uploadedDate: '2025-10-27',
  description: 'Filmed at dawn. More on lakes.example',
  thumbnailUrl: `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
  live: false,
};

const live = {
  ...item,
  videoId: 'oTTer-live1',
  title: 'The den, live',
  authorThumbnails: null,
  viewCount: 0,
  published: Date.UTC(2026, 10, 22, 12) / 1_000,
  lengthSeconds: 0,
  liveNow: true,
};

const page = (number: number, count: number): readonly unknown[] =>
  Array.from({ length: count }, (_item, index) => ({
    ...item,
    videoId: `otterPg${number}-${String(index).padStart(2, '0')}`,
  }));

/** Replies by the requested page; further pages are empty. */
const pages =
  (...all: readonly (readonly unknown[])[]) =>
  ({ query }: ReceivedRequest): Reply => ({ json: all[Number(query['page']) - 1] ?? [] });

const invidiousVideoSerp: Subject<'video-serp'> = {
  operation: 'video-serp',
  provider: 'invidious',
  secret: SECRET,
  open: (bench) => open(bench)['video-serp'],
  good: {
    request: { ...VIDEO_SERP, depth: 2 },
    reply: { json: [{ type: 'channel', author: 'Otter Watch', authorId: CHANNEL }, item, live] },
    expected: {
      engine: 'youtube',
      results: [
        { rankGroup: 1, rankAbsolute: 1, ...listed },
        {
          rankGroup: 2,
          rankAbsolute: 2,
          ...listed,
          title: 'The den, live',
          url: 'https://www.youtube.com/watch?v=oTTer-live1',
          channelImage: null,
          duration: null,
          views: null,
          uploadedDate: null,
          thumbnailUrl: 'https://i.ytimg.com/vi/oTTer-live1/hqdefault.jpg',
          live: true,
        },
      ],
    },
    requests: [
      {
        method: 'GET',
        path: '/tube/api/v1/search',
        query: { q: 'river otters & lakes', type: 'video', region: 'US', page: '1' },
        headers: { authorization: `Basic ${btoa(`keeper:${SECRET}`)}` },
      },
    ],
  },
  empty: {
    request: VIDEO_SERP,
    reply: { json: [] },
    expected: { engine: 'youtube', results: [] },
  },
  others: {
    'as many pages as it takes, of which some overlap': {
      request: { ...VIDEO_SERP, depth: 4, language: language('de'), location: location(2276) },
      reply: pages([...page(1, 3)], [...page(1, 3).slice(2), ...page(2, 2)]),
      expected: {
        engine: 'youtube',
        results: ['otterPg1-00', 'otterPg1-01', 'otterPg1-02', 'otterPg2-00'].map((id, index) => ({
          rankGroup: index + 1,
          rankAbsolute: index + 1,
          ...listed,
          url: `https://www.youtube.com/watch?v=${id}`,
          thumbnailUrl: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
        })),
      },
      requests: [{ query: { region: 'DE', page: '1' } }, { query: { region: 'DE', page: '2' } }],
    },
    'a backslash, which Invidious would take for an order': {
      request: { ...VIDEO_SERP, keyword: ' \\date:today', depth: 1 },
      reply: { json: [item] },
      expected: { engine: 'youtube', results: [{ rankGroup: 1, rankAbsolute: 1, ...listed }] },
      requests: [{ query: { q: '\\\\date:today' } }],
    },
    'a time that is that of the request': {
      request: { ...VIDEO_SERP, depth: 1 },
      reply: { json: [{ ...item, published: Date.UTC(2026, 10, 22, 11, 59, 30) / 1_000 }] },
      expected: {
        engine: 'youtube',
        results: [{ rankGroup: 1, rankAbsolute: 1, ...listed, uploadedDate: null }],
      },
    },
  },
  failures: [
    { what: 'YouTube refuses the search', reply: error(400, 'Bad Request'), kind: 'unavailable' },
    {
      what: 'an object',
      reply: { json: { items: [] } },
      kind: 'bad_answer',
      field: 'the answer',
    },
    {
      what: 'a second page of another form',
      request: VIDEO_SERP,
      reply: pages([item], [{ ...item, videoId: 7 }]),
      kind: 'bad_answer',
      field: 'the answer[0].videoId',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...VIDEO_SERP, location: CITY } }],
};

export const invidiousUnderTest: ProviderUnderTest<'invidious'> = {
  environment: (origin, secret) => ({ SITEGREP_INVIDIOUS_URL: `${withUser(origin, secret)}/tube/` }),
  subjects: { 'video-info': invidiousVideoInfo, 'video-serp': invidiousVideoSerp },
};
