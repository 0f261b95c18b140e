import { exampleFields, specifiedExample } from '@sitegrep/contract';
import { DOMAIN_FIELD_NAMES, SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import { type Examples, list, success } from './example.ts';
import { ID as ID_OF_CRAWL, SITE } from './crawls.ts';
import { SHOP_PAGE } from './known-domains.ts';

const DOMAIN = { type: 'domain_technology_item', ...exampleFields(SEARCH_RESULT_FIELDS) };
const SPECIFIED = { type: 'domain_technology_item', ...specifiedExample(SEARCH_RESULT_FIELDS) };

const MATCHES = [
  {
    term: 'cdn.shopify.com',
    url: 'https://shop.example/',
    offset: 128,
    before: 'link rel="preconnect" href="https://fonts.example">\n<link rel="preload" href="//',
    match: 'cdn.shopify.com',
    after: '/s/files/1/0042/theme.css" as="style">\n<link rel="modulepreload" href="/js/jquer',
  },
  {
    term: 'jquery',
    url: 'https://shop.example/',
    offset: 218,
    before: 'y.com/s/files/1/0042/theme.css" as="style">\n<link rel="modulepreload" href="/js/',
    match: 'jquery',
    after: '-3.7.1.min.js">\n',
  },
];

const QUERY = '/UA-\\d{4,9}-\\d/ country:DE';

const FOUND = {
  type: 'page_item',
  domain: 'shop.example',
  url: 'https://shop.example/',
  title: 'Teas of the world',
  rank: 412,
  fetched_at: '2026-03-01 09:00:41 +00:00',
  charset: 'utf-8',
  truncated: false,
};

const PATTERN_MATCH = {
  term: 'UA-\\d{4,9}-\\d',
  scope: 'body',
  url: 'https://shop.example/',
  offset: 1_280,
  line: 31,
  column: 21,
  before: "ga('create', '",
  match: 'UA-12345-6',
  after: "', 'auto');",
  captures: [],
  names: {},
};

const PAGES = { total_count: 7, items_count: 1, offset: 0, offset_token: 'AQpr0m1seThisIsOnlyAnExample' };
const GERMAN = { filter: ['country', 'in', ['DE']] };
const ID = { pattern: 'UA-\\d{4,9}-\\d' };

export const SEARCH_EXAMPLES = {
  watchSearch: {
    json: { q: QUERY, count_only: true },
    answers: {
      200:
        'event: progress\ndata: {"candidates":3056,"looked_at":1200}\n\nevent: answer\n' +
        `data: ${JSON.stringify(success({ ...PAGES, items_count: 0, offset_token: '', items: [], notes: [], took_ms: 2_130 }))}\n\n`,
    },
  },
  search: {
    json: {
      q: QUERY,
      level: 'page',
      limit: 1,
      snippets: { per_item: 1, around: 14 },
      facets: [{ field: 'tech', limit: 2 }],
    },
    answers: {
      200: success({
        ...PAGES,
        items: [{ ...FOUND, matches: [PATTERN_MATCH] }],
        facets: [
          {
            field: 'tech',
            values: [
              { value: 'jQuery', domains: 1_204 },
              { value: 'WordPress', domains: 977 },
            ],
            distinct: 318,
            listed: 318,
            without: 12,
          },
        ],
        notes: [],
        took_ms: 12,
      }),
    },
  },
  searchByLink: {
    parameters: { q: '"brevo.com" OR "sibforms.com"', level: 'page', limit: 1 },
    answers: { 200: success({ ...PAGES, items: [FOUND], notes: [], took_ms: 4 }) },
  },
  exportSearch: {
    json: {
      query: { and: [{ text: 'cdn.shopify.com' }, { not: { pattern: 'UA-\\d+-\\d' } }] },
      extract: [
        { as: 'h1', select: 'h1' },
        { as: 'action', select: 'form', attribute: 'action', all: true },
      ],
    },
    answers: {
      200: `${JSON.stringify({ ...DOMAIN, extracted: { h1: 'Teas of the world', action: ['/search', '/cart/add'] }, offset_token: '' })}\n`,
    },
  },
  explainSearch: {
    json: { q: QUERY },
    answers: {
      200: success({
        level: 'domain',
        tree: { and: [ID, GERMAN] },
        canonical: { and: [GERMAN, ID] },
        candidates: { and: [GERMAN, { text: 'ua-' }] },
        candidates_count: 3_204,
        is_exact: false,
        looked_at: [ID],
        notes: [],
      }),
    },
  },
  countTrends: {
    json: {
      queries: [{ label: 'Shopify', q: 'tech:Shopify' }, { q: 'tech:Magento country:DE' }],
      by: 'month',
      from: '2026-08-01',
      to: '2026-10-31',
    },
    answers: {
      200: success({
        by: 'month',
        intervals: [
          { from: '2026-08-01', to: '2026-08-31' },
          { from: '2026-09-01', to: '2026-09-30' },
          { from: '2026-10-01', to: '2026-10-31' },
        ],
        lines: [
          { label: 'Shopify', domains: [4_102, 4_180, 4_233], exact: true, as_of_now: [] },
          { label: 'tech:Magento country:DE', domains: [311, 305, 302], exact: true, as_of_now: [] },
        ],
      }),
    },
  },
  translateQuery: {
    json: { engine: 'fofa', query: 'body="gtag" && title="shop" && port="80"' },
    answers: {
      200: success({
        query: 'same:page("gtag" title:"shop")',
        bound: 'at_most',
        left_out: [{ part: 'port="80"', reason: 'ports, protocols and banners of services are not stored' }],
        problem: null,
      }),
    },
  },
  searchHtmlSourceCode: {
    json: {
      search_terms: ['cdn.shopify.com', 'jquery'],
      order_by: ['domain_rank,desc'],
      limit: 1,
      snippets: true,
    },
    answers: {
      200: success({
        total_count: 1_204,
        items_count: 1,
        offset: 0,
        offset_token: 'AQpr0m1seThisIsOnlyAnExample',
        items: [{ ...SPECIFIED, matches: MATCHES }],
      }),
    },
  },
  exportMatches: {
    json: { search_terms: ['cdn.shopify.com'], filters: ['country_iso_code', 'in', ['DE', 'AT', 'CH']] },
    answers: { 200: `${JSON.stringify({ ...SPECIFIED, offset_token: '' })}\n` },
  },
} as const satisfies Examples;

const BLOCK = {
  domain: 'spam.example',
  reason: 'asked by its owner',
  created_at: '2026-03-01 09:00:00 +00:00',
};
const blocked = { domain: 'spam.example' };

export const DOMAIN_EXAMPLES = {
  inspectDomain: {
    parameters: { domain: 'shop.example' },
    answers: {
      200: success({
        type: 'domain_technology_item',
        ...exampleFields(DOMAIN_FIELD_NAMES),
        revision: 3,
        pages: [SHOP_PAGE],
        block: null,
      }),
    },
  },
  listDomainVisits: {
    parameters: { domain: 'shop.example' },
    answers: { 200: list({ crawl_id: ID_OF_CRAWL, submitted_at: '2026-03-01 09:00:00 +00:00', ...SITE }) },
  },
  deleteDomain: {
    parameters: blocked,
    answers: {
      200: success({
        domain: 'spam.example',
        removed: { count: 2, domains: ['spam.example', 'more.spam.example'] },
        block: BLOCK,
      }),
    },
  },
  listBlockedDomains: { answers: { 200: list(BLOCK) } },
  getBlockedDomain: { parameters: blocked, answers: { 200: success(BLOCK) } },
  blockDomain: {
    parameters: blocked,
    json: { reason: 'asked by its owner' },
    answers: { 200: success(BLOCK) },
  },
  unblockDomain: { parameters: blocked, answers: { 200: success(BLOCK) } },
} as const satisfies Examples;
