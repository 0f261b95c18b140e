import { withUser } from '../conformance/subject.ts';
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
import { openSearxng } from '../../src/adapters/searxng/index.ts';

const SECRET = 'searxng-secret-password';

/** Address of the instance behind a proxy that wants a password. */
const instance = (origin: string): string => `${origin.replace('://', `://otter:${SECRET}@`)}/searx/`;

const authorization = `Basic ${Buffer.from(`otter:${SECRET}`).toString('base64')}`;

const answerOf = { engine: 'searxng', engineDomain: null, locationName: null } as const;

const rest = { answers: [], corrections: [], infoboxes: [], suggestions: [], unresponsive_engines: [] };

const requests = (pageno: number, locale = 'en-US') => ({
  method: 'GET',
  path: '/searx/search',
  headers: { authorization },
  query: {
    q: 'river otters & lakes',
    locale: 'en',
    format: 'json',
    categories: 'general',
    pageno: String(pageno),
    language: locale,
  },
});

const searxngWebSerp: Subject<'web-serp'> = {
  operation: 'web-serp',
  provider: 'searxng',
  secret: SECRET,
  open: ({ origin, http }) =>
    openSearxng({ http, url: instance(origin), suggestionsFrom: 'duckduckgo' })['web-serp'],
  good: {
    request: WEB_SERP,
    reply: {
      json: {
        query: 'river otters & lakes',
        results: [
          {
            url: 'https://www.otters.example/guides/lakes',
            title: 'River otters & their lakes',
            content: 'Where  they live.',
            publishedDate: null,
            thumbnail: '',
            engine: 'one',
            template: 'default.html',
            parsed_url: ['https', 'www.otters.example', '/guides/lakes', '', '', ''],
            img_src: '',
            priority: '',
            engines: ['one', 'two'],
            positions: [1, 3],
            score: 2.5,
            category: 'general',
          },
          { url: 'http://holt.example/', title: 'An otter day', content: '', engine: 'two', score: 0.5 },
          { url: null, title: 'A picture', content: 'leads nowhere' },
        ],
        answers: [
          { url: 'https://lakeside.example/food', engine: 'one', answer: 'Mostly fish.' },
          { url: null, engine: 'plugin: calculator', answer: '1 + 1 = 2' },
          { url: 'https://words.example/otter', engine: 'two', translations: [{ text: 'Otter' }] },
        ],
        corrections: ['river otter'],
        infoboxes: [{ infobox: 'Otter', urls: [{ title: 'Official', url: 'https://otter.example/' }] }],
        suggestions: ['sea otters'],
        unresponsive_engines: [['three', 'timeout']],
      },
    },
    expected: {
      ...answerOf,
      results: [
        {
          type: 'featured_snippet',
          rankGroup: 1,
          rankAbsolute: 1,
          domain: 'lakeside.example',
          title: 'https://lakeside.example/food',
          description: 'Mostly fish.',
          url: 'https://lakeside.example/food',
          breadcrumb: null,
        },
        {
          type: 'organic',
          rankGroup: 1,
          rankAbsolute: 2,
          domain: 'www.otters.example',
          title: 'River otters & their lakes',
          description: 'Where they live.',
          url: 'https://www.otters.example/guides/lakes',
          breadcrumb: 'https://www.otters.example › guides › lakes',
        },
        {
          type: 'organic',
          rankGroup: 2,
          rankAbsolute: 3,
          domain: 'holt.example',
          title: 'An otter day',
          description: null,
          url: 'http://holt.example/',
          breadcrumb: 'http://holt.example',
        },
      ],
    },
    requests: [requests(1)],
  },
  empty: {
    request: WEB_SERP,
    reply: { json: { query: 'river otters & lakes', results: [], ...rest } },
    expected: { ...answerOf, results: [] },
  },
  others: {
    'pages, which overlap, until one has nothing new': {
      request: { ...WEB_SERP, depth: 100, language: language('de'), location: location(2040) },
      reply: ({ query: { pageno } }) => ({
        json: { ...rest, results: pageno === '1' ? parts(1, 30) : parts(21, 20) },
      }),
      expected: { ...answerOf, results: listedParts(40) },
      requests: [requests(1, 'de-AT'), requests(2, 'de-AT'), requests(3, 'de-AT')],
    },
    'a second page that its engines have not': {
      request: { ...WEB_SERP, depth: 20 },
      reply: ({ query: { pageno } }) => ({
        json:
          pageno === '1'
            ? { ...rest, results: parts(1, 3) }
            : { ...rest, results: [], unresponsive_engines: [['one', 'timeout']] },
      }),
      expected: { ...answerOf, results: listedParts(3) },
    },
    'no more than five pages': {
      request: { ...WEB_SERP, depth: 100 },
      reply: ({ query: { pageno } }) => ({ json: { ...rest, results: parts(Number(pageno), 1) } }),
      expected: { ...answerOf, results: listedParts(5) },
      requests: [1, 2, 3, 4, 5].map((pageno) => requests(pageno)),
    },
    'answers of an older instance': {
      request: WEB_SERP,
      reply: { json: { results: parts(1, 1), answers: ['2'], number_of_results: 0 } },
      expected: { ...answerOf, results: listedParts(1) },
    },
  },
  failures: [
    {
      what: 'JSON is not among its formats',
      reply: { status: 403, type: 'text/html', text: '<p>Forbidden' },
      kind: 'credential',
    },
    { what: 'no query', reply: { status: 400, json: { error: 'No query' } }, kind: 'unavailable' },
    {
      what: 'a search that broke',
      reply: { status: 500, json: { error: 'search error' } },
      kind: 'unavailable',
    },
    {
      what: 'its limiter',
      reply: { status: 429, type: 'text/plain', text: 'Too Many Requests' },
      kind: 'rate_limited',
    },
    {
      what: 'no engine answered',
      reply: {
        json: {
          ...rest,
          results: [{ url: null, title: 'leads nowhere' }],
          unresponsive_engines: [
            ['one', 'CAPTCHA'],
            ['two', 'Suspended: too many requests'],
          ],
        },
      },
      kind: 'unavailable',
    },
    {
      what: 'a result whose title is a list',
      reply: { json: { ...rest, results: [{ url: 'https://a.example/', title: ['A'] }] } },
      kind: 'bad_answer',
      field: 'results[0].title',
    },
    {
      what: 'an error with status 200',
      reply: { json: { error: 'Sorry' } },
      kind: 'bad_answer',
      field: 'results',
    },
  ],
  unsupported: [
    { field: 'location_code', request: { ...WEB_SERP, location: CITY } },
    ...['!!g otters', 'otters !images', ':de otters', ':german otters', 'otters <850', '!!'].map(
      (keyword) => ({
        field: 'keyword',
        request: { ...WEB_SERP, keyword },
      }),
    ),
  ],
};

const plain = { searchUrl: null, thumbnailUrl: null, highlighted: [] };

const searxngAutocomplete: Subject<'web-autocomplete'> = {
  operation: 'web-autocomplete',
  provider: 'searxng',
  secret: SECRET,
  open: ({ origin, http }) =>
    openSearxng({ http, url: instance(origin), suggestionsFrom: 'duckduckgo' })['web-autocomplete'],
  good: {
    request: AUTOCOMPLETE,
    reply: { json: ['river otters & lakes', 'river  otter', 'river otter', ''] },
    expected: {
      engine: 'searxng',
      engineDomain: null,
      checkUrl: null,
      suggestions: [
        { ...plain, text: 'river otters & lakes' },
        { ...plain, text: 'river otter' },
      ],
    },
    requests: [
      {
        method: 'GET',
        path: '/searx/autocompleter',
        headers: { authorization, 'x-requested-with': 'XMLHttpRequest' },
        query: { q: 'river ott', locale: 'en', autocomplete: 'duckduckgo', language: 'en-US' },
      },
    ],
  },
  empty: {
    request: AUTOCOMPLETE,
    reply: { json: [] },
    expected: { engine: 'searxng', engineDomain: null, checkUrl: null, suggestions: [] },
  },
  failures: [
    {
      what: 'its limiter',
      reply: { status: 429, type: 'text/plain', text: 'Too Many Requests' },
      kind: 'rate_limited',
    },
    {
      what: 'a suggestion that is a number',
      reply: { json: ['river', 7] },
      kind: 'bad_answer',
      field: 'the answer[1]',
    },
    { what: 'an object', reply: { json: {} }, kind: 'bad_answer', field: 'the answer' },
  ],
  unsupported: [
    { field: 'location_code', request: { ...AUTOCOMPLETE, location: CITY } },
    { field: 'client', request: { ...AUTOCOMPLETE, client: 'products-cc' } },
    { field: 'keyword', request: { ...AUTOCOMPLETE, keyword: '!image' } },
  ],
};

export const searxngUnderTest: ProviderUnderTest<'searxng'> = {
  environment: (origin, secret) => ({ SITEGREP_SEARXNG_URL: `${withUser(origin, secret)}/searx/` }),
  subjects: { 'web-serp': searxngWebSerp, 'web-autocomplete': searxngAutocomplete },
};
