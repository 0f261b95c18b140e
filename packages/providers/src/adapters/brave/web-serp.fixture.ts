import { language, location, PLACE, WEB_SERP } from '../../conformance/requests.ts';
import { listedParts, parts } from '../../conformance/parts.fixture.ts';
import type { Subject } from '../../conformance/subject.ts';
import { failures, SECRET } from './failures.fixture.ts';
import { openBrave } from './index.ts';

const answerOf = { engine: 'brave', engineDomain: 'search.brave.com', locationName: null } as const;

const query = { original: 'river otters & lakes', country: 'us', more_results_available: true };

export const braveWebSerp: Subject<'web-serp'> = {
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
    asked: [
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
      asked: ['0', '1', '2'].map((offset) => ({
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
      asked: [{ path: '/res/v1/web/search' }],
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
    { field: 'location_code', request: { ...WEB_SERP, location: PLACE } },
    { field: 'location_code', request: { ...WEB_SERP, location: location(2703) } },
    { field: 'language_code', request: { ...WEB_SERP, language: language('zu') } },
    { field: 'keyword', request: { ...WEB_SERP, keyword: 'o'.repeat(401) } },
    { field: 'keyword', request: { ...WEB_SERP, keyword: 'ott '.repeat(51) } },
  ],
};
