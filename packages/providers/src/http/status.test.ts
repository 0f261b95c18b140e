import { describe, expect, test } from 'vitest';
import { failureOfStatus, failureSaid, requireSuccess, retryAfter } from './status.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

describe('retryAfter', () => {
  test.each([
    ['7', 7_000],
    ['0', 0],
    [' 30 ', 30_000],
    ['Sun, 22 Nov 2026 12:00:05 GMT', 5_000],
    ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['', null],
    ['soon', null],
    // Date.parse takes it for a date.
    ['-5', null],
  ])('of "%s"', (header, expected) => {
    expect(retryAfter(header, NOW)).toBe(expected);
  });
});

const answer = (status: number) => ({ status, headers: new Map(), body: null, target: 'a.example/b' });

test('a status may mean another thing at an upstream', () => {
  expect(() => requireSuccess(answer(403), { 403: 'rate_limited' })).toThrow(
    expect.objectContaining({ kind: 'rate_limited' }),
  );
  expect(failureOfStatus(answer(429), 'quota').kind).toBe('quota');
  expect(requireSuccess(answer(204)).status).toBe(204);
});

test('messages name the place and the status', () => {
  expect(failureOfStatus(answer(401)).message).toBe('a.example/b refuses our credential (status 401)');
  expect(failureOfStatus(answer(404)).message).toBe('a.example/b refuses the request (status 404)');
  expect(failureOfStatus(answer(500)).message).toBe('a.example/b is out of order (status 500)');
});

test('an upstream may say by a code of its own what went wrong', () => {
  expect(failureSaid(answer(200), 'quota', { said: 'code 7' })).toMatchObject({
    kind: 'quota',
    message: 'a.example/b says that what it grants us is used up (code 7)',
    retryAfterMs: null,
    isPassing: false,
  });
  expect(failureSaid(answer(200), 'unavailable', { said: 'code 8', isPassing: true }).isPassing).toBe(true);
  const waiting = { ...answer(200), headers: new Map([['retry-after', '9']]) };
  expect(failureSaid(waiting, 'unavailable', { said: 'code 8', isPassing: true })).toMatchObject({
    retryAfterMs: 9_000,
    isPassing: false,
  });
});
