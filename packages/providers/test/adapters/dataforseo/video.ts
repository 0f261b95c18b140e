import { language, location, CITY, VIDEO_INFO, VIDEO_SERP } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import { requestsWith, done, FAILURES, nothingFound, openAt, PASSWORD } from './upstream.ts';

const ITEM = {
  type: 'youtube_video_info',
  rank_group: 1,
  rank_absolute: 1,
  video_id: 'oTTer-_4711',
  title: 'Otters at  the weir',
  url: 'https://www.youtube.com/watch?v=oTTer-_4711&pp=traced',
  thumbnail_url: 'https://images.example/weir.jpg',
  channel_id: 'UCholtholtholtholtholtho',
  channel_name: 'Holt & Weir',
  channel_url: 'https://www.youtube.com/@holt',
  channel_logo: 'https://images.example/holt.jpg',
  description: 'Otters.\nAt the weir.',
  views_count: 47_110,
  likes_count: 812,
  comments_count: 33,
  channel_subscribers_count: { displayed_count: '7.09K', count: 7_090 },
  publication_date: '2025-10-26',
  timestamp: '2025-10-27 06:30:00 +00:00',
  keywords: ['otter', 'weir'],
  category: 'Pets & Animals',
  is_live: false,
  is_embeddable: true,
  duration_time: '3:21',
  duration_time_seconds: 201,
  subtitles: [{ language: 'English', is_translatable: true, is_auto_generated: true }],
  streaming_quality: [
    {
      type: 'streaming_quality_element',
      label: '720p60',
      width: 1_280,
      height: 720,
      bitrate: 1_500_000,
      mime_type: 'video/mp4; codecs="avc1.4d4020"',
      fps: 60,
    },
    {
      type: 'streaming_quality_element',
      label: null,
      width: null,
      height: null,
      bitrate: 128_000,
      mime_type: 'audio/mp4; codecs="mp4a.40.2"',
      fps: null,
    },
  ],
};

const result = (items: readonly unknown[] | null): readonly unknown[] => [
  {
    video_id: 'oTTer-_4711',
    type: 'video_info',
    se_domain: 'youtube.com',
    location_code: 2840,
    language_code: 'en',
    check_url: 'https://www.youtube.com/watch?v=oTTer-_4711',
    datetime: '2026-11-22 11:59:50 +00:00',
    spell: null,
    item_types: ['youtube_video_info'],
    items_count: items?.length ?? 0,
    items,
  },
];

const video = {
  videoId: 'oTTer-_4711',
  title: 'Otters at the weir',
  url: 'https://www.youtube.com/watch?v=oTTer-_4711',
  thumbnailUrl: 'https://images.example/weir.jpg',
  channelId: 'UCholtholtholtholtholtho',
  channelName: 'Holt & Weir',
  channelUrl: 'https://www.youtube.com/@holt',
  channelLogo: 'https://images.example/holt.jpg',
  description: 'Otters.\nAt the weir.',
  viewsCount: 47_110,
  likesCount: 812,
  commentsCount: 33,
  channelSubscribers: { displayed: '7.09K', count: 7_090 },
  // Of the time in UTC: the day that is given is one of where YouTube is at home.
  publicationDate: '2025-10-27',
  publishedAt: Date.UTC(2025, 9, 27, 6, 30),
  keywords: ['otter', 'weir'],
  category: 'Pets & Animals',
  isLive: false,
  isEmbeddable: true,
  durationSeconds: 201,
  streamingQuality: [
    {
      label: '720p60',
      width: 1_280,
      height: 720,
      bitrate: 1_500_000,
      mimeType: 'video/mp4; codecs="avc1.4d4020"',
      fps: 60,
    },
    {
      label: null,
      width: null,
      height: null,
      bitrate: 128_000,
      mimeType: 'audio/mp4; codecs="mp4a.40.2"',
      fps: null,
    },
  ],
};

export const dataForSeoVideoInfo: Subject<'video-info'> = {
  operation: 'video-info',
  provider: 'dataforseo',
  secret: PASSWORD,
  open: (bench) => openAt(bench)['video-info'],
  good: {
    request: VIDEO_INFO,
    reply: done(result([ITEM])),
    expected: { engine: 'youtube', video },
    requests: requestsWith('youtube/video_info/live/advanced', {
      video_id: 'oTTer-_4711',
      location_code: 2840,
      language_code: 'en',
    }),
  },
  empty: null,
  others: {
    'a day without a time, a duration as it is displayed, and nothing that is hidden': {
      request: VIDEO_INFO,
      reply: done(
        result([
          {
            ...ITEM,
            timestamp: null,
            duration_time: '1:00:01',
            duration_time_seconds: null,
            likes_count: null,
            channel_logo: '',
            channel_subscribers_count: null,
            keywords: null,
            streaming_quality: null,
          },
        ]),
      ),
      expected: {
        engine: 'youtube',
        video: {
          ...video,
          publicationDate: '2025-10-26',
          publishedAt: null,
          durationSeconds: 3_601,
          likesCount: null,
          channelLogo: null,
          channelSubscribers: { displayed: null, count: null },
          keywords: [],
          streamingQuality: [],
        },
      },
    },
  },
  failures: [
    ...FAILURES,
    { what: 'a video that there is not', reply: nothingFound(), kind: 'not_found' },
    { what: 'a page without the video', reply: done(result(null)), kind: 'not_found' },
    { what: 'no page', reply: done([]), kind: 'bad_answer', field: 'tasks[0].result[0]' },
    {
      what: 'another video',
      reply: done(result([{ ...ITEM, video_id: 'oTTer-_4712' }])),
      kind: 'bad_answer',
      field: 'tasks[0].result[0].items[0].video_id',
    },
    {
      what: 'a time that is none',
      reply: done(result([{ ...ITEM, timestamp: 'last week' }])),
      kind: 'bad_answer',
      field: 'tasks[0].result[0].items[0].timestamp',
    },
    {
      what: 'half a view',
      reply: done(result([{ ...ITEM, views_count: 0.5 }])),
      kind: 'bad_answer',
      field: 'tasks[0].result[0].items[0].views_count',
    },
  ],
  unsupported: [
    { field: 'location_code', request: { ...VIDEO_INFO, location: location(2643) } },
    { field: 'location_code', request: { ...VIDEO_INFO, location: CITY } },
  ],
};

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

const listedResult = (items: readonly unknown[] | null): readonly unknown[] => [
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
      listedResult([
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
    requests: requestsWith('youtube/organic/live/advanced', {
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
        listedResult([
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
      requests: requestsWith('youtube/organic/live/advanced', {
        language_code: 'de',
        device: 'mobile',
        block_depth: 40,
      }),
    },
    'more videos than are wanted': {
      request: { ...VIDEO_SERP, depth: 1 },
      reply: done(listedResult([VIDEO, { ...VIDEO, video_id: 'otherOtter0', rank_absolute: 3 }])),
      expected: { engine: 'youtube', results: [found] },
    },
  },
  failures: [
    ...FAILURES,
    {
      what: 'views as a text',
      reply: done(listedResult([{ ...VIDEO, views_count: '47K' }])),
      kind: 'bad_answer',
      field: 'tasks[0].result[0].items[0].views_count',
    },
  ],
  unsupported: [
    { field: 'location_code', request: { ...VIDEO_SERP, location: location(2643) } },
    { field: 'location_code', request: { ...VIDEO_SERP, location: CITY } },
  ],
};
