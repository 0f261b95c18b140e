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
import { openBrave } from '../../src/adapters/brave/index.ts';

/** Key that `openBrave` gets in tests. */
const SECRET = 'brave-secret-key';

const refusal = (status: number, code: unknown, meta: object = {}): Reply => ({
  status,
  json: {
    type: 'ErrorResponse',
    error: { id: '4b1c', status, code, detail: 'Sorry', meta },
    time: 1_795_000_000,
  },
});

const invalid = (...loc: readonly unknown[]): Reply =>
  refusal(422, 'VALIDATION', { errors: [{ type: 'enum', loc, msg: 'Sorry' }] });

interface BraveFailure {
  readonly what: string;
  readonly reply: Reply;
  readonly kind: FailureKind;
  readonly field?: string;
  readonly retryAfterMs?: number;
}

/** Failures of both operations. */
const failures: readonly BraveFailure[] = [
  ...['SUBSCRIPTION_TOKEN_INVALID', 'OPTION_NOT_IN_PLAN'].map((code): BraveFailure => ({
    what: code,
    reply: refusal(422, code),
    kind: 'credential',
  })),
  { what: 'no subscription', reply: refusal(404, 'SUBSCRIPTION_NOT_FOUND'), kind: 'credential' },
  { what: 'no key', reply: invalid('header', 'x-subscription-token'), kind: 'credential' },
  {
    what: 'a country that it does not know after all',
    reply: invalid('query', 'country'),
    kind: 'unsupported',
    field: 'location_code',
  },
  { what: 'a query that is too long', reply: invalid('query', 'q'), kind: 'unsupported', field: 'keyword' },
  { what: 'another parameter', reply: invalid('query', 'count'), kind: 'unavailable' },
  { what: 'a parameter without a name', reply: invalid(), kind: 'unavailable' },
  { what: 'a parameter that is a number', reply: invalid(0), kind: 'unavailable' },
  { what: 'a refusal without reasons', reply: refusal(422, 'VALIDATION'), kind: 'unavailable' },
  {
    what: 'too many queries a second',
    reply: {
      ...refusal(429, 'RATE_LIMITED'),
      headers: {
        'x-ratelimit-limit': '1, 15000',
        'x-ratelimit-policy': '1;w=1, 15000;w=2592000',
        'x-ratelimit-remaining': '0, 14000',
        'x-ratelimit-reset': '1, 1200000',
      },
    },
    kind: 'rate_limited',
    retryAfterMs: 1_000,
  },
  {
    what: 'the month is used up',
    reply: {
      ...refusal(429, 'QUOTA_LIMITED'),
      headers: {
        'x-ratelimit-limit': '1, 2000',
        'x-ratelimit-remaining': '1, 0',
        'x-ratelimit-reset': '1, 36000',
      },
    },
    kind: 'quota',
    retryAfterMs: 36_000_000,
  },
  { what: 'an unknown code', reply: refusal(500, 'INTERNAL'), kind: 'unavailable' },
  { what: 'a code that is not text', reply: refusal(429, 7), kind: 'rate_limited' },
  {
    what: 'an error with status 200',
    reply: { ...refusal(429, 'RATE_LIMITED'), status: 200 },
    kind: 'rate_limited',
  },
  { what: 'an object without anything', reply: { json: {} }, kind: 'bad_answer' },
];

const answerOf = { engine: 'brave', engineDomain: 'search.brave.com', locationName: null } as const;

const query = { original: 'river otters & lakes', country: 'us', more_results_available: true };

const braveWebSerp: Subject<'web-serp'> = {
  operation: 'web-serp',
  provider: 'brave',
  secret: SECRET,
  open: ({ origin, http }) =>
    openBrave({ http, url: `${origin}/res/v1`, key: SECRET, suggestKey: null })['web-serp'],
  good: {
    request: WEB_SERP,
    reply: {
      json: {
        type: 'search',
        query,
        mixed: { type: 'mixed', main: [{ type: 'web', index: 0, all: false }], top: [], side: [] },
        web: {
          type: 'search',
          results: [
            {
              type: 'search_result',
              subtype: 'generic',
              title: 'Otters &amp; their lakes',
              url: 'https://www.otters.example/guides/lakes',
              description: 'Where the <strong>otter</strong> lives &#x27;n&#x27; eats.',
              age: '3 days ago',
              language: 'en',
              meta_url: {
                scheme: 'https',
                netloc: 'otters.example',
                hostname: 'www.otters.example',
                path: '› guides  › lakes',
              },
              profile: { name: 'Otters', url: 'https://www.otters.example/' },
              extra_snippets: ['More of it.'],
            },
            {
              type: 'search_result',
              title: 'An otter day',
              url: 'http://holt.example/',
              description: 'Up at dusk.',
              meta_url: { scheme: 'http', netloc: 'holt.example', hostname: 'holt.example', path: '' },
            },
          ],
          family_friendly: true,
        },
      },
    },
    expected: {
      ...answerOf,
      results: [
        {
          type: 'organic',
          rankGroup: 1,
          rankAbsolute: 1,
          domain: 'www.otters.example',
          title: 'Otters & their lakes',
          description: "Where the otter lives 'n' eats.",
          url: 'https://www.otters.example/guides/lakes',
          breadcrumb: 'otters.example › guides › lakes',
        },
        {
          type: 'organic',
          rankGroup: 2,
          rankAbsolute: 2,
          domain: 'holt.example',
          title: 'An otter day',
          description: 'Up at dusk.',
          url: 'http://holt.example/',
          breadcrumb: 'holt.example',
        },
      ],
    },
    requests: [
      {
        method: 'GET',
        path: '/res/v1/web/search',
        headers: { 'x-subscription-token': SECRET },
        query: {
          q: 'river otters & lakes',
          country: 'US',
          search_lang: 'en',
          count: '10',
          offset: '0',
          result_filter: 'web',
          text_decorations: 'false',
        },
      },
    ],
  },
  empty: {
    request: WEB_SERP,
    reply: { json: { type: 'search', query: { ...query, more_results_available: false } } },
    expected: { ...answerOf, results: [] },
  },
  others: {
    'pages, which overlap': {
      request: { ...WEB_SERP, depth: 50, language: language('ja'), location: location(2392) },
      reply: ({ query: { offset } }) => ({
        json: {
          query,
          web: { results: offset === '0' ? parts(1, 20) : offset === '1' ? parts(20, 20) : parts(40, 20) },
        },
      }),
      expected: { ...answerOf, results: listedParts(50) },
      requests: ['0', '1', '2'].map((offset) => ({
        query: {
          q: 'river otters & lakes',
          country: 'JP',
          search_lang: 'jp',
          count: '20',
          offset,
          result_filter: 'web',
          text_decorations: 'false',
        },
      })),
    },
    'a last page': {
      request: { ...WEB_SERP, depth: 100 },
      reply: { json: { query: { ...query, more_results_available: false }, web: { results: parts(1, 3) } } },
      expected: { ...answerOf, results: listedParts(3) },
      requests: [{ path: '/res/v1/web/search' }],
    },
  },
  failures: [
    ...failures,
    {
      what: 'a description that is a list',
      reply: { json: { web: { results: [{ url: 'https://a.example/', description: [] }] } } },
      kind: 'bad_answer',
      field: 'web.results[0].description',
    },
    {
      what: 'a second page that is refused',
      request: { ...WEB_SERP, depth: 40 },
      reply: ({ query: { offset } }) =>
        offset === '0' ? { json: { query, web: { results: parts(1, 20) } } } : { status: 429, json: {} },
      kind: 'rate_limited',
    },
  ],
  unsupported: [
    { field: 'location_code', request: { ...WEB_SERP, location: CITY } },
    { field: 'location_code', request: { ...WEB_SERP, location: location(2703) } },
    { field: 'language_code', request: { ...WEB_SERP, language: language('zu') } },
    { field: 'keyword', request: { ...WEB_SERP, keyword: 'o'.repeat(401) } },
    { field: 'keyword', request: { ...WEB_SERP, keyword: 'ott '.repeat(51) } },
  ],
};

const suggestedAnswerOf = {
  engine: 'brave',
  engineDomain: 'search.brave.com',
  checkUrl: 'https://search.brave.com/search?q=river+ott',
} as const;

const braveAutocomplete: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'brave',
  secret: SECRET,
  open: ({ origin, http }) =>
    openBrave({ http, url: origin, key: 'brave-search-key', suggestKey: SECRET })['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: {
      json: {
        type: 'suggest',
        query: { original: 'river ott' },
        results: [
          { query: 'river otters &amp; lakes', is_entity: false },
          {
            query: 'river otter inn',
            is_entity: true,
            title: 'River Otter Inn',
            description: 'Hotel',
            img: 'https://images.example/inn.png',
          },
        ],
      },
    },
    expected: {
      ...suggestedAnswerOf,
      suggestions: [
        {
          text: 'river otters & lakes',
          searchUrl: 'https://search.brave.com/search?q=river+otters+%26+lakes',
          thumbnailUrl: null,
          highlighted: [],
        },
        {
          text: 'river otter inn',
          searchUrl: 'https://search.brave.com/search?q=river+otter+inn',
          thumbnailUrl: 'https://images.example/inn.png',
          highlighted: [],
        },
      ],
    },
    requests: [
      {
        method: 'GET',
        path: '/suggest/search',
        headers: { 'x-subscription-token': SECRET },
        query: { q: 'river ott', country: 'US', lang: 'en', count: '10', rich: 'true' },
      },
    ],
  },
  empty: {
    request: AUTOCOMPLETE,
    reply: { json: { type: 'suggest', query: { original: 'river ott' }, results: [] } },
    expected: { ...suggestedAnswerOf, suggestions: [] },
  },
  others: {
    'another language and country': {
      request: { ...AUTOCOMPLETE, language: language('pt-BR'), location: location(2076) },
      reply: { json: { results: [] } },
      expected: { ...suggestedAnswerOf, suggestions: [] },
      requests: [{ query: { q: 'river ott', country: 'BR', lang: 'pt-br', count: '10', rich: 'true' } }],
    },
  },
  failures: [
    ...failures,
    {
      what: 'a suggestion that is a text',
      reply: { json: { results: ['river otter'] } },
      kind: 'bad_answer',
      field: 'results[0]',
    },
  ],
  unsupported: [
    { field: 'location_code', request: { ...AUTOCOMPLETE, location: CITY } },
    { field: 'language_code', request: { ...AUTOCOMPLETE, language: language('zu') } },
    { field: 'client', request: { ...AUTOCOMPLETE, client: 'img' } },
    { field: 'keyword', request: { ...AUTOCOMPLETE, keyword: 'o'.repeat(401) } },
  ],
};

export const braveUnderTest: ProviderUnderTest<'brave'> = {
  environment: (origin, secret) => ({
    SITEGREP_BRAVE_URL: `${origin}/res/v1`,
    SITEGREP_BRAVE_KEY: secret,
    SITEGREP_BRAVE_SUGGEST_KEY: `suggest-${secret}`,
  }),
  subjects: { 'web-serp': braveWebSerp, 'web-autocomplete': braveAutocomplete },
};
