import { expect, test } from 'vitest';
import { metaKeywords } from './meta-keywords.ts';

test('keywords are split at commas of three scripts, trimmed and unique regardless of case', () => {
  expect(metaKeywords(['Shoes,  red   shoes ,shoes, SHOES', '鞋，红鞋、靴'])).toEqual([
    'Shoes',
    'red shoes',
    '鞋',
    '红鞋',
    '靴',
  ]);
});

test('empty entries are not keywords', () => {
  expect(metaKeywords(['', ' , ,\n', ','])).toEqual([]);
});

test('at most 100 are returned', () => {
  const many = Array.from({ length: 150 }, (_, index) => `k${index}`);
  expect(metaKeywords([many.join(',')])).toEqual(many.slice(0, 100));
});
