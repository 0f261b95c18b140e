import { expect, test } from 'vitest';
import { measurePace } from './measure.ts';

test('one process keeps the delay of each domain over robots.txt, redirects, retries and other hosts', async () => {
  const figures = await measurePace({
    sites: 40,
    crawlDelayMs: 60,
    redis: null,
    processes: 1,
    killAfter: null,
  });
  expect(figures.tooClose).toEqual([]);
  expect(figures.overlapping).toEqual([]);
  expect(figures.outcomes).toEqual({ indexed: 40 });
  // Every kind of repeated request occurred.
  expect(Object.keys(figures.closest)).toEqual(
    expect.arrayContaining([
      'page again',
      'page → page',
      'page → robots of another host',
      'robots again',
      'robots → page',
      'robots → robots of another host',
    ]),
  );
});
