import { expect, test } from 'vitest';
import { newestOf } from './newest.ts';

test('the labels of a change begin with technologies, what is new before what is gone', () => {
  const change = {
    at: '2026-02-01 12:00:00 +00:00',
    previous_at: '2026-01-01 12:00:00 +00:00',
    added: { title: ['Tea'], host: ['cdn.example.com'], tech: ['Shopify'], category: ['ecommerce'] },
    removed: { tech: ['WordPress'], email: ['me@shop.example'] },
  };
  expect(newestOf(change).map(({ side, kind, label }) => `${side} ${kind} ${label}`)).toEqual([
    'added tech Shopify',
    'removed tech WordPress',
    'added host cdn.example.com',
    'removed email me@shop.example',
  ]);
  expect(newestOf(null)).toEqual([]);
});
