import { readFileSync } from 'node:fs';
import { SLOWNESS } from './compiled-set.ts';
import type { PatternSteps } from './pattern-steps.ts';

/**
 * The steps that a pattern may take in vain (pattern-steps.ts) without being listed as slow: some 500 times as many as
 * the median of the committed set takes, which is 19 at a start and 540 in a run. A step is about 2 ns of V8's time, 0.4
 * to 5 ns as measured on patterns of the list, so these are 20 µs at a start, and 0.5 ms for 256 starts.
 */
export const ORDINARY_STEPS: PatternSteps = { start: 9_000, run: 250_000 };

/** A pattern that a hostile text makes slow, and the bound of its steps; null if they have none that was reached. */
export interface SlowPattern {
  readonly technology: string;
  /** As in a fingerprint; `dom.text` and the like for conditions on elements. */
  readonly field: string;
  /** Of the regular expression as wappalyzer-core reads it. */
  readonly source: string;
  readonly start: number | null;
  readonly run: number | null;
}

const SLOW_PATTERNS_FILE = new URL('../data/slow-patterns.json', import.meta.url);

/** The committed list. It is kept true by this file's tests. */
export function readSlowPatterns(): readonly SlowPattern[] {
  return JSON.parse(readFileSync(SLOW_PATTERNS_FILE, 'utf8')) as readonly SlowPattern[];
}

/** Steps at one start from which on each start is tried by itself: some 0.2 ms. */
const SLOW_START = 100_000;

/** Slowness (compiled-set.ts) by the source of expressions; those that aren't in it have none. */
export function slownessBySource(listed: readonly SlowPattern[]): ReadonlyMap<string, number> {
  return new Map(
    listed
      .filter(({ start }) => start === null || start > SLOW_START)
      .map(({ source, start }) => [source, start === null ? SLOWNESS.endless : SLOWNESS.slow]),
  );
}

/**
 * What is wrong with the list: patterns that are slow and not listed, slower than listed, or listed without being slow.
 * Each finding names the technology, the field, the expression and the remedy.
 *
 * @param measured all patterns of the set, with the steps that they take now
 */
export function reviewSlowPatterns(
  measured: readonly SlowPattern[],
  listed: readonly SlowPattern[],
): readonly string[] {
  const known = new Map(listed.map((pattern) => [nameOf(pattern), pattern]));
  const slow = measured.filter(isSlow);
  const names = new Set(slow.map(nameOf));
  return [
    ...slow.flatMap((pattern) => {
      const bound = known.get(nameOf(pattern));
      if (bound === undefined) return [`slow, and not listed; add ${JSON.stringify(pattern)}`];
      return within(pattern, bound)
        ? []
        : [`slower than its bound; make its entry ${JSON.stringify(pattern)}, was ${JSON.stringify(bound)}`];
    }),
    ...listed
      .filter((pattern) => !names.has(nameOf(pattern)))
      .map((pattern) => `no longer slow, or no longer there; remove ${JSON.stringify(pattern)}`),
  ];
}

function isSlow(pattern: SlowPattern): boolean {
  return !within(pattern, ORDINARY_STEPS);
}

function within(
  { start, run }: Pick<SlowPattern, 'start' | 'run'>,
  bound: Pick<SlowPattern, 'start' | 'run'>,
): boolean {
  return (start ?? Infinity) <= (bound.start ?? Infinity) && (run ?? Infinity) <= (bound.run ?? Infinity);
}

function nameOf({ technology, field, source }: SlowPattern): string {
  return `${technology}\n${field}\n${source}`;
}
