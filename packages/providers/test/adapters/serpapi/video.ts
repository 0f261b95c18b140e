import { language, CITY, VIDEO_INFO, VIDEO_SERP } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import type { ReceivedRequest, Reply } from '../../conformance/upstream.ts';
import { requestsWith, done, failed, FAILURES, KEY, NOTHING_FOUND, openAt } from './upstream.ts';

const VIDEO = {
  search_parameters: { engine: 'youtube_video', v: 'oTTer-_4711' },
  title: 'Otters at  the weir',
  thumbnail: 'https://images.example/weir.jpg',
  channel: {
    name: 'Holt & Weir',
    link: 'https://www.youtube.com/channel/UCholtholtholtholtholtho',
    thumbnail: 'https://images.example/holt.jpg',
    verified: true,
    subscribers: '7.09K subscribers',
    extracted_subscribers: 7_090,
  },
  views: '47,110 views',
  extracted_views: 47_110,
  likes: '812',
  extracted_likes: 812,
  published_date: 'Premiered Oct 27, 2025',
  description: { content: 'Otters.\nAt the weir.', links: [{ text: 'more', url: 'https://holt.example' }] },
  length: '3:21',
  live: false,
  comment_count: '33',
  extracted_comment_count: 33,
  category: 'Pets & Animals',
  keywords: ['otter', 'weir'],
  chapters: [],
  related_videos: [{ title: 'More otters', extracted_views: 5 }],
};

const video = {
  videoId: 'oTTer-_4711',
  title: 'Otters at the weir',
  url: 'https://www.youtube.com/watch?v=oTTer-_4711',
  thumbnailUrl: 'https://images.example/weir.jpg',
  channelId: 'UCholtholtholtholtholtho',
  channelName: 'Holt & Weir',
  channelUrl: 'https://www.youtube.com/channel/UCholtholtholtholtholtho',
  channelLogo: 'https://images.example/holt.jpg',
  description: 'Otters.\nAt the weir.',
  viewsCount: 47_110,
  likesCount: 812,
  commentsCount: 33,
  channelSubscribers: { displayed: '7.09K', count: 7_090 },
  publicationDate: '2025-10-27',
  publishedAt: null,
  keywords: ['otter', 'weir'],
  category: 'Pets & Animals',
  isLive: false,
  isEmbeddable: null,
  durationSeconds: 201,
  streamingQuality: [],
};

export const serpApiVideoInfo: Subject<'video-info'> = {
  operation: 'video-info',
  provider: 'serpapi',
  secret: KEY,
  open: (bench) => openAt(bench)['video-info'],
  good: {
    request: VIDEO_INFO,
    reply: done(VIDEO),
    expected: { engine: 'youtube', video },
    requests: [requestsWith({ engine: 'youtube_video', v: 'oTTer-_4711', hl: 'en', gl: 'us' })],
  },
  empty: null,
  others: {
    'what is displayed only, in the language of the request': {
      request: { ...VIDEO_INFO, language: language('de') },
      reply: done({
        ...VIDEO,
        thumbnail: { static: 'https://images.example/weir.jpg', rich: 'https://images.example/weir.webp' },
        channel: {
          name: 'Holt & Weir',
          link: 'https://www.youtube.com/@holt',
          subscribers: '1,2 Mio. Abonnenten',
        },
        views: '47.110 Aufrufe',
        extracted_views: null,
        likes: null,
        extracted_likes: null,
        published_date: 'vor 3 Tagen gestreamt',
        description: 'Otters.\nAt the weir.',
        length: '1:00:01',
        live: null,
        comment_count: '1.234',
        extracted_comment_count: null,
        keywords: null,
      }),
      expected: {
        engine: 'youtube',
        video: {
          ...video,
          channelId: null,
          channelUrl: 'https://www.youtube.com/@holt',
          channelLogo: null,
          viewsCount: 47_110,
          likesCount: null,
          commentsCount: 1_234,
          channelSubscribers: { displayed: '1,2 Mio. Abonnenten', count: 1_200_000 },
          publicationDate: '2026-11-19',
          keywords: [],
          isLive: null,
          durationSeconds: 3_601,
        },
      },
    },
  },
  failures: [
    ...FAILURES,
    { what: 'a video that there is not', reply: NOTHING_FOUND, kind: 'not_found' },
    {
      what: 'a video that is private',
      reply: done({ error: 'This is a private video. Please sign in.' }),
      kind: 'not_found',
    },
    {
      what: 'a video that is gone, of which the search failed',
      reply: failed('Video unavailable'),
      kind: 'not_found',
    },
    {
      what: 'a refusal by YouTube',
      reply: done({ error: 'Sign in to confirm you’re not a bot' }),
      kind: 'unavailable',
    },
    { what: 'nothing at all', reply: done({}), kind: 'bad_answer', field: 'error' },
    {
      what: 'another video',
      reply: done({ ...VIDEO, search_parameters: { v: 'oTTer-_4712' } }),
      kind: 'bad_answer',
      field: 'search_parameters.v',
    },
    {
      what: 'half a view',
      reply: done({ ...VIDEO, extracted_views: 0.5 }),
      kind: 'bad_answer',
      field: 'extracted_views',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...VIDEO_INFO, location: CITY } }],
};

const LISTED_VIDEO = {
  position_on_page: 2,
  title: 'Otters at the weir',
  link: 'https://www.youtube.com/watch?v=oTTer-_4711&pp=traced',
  serpapi_link: 'https://serpapi.example/search.json?v=oTTer-_4711',
  channel: {
    name: 'Holt & Weir',
    link: 'https://www.youtube.com/@holt',
    verified: true,
    thumbnail: 'https://images.example/holt.jpg',
  },
  published_date: '3 days ago',
  views: 47_110,
  length: '3:21',
  description: 'Otters at the weir, filmed  from a boat.',
  extensions: ['4K'],
  thumbnail: { static: 'https://images.example/weir.jpg', rich: 'https://images.example/weir.webp' },
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
  live: null,
};

const REQUESTED = { engine: 'youtube', search_query: 'river otters & lakes', hl: 'en', gl: 'us' };

/** Two pages that overlap, and a third one without anything new. */
const PAGES: Readonly<Record<string, readonly [ids: readonly string[], next: string]>> = {
  '': [['otter-_4711', 'otter-_4712'], 'second'],
  second: [['otter-_4712', 'otter-_4713'], 'third'],
  third: [['otter-_4713'], 'fourth'],
};

function pageAt({ query }: ReceivedRequest): Reply {
  const [ids, next] = PAGES[query['sp'] ?? ''] ?? [[], ''];
  return done({
    video_results: ids.map((id, index) => ({
      ...LISTED_VIDEO,
      position_on_page: index + 1,
      link: `https://www.youtube.com/watch?v=${id}`,
    })),
    serpapi_pagination: { current: 'here', next_page_token: next },
  });
}

const listed = (rank: number) => ({
  ...found,
  url: `https://www.youtube.com/watch?v=otter-_471${rank}`,
  rankGroup: rank,
  rankAbsolute: rank,
});

export const serpApiVideoSerp: Subject<'video-serp'> = {
  operation: 'video-serp',
  provider: 'serpapi',
  secret: KEY,
  open: (bench) => openAt(bench)['video-serp'],
  good: {
    request: VIDEO_SERP,
    reply: done({
      search_parameters: REQUESTED,
      search_information: { total_results: 4_711, video_results_state: 'Results for exact spelling' },
      video_results: [
        LISTED_VIDEO,
        {
          position_on_page: 5,
          title: 'Otters, live',
          link: 'https://www.youtube.com/watch?v=liveOtter00',
          channel: { name: 'Holt & Weir' },
          views: null,
          length: 'LIVE',
          thumbnail: 'https://images.example/live.jpg',
        },
        { position_on_page: 6, title: 'Otters, briefly', link: 'https://www.youtube.com/shorts/shortOtter0' },
      ],
      shorts_results: [{ position_on_page: 3, shorts: [] }],
      channels_new_to_you: [],
      serpapi_pagination: { current: 'here', next_page_token: 'second' },
    }),
    expected: {
      engine: 'youtube',
      results: [
        found,
        {
          ...found,
          rankGroup: 2,
          rankAbsolute: 5,
          title: 'Otters, live',
          url: 'https://www.youtube.com/watch?v=liveOtter00',
          channelUrl: null,
          channelImage: null,
          duration: null,
          views: null,
          uploadedDate: null,
          description: null,
          thumbnailUrl: 'https://images.example/live.jpg',
        },
        {
          ...found,
          rankGroup: 3,
          rankAbsolute: 6,
          title: 'Otters, briefly',
          url: 'https://www.youtube.com/shorts/shortOtter0',
          channelTitle: null,
          channelUrl: null,
          channelImage: null,
          duration: null,
          views: null,
          uploadedDate: null,
          description: null,
          thumbnailUrl: null,
        },
      ],
    },
    requests: [requestsWith(REQUESTED)],
  },
  empty: { request: VIDEO_SERP, reply: NOTHING_FOUND, expected: { engine: 'youtube', results: [] } },
  others: {
    'days in the language of the search': {
      request: { ...VIDEO_SERP, language: language('de'), device: 'mobile' },
      reply: done({ video_results: [{ ...LISTED_VIDEO, published_date: 'vor 2 Wochen' }] }),
      expected: { engine: 'youtube', results: [{ ...found, uploadedDate: '2026-11-08' }] },
      requests: [requestsWith({ ...REQUESTED, hl: 'de' })],
    },
    'as many pages as are wanted, until one has nothing new': {
      request: { ...VIDEO_SERP, depth: 100 },
      reply: pageAt,
      expected: { engine: 'youtube', results: [1, 2, 3].map(listed) },
      requests: [
        requestsWith(REQUESTED),
        requestsWith({ ...REQUESTED, sp: 'second' }),
        requestsWith({ ...REQUESTED, sp: 'third' }),
      ],
    },
  },
  failures: [
    ...FAILURES,
    {
      what: 'views as a text',
      reply: done({ video_results: [{ ...LISTED_VIDEO, views: '47K' }] }),
      kind: 'bad_answer',
      field: 'video_results[0].views',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...VIDEO_SERP, location: CITY } }],
};
