import { language, location, PLACE, VIDEO_INFO, VIDEO_SERP } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import type { ReceivedRequest, Reply } from '../../conformance/upstream.ts';
import { CHANNEL, error, open, SECRET } from './shapes.fixture.ts';

const { videoId } = VIDEO_INFO;

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

/** By the page that is asked for; the rest is empty. */
const pages =
  (...all: readonly (readonly unknown[])[]) =>
  ({ query }: ReceivedRequest): Reply => ({ json: all[Number(query['page']) - 1] ?? [] });

export const invidiousVideoSerp: Subject<'video-serp'> = {
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
    asked: [
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
      asked: [{ query: { region: 'DE', page: '1' } }, { query: { region: 'DE', page: '2' } }],
    },
    'a backslash, which Invidious would take for an order': {
      request: { ...VIDEO_SERP, keyword: ' \\date:today', depth: 1 },
      reply: { json: [item] },
      expected: { engine: 'youtube', results: [{ rankGroup: 1, rankAbsolute: 1, ...listed }] },
      asked: [{ query: { q: '\\\\date:today' } }],
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
  unsupported: [{ field: 'location_code', request: { ...VIDEO_SERP, location: PLACE } }],
};
