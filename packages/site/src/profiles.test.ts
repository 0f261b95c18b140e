import { expect, test } from 'vitest';
import { profileKey } from './profiles.ts';

test.each([
  ['https://plus.google.com/+TeaShop', 'https://plus.google.com/+teashop'],
  ['https://flickr.com/people/%D1%82ea', 'https://flickr.com/people/%d1%82ea'],
  ['https://facebook.com/pages/Tea-Shop/180558361960482', 'https://facebook.com/teashop-180558361960482'],
  ['https://facebook.com/pages/Tea/180558361960482', 'https://facebook.com/pages/%D1%87/180558361960482'],
  [
    'https://facebook.com/profile.php?id=180558361960482',
    'https://facebook.com/people/Tea-Shop/180558361960482',
  ],
  ['https://facebook.com/p/Tea-Shop-180558361960482', 'https://facebook.com/180558361960482'],
])('%s and %s are one profile', (one, other) => {
  expect(profileKey(one)).toBe(profileKey(other));
});

test.each([
  ['https://x.com/teashop', 'https://facebook.com/teashop'],
  ['https://facebook.com/tea-2024', 'https://facebook.com/kettle-2024'],
  ['https://facebook.com/pages/Tea/180558361960482', 'https://facebook.com/pages/Tea/180558361960483'],
  ['https://linkedin.com/company/180558361960482', 'https://facebook.com/180558361960482'],
])('%s and %s are two profiles', (one, other) => {
  expect(profileKey(one)).not.toBe(profileKey(other));
});
