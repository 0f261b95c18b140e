import { language, location, CITY, VIDEO_INFO, VIDEO_SERP } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import { CHANNEL, channel, images, list, lists, open, refusal, REFUSALS, SECRET, video } from './shapes.ts';

const { videoId } = VIDEO_INFO;

const found = (id: string, more: object = {}): object => ({
  kind: 'youtube#searchResult',
  id: { kind: 'youtube#video', videoId: id },
  snippet: {
    publishedAt: '2025-10-27T08:30:00Z',
    channelId: CHANNEL,
    title: 'Otters &amp; lakes: what&#39;s new',
    description: 'Filmed at dawn &amp; dusk.',
    thumbnails: images('otters'),
    channelTitle: 'Otter &amp; Co',
    liveBroadcastContent: 'none',
    ...more,
  },
});

const listed = {
  title: "Otters & lakes: what's new",
  url: `https://www.youtube.com/watch?v=${videoId}`,
  channelTitle: 'Otter & Co',
  channelUrl: `https://www.youtube.com/channel/${CHANNEL}`,
  channelImage: 'https://images.example/logo-1280.jpg',
  duration: '1:02:03',
  views: 71_204,
  uploadedDate: '2025-10-27',
  description: 'Filmed at dawn & dusk.',
  thumbnailUrl: 'https://images.example/otters-1280.jpg',
  live: false,
};

const ids = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_id, index) => `otter-id${String(from + index).padStart(3, '0')}`);

export const youtubeDataApiVideoSerp: Subject<'video-serp'> = {
  operation: 'video-serp',
  provider: 'youtube-data-api',
  secret: SECRET,
  open: (bench) => open(bench)['video-serp'],
  good: {
    request: VIDEO_SERP,
    reply: lists({
      search: list('search', [
        found(videoId),
        found('oTTer-live1', { channelId: 'UCother', liveBroadcastContent: 'live' }),
      ]),
      videos: list('video', [video, { id: 'oTTer-live1', contentDetails: { duration: 'P0D' } }]),
      channels: list('channel', [channel]),
    }),
    expected: {
      engine: 'youtube',
      results: [
        { rankGroup: 1, rankAbsolute: 1, ...listed },
        {
          rankGroup: 2,
          rankAbsolute: 2,
          ...listed,
          url: 'https://www.youtube.com/watch?v=oTTer-live1',
          channelUrl: 'https://www.youtube.com/channel/UCother',
          channelImage: null,
          duration: null,
          views: null,
          live: true,
        },
      ],
    },
  },
  empty: {
    request: { ...VIDEO_SERP, language: language('zh-TW'), location: location(2158) },
    reply: list('search', []),
    expected: { engine: 'youtube', results: [] },
    requests: [
      {
        method: 'GET',
        path: '/youtube/v3/search',
        query: {
          part: 'snippet',
          type: 'video',
          q: 'river otters & lakes',
          regionCode: 'TW',
          relevanceLanguage: 'zh-Hant',
          maxResults: '20',
        },
      },
    ],
  },
  others: {
    'two pages, whose videos and channels are asked for by fifty at most': {
      request: { ...VIDEO_SERP, depth: 60 },
      reply: (request) => {
        const { query } = request;
        const requests = (query['id'] ?? '').split(',');
        const isWhole = requests.length <= 50 && Number(query['maxResults'] ?? 50) === 50;
        return lists({
          search:
            query['pageToken'] === 'MORE'
              ? list(
                  'search',
                  ids(48, 50).map((id) => found(id)),
                )
              : list(
                  'search',
                  ids(0, 50).map((id) => found(id)),
                  { nextPageToken: 'MORE' },
                ),
          videos: isWhole
            ? list(
                'video',
                requests.map((id) => ({ ...video, id })),
              )
            : { status: 400 },
          channels: isWhole ? list('channel', [channel]) : { status: 400 },
        })(request);
      },
      expected: {
        engine: 'youtube',
        results: ids(0, 60).map((id, index) => ({
          rankGroup: index + 1,
          rankAbsolute: index + 1,
          ...listed,
          url: `https://www.youtube.com/watch?v=${id}`,
        })),
      },
    },
  },
  failures: [
    ...REFUSALS,
    {
      what: 'an unknown language',
      reply: refusal(400, 'invalidRelevanceLanguage'),
      kind: 'unsupported',
      field: 'language_code',
    },
    {
      what: 'an unknown country',
      reply: refusal(400, 'invalidRegionCode'),
      kind: 'unsupported',
      field: 'location_code',
    },
    {
      what: 'a time that is none',
      reply: lists({
        search: list('search', [found(videoId, { publishedAt: 'yesterday' })]),
        videos: list('video', []),
        channels: list('channel', []),
      }),
      kind: 'bad_answer',
      field: 'items[0].snippet.publishedAt',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...VIDEO_SERP, location: CITY } }],
};
