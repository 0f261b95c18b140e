import { exampleFields } from '@sitegrep/contract';
import { SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import { type Examples, success } from './example.ts';

const DOMAIN = { type: 'domain_technology_item', ...exampleFields(SEARCH_RESULT_FIELDS) };

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

export const SEARCH_EXAMPLES = {
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
        items: [{ ...DOMAIN, matches: MATCHES }],
      }),
    },
  },
} as const satisfies Examples;
