import { expect, test } from 'vitest';
import { kindedLabel } from './kinds.ts';
import { shownLabels } from './shown-labels.ts';

test('labels of a change are shown by their kinds, as facets show them', () => {
  expect(
    shownLabels([
      kindedLabel('tech', 'Shopify'),
      kindedLabel('tech', 'Klaviyo'),
      kindedLabel('tech_version', 'jQuery\x003.7.1'),
      kindedLabel('host', 'com.example.cdn\0sit'),
      kindedLabel('host', 'com.example.cdn\0s'),
      kindedLabel('cert_name', 'example.shop'),
      kindedLabel('header_value', 'server\0nginx/1.25'),
      kindedLabel('title', 'Tea; and: kettles'),
      kindedLabel('rank', '300'),
    ]),
  ).toEqual({
    tech: ['Klaviyo', 'Shopify'],
    tech_version: ['jQuery 3.7.1'],
    host: ['cdn.example.com'],
    cert_name: ['shop.example'],
    header_value: ['server=nginx/1.25'],
    title: ['Tea; and: kettles'],
    rank: ['300'],
  });
});
