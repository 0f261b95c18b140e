import { language, PLACE, VIDEO_SERP } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import type { ReceivedRequest, Reply } from '../../conformance/upstream.ts';
import { askedWith, done, FAILURES, KEY, NOTHING_FOUND, openAt } from './upstream.fixture.ts';

const VIDEO = {
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

const ASKED = { engine: 'youtube', search_query: 'river otters & lakes', hl: 'en', gl: 'us' };

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
      ...VIDEO,
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
      search_parameters: ASKED,
      search_information: { total_results: 4_711, video_results_state: 'Results for exact spelling' },
      video_results: [
        VIDEO,
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
    asked: [askedWith(ASKED)],
  },
  empty: { request: VIDEO_SERP, reply: NOTHING_FOUND, expected: { engine: 'youtube', results: [] } },
  others: {
    'days in the language of the search': {
      request: { ...VIDEO_SERP, language: language('de'), device: 'mobile' },
      reply: done({ video_results: [{ ...VIDEO, published_date: 'vor 2 Wochen' }] }),
      expected: { engine: 'youtube', results: [{ ...found, uploadedDate: '2026-11-08' }] },
      asked: [askedWith({ ...ASKED, hl: 'de' })],
    },
    'as many pages as are wanted, until one has nothing new': {
      request: { ...VIDEO_SERP, depth: 100 },
      reply: pageAt,
      expected: { engine: 'youtube', results: [1, 2, 3].map(listed) },
      asked: [askedWith(ASKED), askedWith({ ...ASKED, sp: 'second' }), askedWith({ ...ASKED, sp: 'third' })],
    },
  },
  failures: [
    ...FAILURES,
    {
      what: 'views as a text',
      reply: done({ video_results: [{ ...VIDEO, views: '47K' }] }),
      kind: 'bad_answer',
      field: 'video_results[0].views',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...VIDEO_SERP, location: PLACE } }],
};
