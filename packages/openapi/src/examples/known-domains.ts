import { exampleFields } from '@sitegrep/contract';
import { DOMAIN_FIELD_NAMES, SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import { type Examples, success } from './example.ts';

const shop = { domain: 'shop.example' };

export const SHOP_PAGE = {
  url: 'https://shop.example/',
  title: 'Teas of the world',
  bytes: 31_904,
  rendered_bytes: null,
  screenshot_bytes: null,
  fetched_at: '2026-03-01 09:00:41 +00:00',
  charset: 'utf-8',
  truncated: false,
};

const ITEM = { type: 'domain_technology_item', ...exampleFields(SEARCH_RESULT_FIELDS) };

const LINES = [
  { input: 'https://www.shop.example/tea', domain: 'shop.example', item: ITEM },
  { input: 'unknown.example', domain: 'unknown.example', item: null },
  { input: '1.2.3', domain: null, item: null, error: 'not four numbers, as an IPv4 address has' },
];

const JQUERY = {
  name: 'jQuery',
  versions: ['3.7.1'],
  confidence: 100,
  categories: ['web_development.javascript_libraries'],
  pages_count: 1,
  pages: ['https://shop.example/'],
  evidence_count: 1,
  evidence: [
    {
      url: 'https://shop.example/',
      field: 'scriptSrc',
      key: '',
      pattern: 'jquery[.-]([\\d.]*\\d)[^/]*\\.js',
      match: 'jquery-3.7.1.min.js',
      confidence: 100,
      version: '3.7.1',
      version_source: 'path',
    },
  ],
  implied: false,
  implied_by: [],
};

const SOURCE = '<!doctype html>\n<title>Teas of the world</title>\n';
const sourceAnswers = { 200: SOURCE, 206: SOURCE.slice(0, 15) };

export const LOOKUP_EXAMPLES = {
  lookUpDomains: {
    json: { domains: LINES.map(({ input }) => input), fields: [] },
    lists: {
      'text/plain': LINES.map(({ input }) => `${input}\n`).join(''),
      'application/x-ndjson': LINES.map(({ input }) => `${JSON.stringify(input)}\n`).join(''),
    },
    answers: { 200: LINES.map((line) => `${JSON.stringify(line)}\n`).join('') },
  },
  getDomain: {
    parameters: shop,
    answers: {
      200: success({
        type: 'domain_technology_item',
        ...exampleFields(DOMAIN_FIELD_NAMES),
        revision: 3,
        pages_count: 1,
      }),
    },
  },
  listDomainTechnologies: {
    parameters: shop,
    answers: { 200: success({ domain: 'shop.example', revision: 3, items: [JQUERY], notes: [] }) },
  },
  listDomainPages: {
    parameters: shop,
    answers: { 200: success({ items: [SHOP_PAGE], next_token: '', total_count: 1, revision: 3 }) },
  },
  listDomainLinks: {
    parameters: shop,
    answers: {
      200: success({
        items: [{ host: 'teamakers.example', pages_count: 4, url: 'https://shop.example/' }],
        next_token: '',
        total_count: 1,
        revision: 3,
      }),
    },
  },
  getPageSource: {
    parameters: { ...shop, url: 'https://shop.example/' },
    answers: sourceAnswers,
  },
  getPageScreenshot: {
    parameters: { ...shop, url: 'https://shop.example/', size: 'thumbnail' },
    answers: { 200: '(the image)' },
  },
} as const satisfies Examples;
