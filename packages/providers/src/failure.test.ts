import { expect, test } from 'vitest';
import { badAnswer, ProviderFailure, unsupported } from './failure.ts';
import { stopped } from './http/transport-failure.ts';

test('a failure says what follows from it', () => {
  expect(unsupported('location_code', 'knows countries only')).toMatchObject({
    kind: 'unsupported',
    field: 'location_code',
    message: 'knows countries only',
  });
  expect(badAnswer('items[0].title', 'is missing')).toMatchObject({
    kind: 'bad_answer',
    field: 'items[0].title',
    message: 'items[0].title is missing',
  });
  const plain = { retryAfterMs: null, field: null, isPassing: false };
  expect(new ProviderFailure('quota', 'used up')).toMatchObject(plain);
});

test('what stops it is told apart: time that is up, and nobody who waits', async () => {
  const late = AbortSignal.timeout(1);
  await new Promise((resolve) => late.addEventListener('abort', resolve));
  expect(stopped(late, 'a.example')).toMatchObject({ kind: 'timeout' });
  expect(stopped(AbortSignal.abort(), 'a.example')).toMatchObject({ kind: 'cancelled' });
});
