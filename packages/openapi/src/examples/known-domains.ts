import { exampleFields, ICON_MEDIA_TYPES } from '@sitegrep/contract';
import { DOMAIN_FIELD_NAMES, SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import { type Examples, success } from './example.ts';

const shop = { domain: 'shop.example' };

/** Versions of a page. */
const before = {
  id: '17',
  first_seen: '2026-08-01 06:00:00 +00:00',
  last_seen: '2026-09-01 06:00:00 +00:00',
  gone_at: null,
  title: 'Winter sale',
  bytes: 48_211,
  rendered_bytes: null,
  digest: 'q1WGxIvQyVbMCqYz3J7YTg',
  charset: 'utf-8',
  truncated: false,
} as const;
const standing = {
  ...before,
  id: '31',
  first_seen: '2026-10-01 06:00:00 +00:00',
  last_seen: null,
  title: 'Spring sale',
  digest: 'PjZ0nHcVtO2p8Jx5b1mQ4w',
} as const;

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

const ANSWERS = {
  domain: 'shop.example',
  revision: 3,
  files: [
    {
      name: 'llms.txt',
      status: 200,
      real: false,
      reason: 'it is a page of HTML or XML',
      bytes: 0,
      truncated: false,
    },
    { name: 'robots.txt', status: 200, real: true, reason: null, bytes: 48, truncated: false },
    {
      name: 'security.txt',
      status: 200,
      real: true,
      reason: null,
      bytes: 81,
      truncated: false,
      security: {
        contact: ['mailto:security@shop.example'],
        encryption: [],
        acknowledgments: [],
        policy: [],
        hiring: [],
        canonical: [],
        preferred_languages: [],
        expires: '2026-12-31 23:00:00 +00:00',
        expired: false,
        signed: false,
      },
    },
  ],
  agents: [
    { agent: 'GPTBot', verdict: 'blocked' },
    { agent: 'Googlebot', verdict: 'allowed' },
  ],
  certificate: {
    issuer: "Let's Encrypt R11",
    names: ['shop.example', 'www.shop.example'],
    names_count: 2,
    not_before: '2026-02-01 00:00:00 +00:00',
    not_after: '2026-05-02 00:00:00 +00:00',
    tls: 'TLSv1.3',
  },
  icon: {
    url: 'https://shop.example/favicon.ico',
    bytes: 1_150,
    mmh3: -1_320_913_470,
    md5: '6a9e2f0c7b3d4158a0c1e2f3d4b5a697',
    sha256: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
    phash: 'c3a5f01e3c5a7e81',
    problem: null,
  },
  items: [
    {
      url: 'https://shop.example/',
      status: 200,
      headers: [
        { name: 'server', value: 'nginx/1.25' },
        { name: 'set-cookie', value: 'PHPSESSID; path=/; httponly' },
      ],
      headers_left_out: 0,
      cookies: [{ name: 'PHPSESSID', attributes: ['path=/', 'httponly'] }],
      cookies_left_out: 0,
    },
  ],
  next_token: '',
  total_count: 1,
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
  getDomainAnswers: {
    parameters: shop,
    answers: { 200: success(ANSWERS) },
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
  getDomainHistory: {
    parameters: { ...shop, kind: 'tech' },
    answers: {
      200: success({
        domain: 'shop.example',
        revision: 3,
        visits: [
          { at: '2026-08-01 06:00:00 +00:00', source: 'crawl', pages_count: 4 },
          { at: '2026-09-01 06:00:00 +00:00', source: 'crawl', pages_count: 4 },
          { at: '2026-10-01 06:00:00 +00:00', source: 'crawl', pages_count: 4 },
        ],
        items: [
          {
            kind: 'tech',
            value: 'Magento',
            first_seen: '2026-08-01 06:00:00 +00:00',
            last_seen: '2026-08-01 06:00:00 +00:00',
            gone_at: '2026-09-01 06:00:00 +00:00',
            missing_since: null,
            added_by: null,
            removed_by: 'visit',
            visits_count: 1,
            seen: [{ from: '2026-08-01 06:00:00 +00:00', to: '2026-08-01 06:00:00 +00:00', visits: 1 }],
            seen_left_out: 0,
          },
          {
            kind: 'tech',
            value: 'Shopify',
            first_seen: '2026-09-01 06:00:00 +00:00',
            last_seen: '2026-10-01 06:00:00 +00:00',
            gone_at: null,
            missing_since: null,
            added_by: 'visit',
            removed_by: null,
            visits_count: 2,
            seen: [{ from: '2026-09-01 06:00:00 +00:00', to: '2026-10-01 06:00:00 +00:00', visits: 2 }],
            seen_left_out: 0,
          },
        ],
        next_token: '',
        total_count: 2,
      }),
    },
  },
  listDomainThirdParties: {
    parameters: shop,
    answers: {
      200: success({
        domain: 'shop.example',
        revision: 3,
        categories: [
          {
            category: 'analytics.analytics',
            name: 'Analytics',
            hosts: [
              {
                host: 'www.google-analytics.com',
                kinds: ['script', 'request'],
                technologies: ['Google Analytics'],
              },
            ],
          },
        ],
        others: [{ host: 'images.partner.example', kinds: ['image'], technologies: [] }],
        is_complete: true,
      }),
    },
  },
  getPageSource: {
    parameters: { ...shop, url: 'https://shop.example/' },
    answers: sourceAnswers,
  },
  listPageVersions: {
    parameters: { ...shop, url: 'https://shop.example/' },
    answers: {
      200: success({
        items: [standing, before],
        next_token: '',
        total_count: 2,
        left_out: null,
        revision: 3,
      }),
    },
  },
  getVersionSource: {
    parameters: { ...shop, url: 'https://shop.example/', id: '17' },
    answers: { 200: '<!doctype html>…' },
  },
  getPageDiff: {
    parameters: { ...shop, url: 'https://shop.example/', from: '17', to: '31' },
    answers: {
      200: success({
        url: 'https://shop.example/',
        from: before,
        to: standing,
        values_left_out: 12,
        unit: 'lines',
        lines_broken: false,
        hunks: [
          {
            a_line: 7,
            a_lines: 1,
            b_line: 7,
            b_lines: 1,
            operations: [
              { kind: 'equal', a: 310, b: 310, length: 4, text: '<h1>' },
              { kind: 'delete', a: 314, b: 314, length: 6, text: 'Winter' },
              { kind: 'insert', a: 320, b: 314, length: 6, text: 'Spring' },
              { kind: 'equal', a: 320, b: 320, length: 5, text: '</h1>' },
            ],
          },
        ],
        more_hunks: 0,
        unified: null,
        unified_cut: false,
      }),
    },
  },
  getDomainIcon: { parameters: shop, answers: { 200: '(the image)' } },
  hashIcon: {
    lists: Object.fromEntries(ICON_MEDIA_TYPES.map((type) => [type, '(the file)'])),
    answers: {
      200: success({
        type: 'ico',
        bytes: 1_150,
        mmh3: -1_320_913_470,
        md5: '6a9e2f0c7b3d4158a0c1e2f3d4b5a697',
        sha256: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
        phash: 'c3a5f01e3c5a7e81',
        problem: null,
        q: 'icon:-1320913470',
        q_alike: 'icon~:c3a5f01e3c5a7e81',
      }),
    },
  },
  getPageScreenshot: {
    parameters: { ...shop, url: 'https://shop.example/', size: 'thumbnail' },
    answers: { 200: '(the image)' },
  },
} as const satisfies Examples;
