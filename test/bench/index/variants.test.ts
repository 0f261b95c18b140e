import { expect, test } from 'vitest';
import { variantOf } from './variants.ts';

const document = {
  domain: 'shop.example',
  pages: [{ source: '<a href="/app.1f2e3d4c5b6a.js?v=2024">GTM-AB12 99 deadbeef</a>' }],
};
const sourceOf = (copy: number): string => variantOf(document, copy).pages[0]?.source ?? '';

test('a variant has a domain of its own, and other numbers and hashes of the same length', () => {
  expect(variantOf(document, 3).domain).toBe('shop-v3.example');
  for (const copy of [1, 2, 3]) {
    expect(sourceOf(copy)).toMatch(
      /^<a href="\/app\.[0-9a-f]{12}\.js\?v=\d{4}">GTM-AB12 99 [0-9a-f]{8}<\/a>$/,
    );
    expect(sourceOf(copy)).not.toBe(sourceOf(copy + 1));
    expect(sourceOf(copy)).toBe(sourceOf(copy));
  }
});
