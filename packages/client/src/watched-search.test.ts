/* Searches that say how far they are, of a server that breaks them off. */
import { expect, test } from 'vitest';
import type { SearchProgressEvent } from './api.ts';
import { type Answer, answering, failure, failureOf, stream } from '../test/misbehaving-server.ts';

const EVENTS = 'text/event-stream';
const ANSWER = { total_count: 2, items: [] };

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The answer to a search, with what it told meanwhile. */
async function searched(
  answers: readonly Answer[],
): Promise<readonly [found: unknown, told: readonly SearchProgressEvent[], paths: readonly string[]]> {
  await using server = await answering(...answers);
  const told: SearchProgressEvent[] = [];
  const onProgress = (progress: SearchProgressEvent): void => void told.push(progress);
  const found = await server.client({ retries: 2 }).query.search({ q: 'x' }, { onProgress });
  return [found, told, server.received.map(({ path }) => path)];
}

const progress = { candidates: 9, looked_at: 4 };

test('the answer comes after the progress', async () => {
  const parts = [event('progress', progress), ':\n\n', event('answer', { success: true, data: ANSWER })];
  expect(await searched([stream(EVENTS, parts, 'ends')])).toEqual([ANSWER, [progress], ['/search/events']]);
});

test('an answer may be longer than a line of a list', async () => {
  const items = Array.from({ length: 20 }, (_, number) => `${number % 10}`.repeat(2 ** 20));
  const answer = { total_count: 20, items };
  const part = event('answer', { success: true, data: answer });
  expect(part.length).toBeGreaterThan(2 ** 24);
  const [found] = await searched([stream(EVENTS, [part], 'ends')]);
  expect(found).toEqual(answer);
});

test('a search that breaks off before its answer is tried again', async () => {
  const [found, told, paths] = await searched([
    stream(EVENTS, [event('progress', progress)], 'breaks'),
    failure(503, 'Service unavailable', 'Busy.', { 'retry-after': '0' }),
    stream(EVENTS, [event('answer', { success: true, data: ANSWER })], 'ends'),
  ]);
  expect([found, told, paths.length]).toEqual([ANSWER, [progress], 3]);
});

test('an error after the progress is that of the search', async () => {
  const body = { success: false, error: 'Query too broad', details: 'Narrow it.' };
  const failed = searched([stream(EVENTS, [event('progress', progress), event('error', body)], 'ends')]);
  expect(await failureOf(failed)).toMatchObject({ code: 'too_broad', status: 422, details: 'Narrow it.' });
});

test('an error after the progress says when it is tried again, and so it is', async () => {
  const body = { success: false, error: 'Service unavailable', details: 'Busy.', retry_after: 0 };
  const answer = event('answer', { success: true, data: ANSWER });
  const failing = (seconds: number) =>
    stream(EVENTS, [event('progress', progress), event('error', { ...body, retry_after: seconds })], 'ends');
  const [found, , paths] = await searched([failing(0), stream(EVENTS, [answer], 'ends')]);
  expect([found, paths.length]).toEqual([ANSWER, 2]);
  // More than the client waits for.
  expect(await failureOf(searched([failing(86_400)]))).toMatchObject({
    code: 'unavailable',
    retryAfterMs: 86_400_000,
  });
});

test('without a listener it is an ordinary search', async () => {
  await using server = await answering(
    stream('application/json', [`{"success":true,"data":{"total_count":2}}`], 'ends'),
  );
  expect(await server.client().query.search({ q: 'x' })).toEqual({ total_count: 2 });
  expect(server.received.map(({ path }) => path)).toEqual(['/search']);
});
