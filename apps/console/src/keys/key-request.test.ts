import { expect, test } from 'vitest';
import { blockWishIn } from '../admin/block-wish.ts';
import { keyRequestIn, stateOf } from './key-request.ts';

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test('a key is asked for with the scopes that were ticked, and with what is not left empty', () => {
  expect(keyRequestIn(form({ name: ' a ', search: 'on', admin: 'on', limit: '', expires: '' }))).toEqual({
    name: 'a',
    scopes: ['search', 'admin'],
  });
  expect(keyRequestIn(form({ name: 'a', limit: '60', expires: '2027-01-01' }))).toEqual({
    name: 'a',
    scopes: [],
    rate_limit_per_minute: 60,
    expires_at: '2027-01-01',
  });
});

test.each([
  [null, null, 'valid'],
  [null, '2026-03-01 09:00:01 +00:00', 'valid'],
  [null, '2026-03-01 09:00:00 +00:00', 'expired'],
  ['2026-01-01 00:00:00 +00:00', '2025-01-01 00:00:00 +00:00', 'revoked'],
])('a key that was revoked at %s and expires at %s is %s', (revoked, expires, state) =>
  expect(stateOf({ revoked_at: revoked, expires_at: expires }, new Date('2026-03-01T09:00:00Z'))).toBe(state),
);

test('a domain is kept out, or removed too', () => {
  expect(blockWishIn(form({ domain: ' a.example ', reason: '' }))).toEqual({
    domain: 'a.example',
    request: {},
    isRemoval: false,
  });
  expect(blockWishIn(form({ domain: 'a.example', reason: 'asked', remove: 'on' }))).toEqual({
    domain: 'a.example',
    request: { reason: 'asked' },
    isRemoval: true,
  });
});
