import { expect, test } from 'vitest';
import { measurePace } from './measure.ts';

test('one process asks no domain sooner than its delay: robots.txt, redirects, attempts, other hosts of it', async () => {
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
  // All the ways to ask again have been gone.
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
