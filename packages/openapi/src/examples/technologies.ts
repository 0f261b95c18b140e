import { type Examples, success } from './example.ts';

const TECHNOLOGY = {
  name: 'WooCommerce',
  slug: 'woocommerce',
  categories: ['sales.ecommerce', 'add_ons.wordpress_plugins'],
  domains: 1_904,
  implied_domains: 12,
  versions: [
    { version: '8.9.1', domains: 612 },
    { version: '8.8.3', domains: 287 },
  ],
  versions_count: 118,
};

export const TECHNOLOGY_EXAMPLES = {
  listTechnologies: {
    parameters: { prefix: 'woo', category: 'ecommerce', country: 'DE' },
    answers: { 200: success({ total_count: 1, items_count: 1, offset: 0, items: [TECHNOLOGY] }) },
  },
  getTechnology: {
    parameters: { slug: 'woocommerce' },
    answers: {
      200: success({
        ...TECHNOLOGY,
        trend: [
          { from: '2026-02-01', to: '2026-02-28', domains: 1_871 },
          { from: '2026-03-01', to: '2026-03-12', domains: 1_904 },
        ],
        gained: {
          changes_count: 57,
          latest: [{ domain: 'shop.example', at: '2026-03-11 04:12:09 +00:00' }],
          instead_of: [{ technology: 'Shopify', changes_count: 4 }],
        },
        lost: {
          changes_count: 24,
          latest: [{ domain: 'tea.example', at: '2026-03-09 18:40:51 +00:00' }],
          replaced_by: [{ technology: 'Shopware', changes_count: 3 }],
        },
      }),
    },
  },
  testTechnologies: {
    json: {
      fingerprints: {
        'Acme Widgets': {
          cats: ['widgets'],
          scriptSrc: 'widget-([\\d.]+)\\.js\\;version:\\1',
          html: 'acme-slot',
        },
      },
      on: 'shop.example',
    },
    answers: {
      200: success({
        domain: 'shop.example',
        technologies: ['Acme Widgets'],
        problems: [],
        replaced: [],
        pages: [
          {
            url: 'https://shop.example/',
            technologies: [
              {
                name: 'Acme Widgets',
                found: { confidence: 100, version: '3.1' },
                evidence: [
                  {
                    field: 'scriptSrc',
                    key: '',
                    pattern: 'widget-([\\d.]+)\\.js',
                    match: 'widget-3.1.js',
                    confidence: 100,
                    version: '3.1',
                    version_source: 'path',
                  },
                ],
                missing: [{ field: 'html', key: '', pattern: 'acme-slot' }],
                requires: [],
              },
            ],
          },
        ],
        total_pages: 1,
        notes: [],
      }),
    },
  },
  listCategories: {
    answers: {
      200: success({
        total_count: 1,
        items: [
          {
            path: 'content.cms',
            name: 'CMS',
            group: 'Content',
            technologies: 411,
            domains: 20_817,
            implied_domains: 31,
          },
        ],
      }),
    },
  },
} as const satisfies Examples;
