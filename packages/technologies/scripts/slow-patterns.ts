import { readFileSync } from 'node:fs';
import { SLOWNESS } from '../src/compiled-set.ts';

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
