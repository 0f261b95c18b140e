import { AUTOCOMPLETE, language, location, CITY, WEB_SERP } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import type { ReceivedRequest, Reply } from '../../conformance/upstream.ts';
import { requestsWith, done, FAILURES, KEY, NOTHING_FOUND, openAt, refused } from './upstream.ts';

const REQUESTED = {
  engine: 'google',
  q: 'river otters & lakes',
  device: 'desktop',
  google_domain: 'google.com',
  hl: 'en',
  gl: 'us',
};

const answerOf = { engine: 'google', engineDomain: 'google.com', locationName: null } as const;

/** Three results a page, one of them the last of the page before; a next page for ever. */
function pageAt({ query }: ReceivedRequest): Reply {
  const start = Number(query['start'] ?? 0);
  return done({
    organic_results: [0, 1, 2].map((index) => ({
      position: index + 1,
      title: `Otters ${start / 5 + index}`,
      link: `https://otters.example/${start / 5 + index}`,
    })),
    serpapi_pagination: { next: 'https://serpapi.example/search.json' },
  });
}

const otters = (index: number) => ({
  type: 'organic' as const,
  rankGroup: index + 1,
  rankAbsolute: index + 1,
  domain: 'otters.example',
  title: `Otters ${index}`,
  description: null,
  url: `https://otters.example/${index}`,
  breadcrumb: `https://otters.example › ${index}`,
});

export const serpApiWebSerp: Subject<'web-serp'> = {
  operation: 'web-serp',
  provider: 'serpapi',
  secret: KEY,
  open: (bench) => openAt(bench)['web-serp'],
  good: {
    request: WEB_SERP,
    reply: done({
      search_parameters: REQUESTED,
      search_information: { query_displayed: 'river otters & lakes', total_results: 120_000 },
      ads: [
        {
          position: 1,
          block_position: 'top',
          title: 'Boats for rivers & lakes',
          link: 'https://www.boats.example/rent?from=ad',
          displayed_link: 'www.boats.example/rent',
          tracking_link: 'https://www.google.com/aclk?sa=1',
          description: 'By the  hour.',
        },
        {
          position: 1,
          block_position: 'bottom',
          title: 'Otter-proof nets',
          link: 'https://nets.example/',
          description: null,
        },
      ],
      answer_box: {
        type: 'organic_result',
        title: 'How many otters live in a holt?',
        link: 'https://holts.example/how-many',
        displayed_link: 'https://holts.example › how-many',
        snippet: 'Mostly a mother and her cubs.',
      },
      organic_results: [
        {
          position: 1,
          title: 'River otters | Otters.example',
          link: 'https://otters.example/rivers/a-b',
          displayed_link: 'https://otters.example › rivers',
          snippet: 'Where the otter lives.',
          snippet_highlighted_words: ['otter'],
          source: 'Otters.example',
        },
        {
          position: 2,
          title: 'Otters at the weir',
          link: 'https://videos.example/watch',
          displayed_link: '130K+ views · 3 years ago',
          snippet: null,
        },
      ],
      related_questions: [{ question: 'Do otters sleep?' }],
      pagination: { current: 1 },
    }),
    expected: {
      ...answerOf,
      results: [
        {
          type: 'paid',
          rankGroup: 1,
          rankAbsolute: 1,
          domain: 'www.boats.example',
          title: 'Boats for rivers & lakes',
          description: 'By the hour.',
          url: 'https://www.boats.example/rent?from=ad',
          breadcrumb: 'www.boats.example/rent',
        },
        {
          type: 'featured_snippet',
          rankGroup: 1,
          rankAbsolute: 2,
          domain: 'holts.example',
          title: 'How many otters live in a holt?',
          description: 'Mostly a mother and her cubs.',
          url: 'https://holts.example/how-many',
          breadcrumb: null,
        },
        {
          type: 'organic',
          rankGroup: 1,
          rankAbsolute: 3,
          domain: 'otters.example',
          title: 'River otters | Otters.example',
          description: 'Where the otter lives.',
          url: 'https://otters.example/rivers/a-b',
          breadcrumb: 'https://otters.example › rivers',
        },
        {
          type: 'organic',
          rankGroup: 2,
          rankAbsolute: 4,
          domain: 'videos.example',
          title: 'Otters at the weir',
          description: null,
          url: 'https://videos.example/watch',
          breadcrumb: 'https://videos.example › watch',
        },
        {
          type: 'paid',
          rankGroup: 2,
          rankAbsolute: 5,
          domain: 'nets.example',
          title: 'Otter-proof nets',
          description: null,
          url: 'https://nets.example/',
          breadcrumb: 'https://nets.example',
        },
      ],
    },
    requests: [requestsWith(REQUESTED)],
  },
  empty: { request: WEB_SERP, reply: NOTHING_FOUND, expected: { ...answerOf, results: [] } },
  others: {
    'nothing found, without the status of the search': {
      request: WEB_SERP,
      reply: { json: { error: 'It has not returned any results.', search_metadata: { status: 'Success' } } },
      expected: { ...answerOf, results: [] },
    },
    'a sum, which no page answers, and an answer that is not a snippet': {
      request: WEB_SERP,
      reply: done({ answer_box: { type: 'calculator_result', result: '4' }, organic_results: [] }),
      expected: { ...answerOf, results: [] },
    },
    'another country, language and device': {
      request: {
        ...WEB_SERP,
        language: language('pt-BR'),
        location: location(2826),
        device: 'mobile',
        os: 'android',
      },
      reply: done({ organic_results: [] }),
      expected: { ...answerOf, engineDomain: 'google.co.uk', results: [] },
      requests: [
        requestsWith({
          ...REQUESTED,
          google_domain: 'google.co.uk',
          hl: 'pt-br',
          gl: 'gb',
          device: 'mobile',
        }),
      ],
    },
    'as many pages as are wanted, which overlap': {
      request: { ...WEB_SERP, depth: 11 },
      reply: pageAt,
      expected: { ...answerOf, results: [0, 1, 2, 3, 4].map(otters) },
      requests: [requestsWith(REQUESTED), requestsWith({ ...REQUESTED, start: '10' })],
    },
    'a last page': {
      request: { ...WEB_SERP, depth: 30 },
      reply: done({
        organic_results: [{ title: 'Otters 0', link: 'https://otters.example/0' }],
        serpapi_pagination: { current: 1 },
      }),
      expected: { ...answerOf, results: [otters(0)] },
      requests: [requestsWith(REQUESTED)],
    },
  },
  failures: [
    ...FAILURES,
    {
      what: 'a country whose Google it does not have',
      reply: refused(400, 'Unsupported `google.bv` Google domain.'),
      kind: 'unsupported',
      field: 'location_code',
    },
    {
      what: 'a device that it does not have',
      reply: refused(400, 'Unsupported `mobile` device.'),
      kind: 'unsupported',
      field: 'device',
    },
    {
      what: 'an object without anything',
      reply: { json: {} },
      kind: 'bad_answer',
      field: 'search_metadata.status',
    },
    {
      what: 'a title that is a number',
      reply: done({ organic_results: [{ title: 4711, link: 'https://otters.example/' }] }),
      kind: 'bad_answer',
      field: 'organic_results[0].title',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...WEB_SERP, location: CITY } }],
};

const suggestedAnswerOf = { engine: 'google', engineDomain: null, checkUrl: null } as const;

const plain = { searchUrl: null, thumbnailUrl: null, highlighted: [] };

export const serpApiAutocomplete: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'serpapi',
  secret: KEY,
  open: (bench) => openAt(bench)['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: done({
      search_parameters: { engine: 'google_autocomplete', q: 'river ott' },
      suggestions: [
        {
          value: 'river otters & lakes',
          relevance: 601,
          type: 'QUERY',
          serpapi_link: 'https://serpapi.example/search.json?q=river+otters',
        },
        { value: 'river  otter', relevance: 600, type: 'QUERY' },
        { value: 'river otter', relevance: 554, type: 'QUERY' },
      ],
      verbatim_relevance: 1_300,
    }),
    expected: {
      ...suggestedAnswerOf,
      suggestions: [
        { ...plain, text: 'river otters & lakes' },
        { ...plain, text: 'river otter' },
      ],
    },
    requests: [
      requestsWith({
        engine: 'google_autocomplete',
        q: 'river ott',
        client: 'gws-wiz-serp',
        hl: 'en',
        gl: 'us',
      }),
    ],
  },
  empty: { request: AUTOCOMPLETE, reply: NOTHING_FOUND, expected: { ...suggestedAnswerOf, suggestions: [] } },
  others: {
    'another client, country and language': {
      request: { ...AUTOCOMPLETE, client: 'youtube', language: language('he'), location: location(2376) },
      reply: done({ suggestions: [] }),
      expected: { ...suggestedAnswerOf, suggestions: [] },
      requests: [
        requestsWith({
          engine: 'google_autocomplete',
          q: 'river ott',
          client: 'youtube',
          hl: 'iw',
          gl: 'il',
        }),
      ],
    },
  },
  failures: [
    ...FAILURES,
    {
      what: 'a client that it does not have',
      reply: refused(400, 'Unsupported `img` client.'),
      kind: 'unsupported',
      field: 'client',
    },
    {
      what: 'a suggestion that is a number',
      reply: done({ suggestions: [{ value: 7 }] }),
      kind: 'bad_answer',
      field: 'suggestions[0].value',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...AUTOCOMPLETE, location: CITY } }],
};
