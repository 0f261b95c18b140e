import { language, location, PLACE, VIDEO_SERP } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import { askedWith, done, FAILURES, nothingFound, openAt, PASSWORD } from './upstream.fixture.ts';

const VIDEO = {
  type: 'youtube_video',
  rank_group: 1,
  rank_absolute: 2,
  block_rank: 2,
  block_name: null,
  channel_id: 'UCholtholtholtholtholtho',
  title: 'Otters at the weir',
  url: 'https://www.youtube.com/watch?v=oTTer-_4711&pp=traced',
  video_id: 'oTTer-_4711',
  thumbnail_url: 'https://images.example/weir.jpg',
  channel_name: 'Holt & Weir',
  channel_url: 'https://www.youtube.com/@holt',
  channel_logo: 'https://images.example/holt.jpg',
  description: 'Otters at the weir, filmed  from a boat.',
  highlighted: ['Otters'],
  badges: ['4K'],
  is_live: false,
  is_shorts: false,
  is_movie: false,
  views_count: 47_110,
  publication_date: '3 days ago',
  timestamp: '2026-11-19 12:00:00 +00:00',
  duration_time: '3:21',
  duration_time_seconds: 201,
};

const found = {
  rankGroup: 1,
  rankAbsolute: 2,
  title: 'Otters at the weir',
  url: 'https://www.youtube.com/watch?v=oTTer-_4711',
  channelTitle: 'Holt & Weir',
  channelUrl: 'https://www.youtube.com/@holt',
  channelImage: 'https://images.example/holt.jpg',
  duration: '3:21',
  views: 47_110,
  uploadedDate: '2026-11-19',
  description: 'Otters at the weir, filmed from a boat.',
  thumbnailUrl: 'https://images.example/weir.jpg',
  live: false,
};

const result = (items: readonly unknown[] | null): readonly unknown[] => [
  {
    keyword: 'river otters & lakes',
    type: 'organic',
    se_domain: 'youtube.com',
    location_code: 2840,
    language_code: 'en',
    check_url: 'https://www.youtube.com/results?search_query=river%20otters%20%26%20lakes',
    datetime: '2026-11-22 11:59:50 +00:00',
    item_types: ['youtube_channel', 'youtube_video', 'youtube_playlist', 'youtube_video_paid'],
    items_count: items?.length ?? 0,
    items,
  },
];

export const dataForSeoVideoSerp: Subject<'video-serp'> = {
  operation: 'video-serp',
  provider: 'dataforseo',
  secret: PASSWORD,
  open: (bench) => openAt(bench)['video-serp'],
  good: {
    request: VIDEO_SERP,
    reply: done(
      result([
        { type: 'youtube_channel', rank_group: 1, rank_absolute: 1, title: 'Holt & Weir' },
        VIDEO,
        { ...VIDEO, type: 'youtube_video_paid', rank_absolute: 3, title: 'Boats' },
        {
          ...VIDEO,
          rank_group: 2,
          rank_absolute: 4,
          video_id: 'liveOtter00',
          title: 'Otters, live',
          is_live: true,
          views_count: null,
          publication_date: null,
          timestamp: null,
          duration_time: null,
          duration_time_seconds: null,
          description: null,
        },
      ]),
    ),
    expected: {
      engine: 'youtube',
      results: [
        found,
        {
          ...found,
          rankGroup: 2,
          rankAbsolute: 4,
          url: 'https://www.youtube.com/watch?v=liveOtter00',
          title: 'Otters, live',
          live: true,
          views: null,
          uploadedDate: null,
          duration: null,
          description: null,
        },
      ],
    },
    asked: askedWith('youtube/organic/live/advanced', {
      keyword: 'river otters & lakes',
      location_code: 2840,
      language_code: 'en',
      device: 'desktop',
      block_depth: 20,
    }),
  },
  empty: { request: VIDEO_SERP, reply: nothingFound(), expected: { engine: 'youtube', results: [] } },
  others: {
    'days as YouTube says them, in the language of the search': {
      request: { ...VIDEO_SERP, language: language('de'), device: 'mobile', depth: 21 },
      reply: done(
        result([
          { ...VIDEO, video_id: null, timestamp: null, publication_date: 'Vor 2 Tagen gestreamt' },
          { ...VIDEO, timestamp: null, publication_date: '3 weeks ago', duration_time_seconds: null },
        ]),
      ),
      expected: {
        engine: 'youtube',
        results: [
          {
            ...found,
            url: 'https://www.youtube.com/watch?v=oTTer-_4711&pp=traced',
            uploadedDate: '2026-11-20',
          },
          { ...found, rankGroup: 2, rankAbsolute: 3, uploadedDate: '2026-11-01' },
        ],
      },
      asked: askedWith('youtube/organic/live/advanced', {
        language_code: 'de',
        device: 'mobile',
        block_depth: 40,
      }),
    },
    'more videos than are wanted': {
      request: { ...VIDEO_SERP, depth: 1 },
      reply: done(result([VIDEO, { ...VIDEO, video_id: 'otherOtter0', rank_absolute: 3 }])),
      expected: { engine: 'youtube', results: [found] },
    },
  },
  failures: [
    ...FAILURES,
    {
      what: 'views as a text',
      reply: done(result([{ ...VIDEO, views_count: '47K' }])),
      kind: 'bad_answer',
      field: 'tasks[0].result[0].items[0].views_count',
    },
  ],
  unsupported: [
    { field: 'location_code', request: { ...VIDEO_SERP, location: location(2643) } },
    { field: 'location_code', request: { ...VIDEO_SERP, location: PLACE } },
  ],
};
