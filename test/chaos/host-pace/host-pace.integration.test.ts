import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { measurePace } from './measure.ts';

const url = process.env['TEST_REDIS'] ?? '';
const SITES = 40;

test('two processes keep the delay of each domain, even if one is killed and restarted', async () => {
  if (url === '') throw new Error('TEST_REDIS is not set: give it the url of a Redis for tests');
  const figures = await measurePace({
    sites: SITES,
    crawlDelayMs: 60,
    redis: { url, prefix: `test-${randomUUID()}` },
    processes: 2,
    killAfter: SITES / 4,
  });
  expect(figures.killed).toBe(1);
  expect(figures.tooClose).toEqual([]);
  expect(figures.overlapping).toEqual([]);
  // The sites of the killed process are crawled again.
  expect(figures.outcomes['indexed']).toBeGreaterThanOrEqual(2 * SITES);
});
