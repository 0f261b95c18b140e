import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GOOD_SITES, goodName, ownWord } from './good-sites.ts';
import { fault, runHostileCrawl, trapFaults, type HostileRun } from './run.ts';

/**
 * Bound of the whole command, including threads, queue, storage and fingerprints, which take 320 at the start. Measured runs
 * took 510 to 600.
 */
const MEMORY_BOUND_MIB = 900;

describe('a crawl of all bad sites at once, among good ones', () => {
  let run: HostileRun;
  beforeAll(async () => {
    run = await runHostileCrawl();
  }, 240_000);
  afterAll(() => run.close());

  test('gives each site its expected outcome', () => {
    expect(run.code).toBe(0);
    const faults = run.endings.flatMap((ending) => {
      const wrong = fault(ending);
      return wrong === null ? [] : [`${ending.site.domain} ${wrong}`];
    });
    expect(faults).toEqual([]);
  });

  test('finds every good site by its content, and nothing that bad hosts injected', async () => {
    const all = Array.from({ length: GOOD_SITES }, (_, n) => goodName(n));
    expect(await run.holding('own-word-of-good-')).toEqual(all);
    expect(await run.holding(ownWord(goodName(17)))).toEqual([goodName(17)]);
    expect(await run.holding('poison-')).toEqual([]);
    expect(await run.holding('forbidden-page')).toEqual([]);
    expect(await run.holding('word-in-sixteen-bits')).toEqual(['utf-16-as-utf-8.test']);
  });

  test('never connects to a forbidden address', () => {
    expect(run.forbiddenConnections).toBe(0);
  });

  test('limits requests to endless sites, and fetches their useful pages', () => {
    expect(trapFaults(run)).toEqual([]);
  });

  test('stays within its memory bound', () => {
    expect(run.peakMiB).toBeGreaterThan(50);
    expect(run.peakMiB).toBeLessThan(MEMORY_BOUND_MIB);
  });
});
