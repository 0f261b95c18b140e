import {
  AUTOCOMPLETE,
  language,
  listedParts,
  location,
  parts,
  CITY,
  WEB_SERP,
} from '../conformance/requests.ts';
import type { ProviderUnderTest, Subject } from '../conformance/subject.ts';
import type { Reply } from '../conformance/upstream.ts';
import type { FailureKind } from '../../src/failure.ts';
import { openSerper } from '../../src/adapters/serper/index.ts';

/** Key that `openSerper` gets in tests. */
const SECRET = 'serper-secret-key';

const refusal = (status: number, message: unknown): Reply => ({
  status,
  json: { message, statusCode: status },
});

/** Failures of both operations. */
const failures: readonly {
  readonly what: string;
  readonly reply: Reply;
  readonly kind: FailureKind;
  readonly field?: string;
}[] = [
  { what: 'a key that is refused', reply: refusal(403, 'Unauthorized.'), kind: 'credential' },
  { what: 'no credits left', reply: refusal(400, 'Not enough credits'), kind: 'quota' },
  {
    what: 'a query that the account may not ask',
    reply: refusal(400, 'Query pattern not allowed for free accounts.'),
    kind: 'unsupported',
    field: 'keyword',
  },
  { what: 'another refusal', reply: refusal(400, 'Invalid request'), kind: 'unavailable' },
  { what: 'a refusal that says nothing', reply: { status: 400, json: [] }, kind: 'unavailable' },
  { what: 'a refusal whose message is not text', reply: refusal(400, { a: 1 }), kind: 'unavailable' },
  { what: 'too many queries a second', reply: refusal(429, 'Too many requests'), kind: 'rate_limited' },
];

const searchParameters = { q: 'river otters & lakes', gl: 'us', hl: 'en', type: 'search', num: 10, page: 1 };

const answerOf = { engine: 'google', engineDomain: null, locationName: null } as const;

/** Positions begin anew on each page. */
const page = (from: number, count: number) =>
  parts(from, count).map(({ title, url }, index) => ({ title, link: url, position: index + 1 }));

const serperWebSerp: Subject<'web-serp'> = {
  operation: 'web-serp',
  provider: 'serper',
  secret: SECRET,
  open: ({ origin, http }) => openSerper({ http, url: origin, key: SECRET })['web-serp'],
  good: {
    request: WEB_SERP,
    reply: {
      json: {
        searchParameters,
        answerBox: {
          title: 'What otters eat',
          link: 'https://www.lakeside.example/food',
          snippet: 'Mostly fish,  and crayfish where there are any.',
          snippetHighlighted: ['Mostly fish'],
        },
        knowledgeGraph: { title: 'River otter', type: 'Animal' },
        organic: [
          {
            title: 'River otters & their lakes',
            link: 'https://otters.example/guides/lakes',
            snippet: 'Where they live.',
            sitelinks: [{ title: 'Maps', link: 'https://otters.example/maps' }],
            position: 1,
          },
          {
            title: 'An otter day',
            link: 'http://holt.example/',
            snippet: 'Up at dusk.',
            date: '5 days ago',
            position: 4,
          },
        ],
        peopleAlsoAsk: [{ question: 'Do otters sleep?', link: 'https://holt.example/sleep' }],
        relatedSearches: [{ query: 'sea otters' }],
        credits: 1,
      },
    },
    expected: {
      ...answerOf,
      results: [
        {
          type: 'featured_snippet',
          rankGroup: 1,
          rankAbsolute: 1,
          domain: 'www.lakeside.example',
          title: 'What otters eat',
          description: 'Mostly fish, and crayfish where there are any.',
          url: 'https://www.lakeside.example/food',
          breadcrumb: null,
        },
        {
          type: 'organic',
          rankGroup: 1,
          rankAbsolute: 2,
          domain: 'otters.example',
          title: 'River otters & their lakes',
          description: 'Where they live.',
          url: 'https://otters.example/guides/lakes',
          breadcrumb: 'https://otters.example › guides › lakes',
        },
        {
          type: 'organic',
          rankGroup: 2,
          rankAbsolute: 5,
          domain: 'holt.example',
          title: 'An otter day',
          description: 'Up at dusk.',
          url: 'http://holt.example/',
          breadcrumb: 'http://holt.example',
        },
      ],
    },
    requests: [
      {
        method: 'POST',
        path: '/search',
        headers: { 'x-api-key': SECRET },
        json: { q: 'river otters & lakes', gl: 'us', hl: 'en', num: 10, page: 1 },
      },
    ],
  },
  empty: {
    request: WEB_SERP,
    reply: { json: { searchParameters, organic: [], credits: 1 } },
    expected: { ...answerOf, results: [] },
  },
  others: {
    'an answer box without a page behind it, and no list': {
      request: WEB_SERP,
      reply: { json: { searchParameters, answerBox: { answer: '4' }, credits: 1 } },
      expected: { ...answerOf, results: [] },
    },
    'an answer box with a short answer': {
      request: WEB_SERP,
      reply: {
        json: {
          organic: [],
          answerBox: { answer: 'Fish', title: 'Food', link: 'https://holt.example/food' },
        },
      },
      expected: {
        ...answerOf,
        results: [
          {
            type: 'featured_snippet',
            rankGroup: 1,
            rankAbsolute: 1,
            domain: 'holt.example',
            title: 'Food',
            description: 'Fish',
            url: 'https://holt.example/food',
            breadcrumb: null,
          },
        ],
      },
    },
    'more than one page, in another language': {
      request: { ...WEB_SERP, depth: 15, language: language('he'), location: location(2826) },
      reply: ({ json }) => ({
        json: { organic: isPage(json, 2) ? [...page(10, 1), ...page(11, 9)] : page(1, 10), credits: 1 },
      }),
      expected: { ...answerOf, results: listedParts(15) },
      requests: [
        { json: { q: 'river otters & lakes', gl: 'gb', hl: 'iw', num: 10, page: 1 } },
        { json: { q: 'river otters & lakes', gl: 'gb', hl: 'iw', num: 10, page: 2 } },
      ],
    },
    'fewer than were wanted': {
      request: { ...WEB_SERP, depth: 100 },
      reply: ({ json }) => ({ json: { organic: isPage(json, 1) ? page(1, 7) : [] } }),
      expected: { ...answerOf, results: listedParts(7) },
    },
  },
  failures: [
    ...failures,
    {
      what: 'a page of results that is none',
      reply: { json: { organic: { 0: 'x' } } },
      kind: 'bad_answer',
      field: 'organic',
    },
    {
      what: 'an error with status 200',
      reply: { json: { message: 'Sorry', statusCode: 500 } },
      kind: 'bad_answer',
      field: 'searchParameters',
    },
    {
      what: 'a second page that is refused',
      request: { ...WEB_SERP, depth: 20 },
      reply: ({ json }) =>
        isPage(json, 1) ? { json: { organic: page(1, 10) } } : { status: 429, json: { statusCode: 429 } },
      kind: 'rate_limited',
    },
  ],
  unsupported: [{ field: 'location_code', request: { ...WEB_SERP, location: CITY } }],
};

function isPage(json: unknown, page: number): boolean {
  return typeof json === 'object' && json !== null && 'page' in json && json.page === page;
}

const suggestedSearchParameters = { q: 'river ott', gl: 'us', hl: 'en', type: 'autocomplete' };

const suggestedAnswerOf = { engine: 'google', engineDomain: null, checkUrl: null } as const;

const plain = { searchUrl: null, thumbnailUrl: null, highlighted: [] };

const serperAutocomplete: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'serper',
  secret: SECRET,
  open: ({ origin, http }) => openSerper({ http, url: `${origin}/`, key: SECRET })['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: {
      json: {
        searchParameters: suggestedSearchParameters,
        suggestions: [{ value: 'river otters & lakes' }, { value: 'river  otter' }, { value: 'river otter' }],
        credits: 1,
      },
    },
    expected: {
      ...suggestedAnswerOf,
      suggestions: [
        { ...plain, text: 'river otters & lakes' },
        { ...plain, text: 'river otter' },
      ],
    },
    requests: [
      {
        method: 'POST',
        path: '/autocomplete',
        headers: { 'x-api-key': SECRET },
        json: { q: 'river ott', gl: 'us', hl: 'en' },
      },
    ],
  },
  empty: {
    request: AUTOCOMPLETE,
    reply: { json: { searchParameters: suggestedSearchParameters, suggestions: [], credits: 1 } },
    expected: { ...suggestedAnswerOf, suggestions: [] },
  },
  others: {
    'another language and country, and no list': {
      request: {
        ...AUTOCOMPLETE,
        client: 'firefox',
        language: language('pt-BR'),
        location: location(2076),
      },
      reply: { json: { searchParameters: suggestedSearchParameters } },
      expected: { ...suggestedAnswerOf, suggestions: [] },
      requests: [{ json: { q: 'river ott', gl: 'br', hl: 'pt-BR' } }],
    },
  },
  failures: [
    ...failures,
    {
      what: 'a suggestion that is a number',
      reply: { json: { suggestions: [{ value: 7 }] } },
      kind: 'bad_answer',
      field: 'suggestions[0].value',
    },
    {
      what: 'an object without anything',
      reply: { json: {} },
      kind: 'bad_answer',
      field: 'searchParameters',
    },
  ],
  unsupported: [
    { field: 'location_code', request: { ...AUTOCOMPLETE, location: CITY } },
    { field: 'client', request: { ...AUTOCOMPLETE, client: 'youtube' } },
  ],
};

export const serperUnderTest: ProviderUnderTest<'serper'> = {
  environment: (origin, secret) => ({ SITEGREP_SERPER_URL: origin, SITEGREP_SERPER_KEY: secret }),
  subjects: { 'web-serp': serperWebSerp, 'web-autocomplete': serperAutocomplete },
};
