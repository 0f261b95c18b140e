import { beforeAll, describe, expect, test } from 'vitest';
import { readSlowPatterns, type SlowPattern } from '../src/compile/slow-patterns.ts';
import { listSources, measurePatterns, ORDINARY_STEPS, reviewSlowPatterns } from './pattern-steps.ts';

/** Maximum ratio of the steps that a pattern may take to the median. */
const MAX_RATIO = 500;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

describe('on texts that are made to keep it busy, each pattern of the committed set', () => {
  let measured: readonly SlowPattern[] = [];

  beforeAll(() => {
    measured = measurePatterns(listSources());
  }, 180_000);

  test('takes no more steps than patterns may, or than it is listed with', () => {
    expect(measured.length).toBeGreaterThan(7_000);
    expect(reviewSlowPatterns(measured, readSlowPatterns())).toEqual([]);
  });

  test('may take some hundred times as many as the median', () => {
    const bySource = [...new Map(measured.map((each) => [each.source, each])).values()];
    const starts = median(bySource.map(({ start }) => start ?? Infinity));
    const runs = median(bySource.map(({ run }) => run ?? Infinity));
    expect(ORDINARY_STEPS.start / starts).toBeLessThan(MAX_RATIO);
    expect(ORDINARY_STEPS.run / runs).toBeLessThan(MAX_RATIO);
  });
});
