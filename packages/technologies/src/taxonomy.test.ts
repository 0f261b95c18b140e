import { expect, test } from 'vitest';
import { readFingerprints } from './fingerprints.ts';
import { categoryPaths, slug } from './taxonomy.ts';

test('a slug is lower case with every run of other characters as one underscore', () => {
  expect(slug('A/B Testing')).toBe('a_b_testing');
  expect(slug('SSL/TLS certificate authorities')).toBe('ssl_tls_certificate_authorities');
  expect(slug('Fundraising & donations')).toBe('fundraising_donations');
  expect(slug('Add-ons')).toBe('add_ons');
  expect(slug('(beta) x!')).toBe('beta_x');
});

test('a category of several groups has a path in each', () => {
  const paths = categoryPaths({ 2: { name: 'Message boards', priority: 1, groups: [3, 4, 18] } });
  expect(paths.get(2)).toEqual([
    'content.message_boards',
    'communication.message_boards',
    'user_generated_content.message_boards',
  ]);
});

test('a group without a name is an error that says which', () => {
  expect(() => categoryPaths({ 9: { name: 'Hosting panels', priority: 2, groups: [12] } })).toThrow(
    'category 9 (Hosting panels): group 12 has no name',
  );
});

test.each([
  [59, ['web_development.javascript_libraries']],
  [5, ['other.widgets']],
  [1, ['content.cms']],
  [87, ['add_ons.wordpress_plugins']],
  [52, ['communication.live_chat', 'business_tools.live_chat']],
  [112, ['utilities.artificial_intelligence', 'web_development.artificial_intelligence']],
  [74, ['analytics.a_b_testing']],
  [16, ['security.security']],
  [70, ['security.ssl_tls_certificate_authorities']],
  [6, ['sales.ecommerce']],
  [67, ['privacy.cookie_compliance']],
  [31, ['servers.cdn']],
])('category %i of the committed set has the path %j', (id, expected) => {
  const paths = categoryPaths(readFingerprints().categories).get(id) ?? [];
  expect([...paths].sort()).toEqual([...expected].sort());
});

test('every category of the committed set has well-formed paths, all different', () => {
  const { categories } = readFingerprints();
  const all = [...categoryPaths(categories).values()].flat();
  expect(all.length).toBeGreaterThanOrEqual(Object.keys(categories).length);
  expect(new Set(all).size).toBe(all.length);
  for (const path of all) expect(path).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z0-9]+(_[a-z0-9]+)*$/);
});
