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
    answers: { 200: success(TECHNOLOGY) },
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
