import { AUTOCOMPLETE, language, location, CITY, WEB_SERP } from '../../conformance/requests.ts';
import type { Subject } from '../../conformance/subject.ts';
import { requestsWith, done, FAILURES, nothingFound, openAt, PASSWORD } from './upstream.ts';

const ITEMS = [
  {
    type: 'featured_snippet',
    rank_group: 1,
    rank_absolute: 1,
    domain: 'holts.example',
    title: 'How many otters live in a holt?',
    description: 'Mostly a mother and her cubs.',
    url: 'https://holts.example/how-many',
    breadcrumb: null,
  },
  {
    type: 'paid',
    rank_group: 1,
    rank_absolute: 2,
    domain: 'www.boats.example',
    title: 'Boats for rivers & lakes',
    description: null,
    url: 'https://www.boats.example/rent?from=ad',
    breadcrumb: 'www.boats.example/rent',
  },
  { type: 'people_also_ask', rank_group: 1, rank_absolute: 3 },
  {
    type: 'organic',
    rank_group: 1,
    rank_absolute: 4,
    domain: 'otters.example',
    title: 'River otters | Otters.example',
    description: 'Where the otter lives.  And why.',
    url: 'https://otters.example/rivers/a-b',
    breadcrumb: 'https://otters.example › rivers',
  },
  {
    type: 'organic',
    rank_group: 2,
    rank_absolute: 7,
    domain: 'lakes.example',
    title: null,
    description: null,
    url: 'https://lakes.example/north',
    breadcrumb: null,
  },
];

const result = (items: readonly unknown[] | null): readonly unknown[] => [
  {
    keyword: 'river otters & lakes',
    type: 'organic',
    se_domain: 'google.com',
    location_code: 2840,
    language_code: 'en',
    check_url: 'https://www.google.com/search?q=river%20otters%20%26%20lakes',
    datetime: '2026-11-22 11:59:55 +00:00',
    spell: null,
    item_types: ['organic', 'paid', 'featured_snippet', 'people_also_ask'],
    se_results_count: 120_000,
    items_count: items?.length ?? 0,
    items,
  },
];

const answerOf = { engine: 'google', engineDomain: 'google.com', locationName: null } as const;

export const dataForSeoWebSerp: Subject<'web-serp'> = {
  operation: 'web-serp',
  provider: 'dataforseo',
  secret: PASSWORD,
  open: (bench) => openAt(bench)['web-serp'],
  good: {
    request: WEB_SERP,
    reply: done(result(ITEMS), { se: 'google', se_type: 'organic', location_code: 2840 }),
    expected: {
      ...answerOf,
      results: [
        {
          type: 'featured_snippet',
          rankGroup: 1,
          rankAbsolute: 1,
          domain: 'holts.example',
          title: 'How many otters live in a holt?',
          description: 'Mostly a mother and her cubs.',
          url: 'https://holts.example/how-many',
          breadcrumb: null,
        },
        {
          type: 'paid',
          rankGroup: 1,
          rankAbsolute: 2,
          domain: 'www.boats.example',
          title: 'Boats for rivers & lakes',
          description: null,
          url: 'https://www.boats.example/rent?from=ad',
          breadcrumb: 'www.boats.example/rent',
        },
        {
          type: 'organic',
          rankGroup: 1,
          rankAbsolute: 4,
          domain: 'otters.example',
          title: 'River otters | Otters.example',
          description: 'Where the otter lives. And why.',
          url: 'https://otters.example/rivers/a-b',
          breadcrumb: 'https://otters.example › rivers',
        },
        {
          type: 'organic',
          rankGroup: 2,
          rankAbsolute: 7,
          domain: 'lakes.example',
          title: 'https://lakes.example/north',
          description: null,
          url: 'https://lakes.example/north',
          breadcrumb: 'https://lakes.example › north',
        },
      ],
    },
    requests: requestsWith('google/organic/live/regular', {
      keyword: 'river otters & lakes',
      location_code: 2840,
      language_code: 'en',
      device: 'desktop',
      os: 'windows',
      depth: 10,
    }),
  },
  empty: {
    request: WEB_SERP,
    reply: nothingFound(),
    expected: { ...answerOf, engineDomain: null, results: [] },
  },
  others: {
    'a page without items': {
      request: WEB_SERP,
      reply: done(result(null)),
      expected: { ...answerOf, results: [] },
    },
    'a task without a page': {
      request: WEB_SERP,
      reply: done([]),
      expected: { ...answerOf, engineDomain: null, results: [] },
    },
    'a city that it names, a phone, and more results than a page has': {
      request: {
        ...WEB_SERP,
        location: CITY,
        device: 'mobile',
        os: 'ios',
        depth: 11,
        language: language('nb'),
      },
      reply: done(result([]), { location_name: 'Otterton,Devon,United Kingdom' }),
      expected: { ...answerOf, locationName: 'Otterton,Devon,United Kingdom', results: [] },
      requests: requestsWith('google/organic/live/regular', {
        keyword: 'river otters & lakes',
        location_code: 1_006_886,
        language_code: 'no',
        device: 'mobile',
        os: 'ios',
        depth: 20,
      }),
    },
    'a keyword with signs that it would decode': {
      request: { ...WEB_SERP, keyword: '100% c++ a%20b' },
      reply: nothingFound(),
      expected: { ...answerOf, engineDomain: null, results: [] },
      requests: requestsWith('google/organic/live/regular', { keyword: '100%25 c%2B%2B a%2520b' }),
    },
    'fewer results than it gives': {
      request: { ...WEB_SERP, depth: 1 },
      reply: done(result(ITEMS.slice(3))),
      expected: {
        ...answerOf,
        results: [
          {
            type: 'organic',
            rankGroup: 1,
            rankAbsolute: 4,
            domain: 'otters.example',
            title: 'River otters | Otters.example',
            description: 'Where the otter lives. And why.',
            url: 'https://otters.example/rivers/a-b',
            breadcrumb: 'https://otters.example › rivers',
          },
        ],
      },
    },
  },
  failures: [
    ...FAILURES,
    {
      what: 'a title that is a number',
      reply: done(result([{ ...ITEMS[3], title: 4711 }])),
      kind: 'bad_answer',
      field: 'tasks[0].result[0].items[0].title',
    },
    {
      what: 'a place on the page that is a text',
      reply: done(result([ITEMS[0], { ...ITEMS[3], rank_absolute: '4' }])),
      kind: 'bad_answer',
      field: 'tasks[0].result[0].items[1].rank_absolute',
    },
  ],
  unsupported: [
    // Its list has no Russia.
    { field: 'location_code', request: { ...WEB_SERP, location: location(2643) } },
  ],
};

const suggestedResult = (items: readonly unknown[] | null): readonly unknown[] => [
  {
    keyword: 'river ott',
    type: 'autocomplete',
    se_domain: 'google.com',
    location_code: 2840,
    language_code: 'en',
    check_url: 'https://google.com/search?q=river+ott&hl=en&gl=US&uule=w+CAIQIFISCQ',
    datetime: '2026-11-22 11:59:58 +00:00',
    spell: null,
    refinement_chips: null,
    item_types: ['autocomplete'],
    se_results_count: 0,
    items_count: items?.length ?? 0,
    items,
  },
];

const item = (suggestion: string, more: object = {}): object => ({
  type: 'autocomplete',
  rank_group: 1,
  rank_absolute: 1,
  relevance: null,
  suggestion,
  suggestion_type: null,
  search_query_url: null,
  thumbnail_url: null,
  highlighted: null,
  ...more,
});

const suggestedAnswerOf = {
  engine: 'google',
  engineDomain: 'google.com',
  checkUrl: 'https://google.com/search?q=river+ott&hl=en&gl=US&uule=w+CAIQIFISCQ',
} as const;
const nothing = { engine: 'google', engineDomain: null, checkUrl: null, suggestions: [] } as const;

export const dataForSeoAutocomplete: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'dataforseo',
  secret: PASSWORD,
  open: (bench) => openAt(bench)['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: done(
      suggestedResult([
        item('river ott', { search_query_url: 'https://www.google.com/search?q=river+ott' }),
        item('river otters & lakes', {
          relevance: 601,
          suggestion_type: 'query',
          search_query_url: 'https://www.google.com/search?q=river+otters+%26+lakes',
          thumbnail_url: 'https://images.example/otter.png?s=10',
          highlighted: ['ers', '& lakes'],
        }),
        item('river otters & lakes'),
      ]),
      { se: 'google', se_type: 'autocomplete', client: 'gws-wiz-serp', device: 'desktop', os: 'windows' },
    ),
    expected: {
      ...suggestedAnswerOf,
      suggestions: [
        {
          text: 'river ott',
          searchUrl: 'https://www.google.com/search?q=river+ott',
          thumbnailUrl: null,
          highlighted: [],
        },
        {
          text: 'river otters & lakes',
          searchUrl: 'https://www.google.com/search?q=river+otters+%26+lakes',
          thumbnailUrl: 'https://images.example/otter.png?s=10',
          highlighted: ['ers', '& lakes'],
        },
      ],
    },
    requests: requestsWith('google/autocomplete/live/advanced', {
      keyword: 'river ott',
      location_code: 2840,
      language_code: 'en',
      client: 'gws-wiz-serp',
    }),
  },
  empty: { request: AUTOCOMPLETE, reply: nothingFound(), expected: nothing },
  others: {
    'no suggestions': {
      request: AUTOCOMPLETE,
      reply: done(suggestedResult(null)),
      expected: { ...suggestedAnswerOf, suggestions: [] },
    },
    'a city, and a keyword with signs that it would decode': {
      request: { ...AUTOCOMPLETE, keyword: '50% + c', client: 'youtube', location: CITY },
      reply: nothingFound(),
      expected: nothing,
      requests: requestsWith('google/autocomplete/live/advanced', {
        keyword: '50%25 %2B c',
        location_code: 1_006_886,
        language_code: 'en',
        client: 'youtube',
      }),
    },
  },
  failures: [
    ...FAILURES,
    {
      what: 'a client that it does not take',
      reply: {
        json: {
          status_code: 20_000,
          tasks: [{ status_code: 40_501, status_message: "Invalid Field: 'client'.", result: null }],
        },
      },
      kind: 'unsupported',
      field: 'client',
    },
    {
      what: 'a text where parts should be',
      reply: done(suggestedResult([item('river otter', { highlighted: 'er' })])),
      kind: 'bad_answer',
      field: 'tasks[0].result[0].items[0].highlighted',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...AUTOCOMPLETE, location: location(2643) } }],
};
