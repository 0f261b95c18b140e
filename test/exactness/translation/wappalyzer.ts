/* Names of technologies as Wappalyzer has them: one or more of a list. */
import type { SeenPage } from './pages.ts';
import { exact, least, most, refused, type Row } from './rows.ts';

const uses = (name: string) => (p: SeenPage) => name in p.technologies;

export const WAPPALYZER: readonly Row[] = [
  exact('WordPress', 'tech:"WordPress"', uses('WordPress')),
  exact('wordpress', 'tech:"wordpress"', uses('WordPress')),
  exact('jquery', 'tech:"jquery"', uses('jQuery')),
  exact('Google Analytics', 'tech:"Google Analytics"', uses('Google Analytics')),
  exact('google-analytics', 'tech:"google analytics"', uses('Google Analytics')),
  exact(
    'WooCommerce, jQuery',
    'tech:"WooCommerce" OR tech:"jQuery"',
    (p) => uses('WooCommerce')(p) || uses('jQuery')(p),
  ),
  exact(
    'Brevo\nWooCommerce\n',
    'tech:"Brevo" OR tech:"WooCommerce"',
    (p) => uses('Brevo')(p) || uses('WooCommerce')(p),
  ),
  exact('jquery-ui; brevo', 'tech:"jquery ui" OR tech:"brevo"', uses('Brevo')),
  exact('vue-js,jquery', 'tech:"vue.js" OR tech:"jquery"', uses('jQuery')),
  exact('WordPress:6.4.2', 'tech:"WordPress@6.4.2"', (p) => p.technologies['WordPress'] === '6.4.2'),
  exact('jQuery:3.6.0', 'tech:"jQuery@3.6.0"', (p) => p.technologies['jQuery'] === '3.6.0'),
  exact('Page builders', 'category:"Page builders"', () => false),
  exact('page-builders, woocommerce', 'category:"page builders" OR tech:"woocommerce"', uses('WooCommerce')),
  most('WordPress:6.4', 'tech:"WordPress@6.4"', ['the exact version in WordPress:6.4'], () => false),
  most('jQuery:3', 'tech:"jQuery@3"', ['the exact version in jQuery:3'], () => false),
  refused('Kettleware', 'which is not a known value'),
  least(
    'WordPress, Kettleware',
    'tech:"WordPress"',
    ['Kettleware'],
    (p) => uses('WordPress')(p) || p.domain === 'plain.test',
  ),
  refused(' , ', 'a name is missing'),
];
