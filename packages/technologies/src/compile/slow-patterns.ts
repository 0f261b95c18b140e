import { readFileSync } from 'node:fs';
import { SLOWNESS } from '../compiled-set.ts';

/** A pattern that a hostile text makes slow, with the bound of its steps; null if no bound was reached. */
export interface SlowPattern {
  readonly technology: string;
  /** Field of the fingerprint; `dom.text` and the like for conditions on elements. */
  readonly field: string;
  /** Source of the regular expression as wappalyzer-core reads it. */
  readonly source: string;
  readonly start: number | null;
  readonly run: number | null;
}

const SLOW_PATTERNS_FILE = new URL('../../data/slow-patterns.json', import.meta.url);

/** Reads the committed list. Tests verify it, and a change of the set that breaks it fails them. */
export function readSlowPatterns(): readonly SlowPattern[] {
  return JSON.parse(readFileSync(SLOW_PATTERNS_FILE, 'utf8')) as readonly SlowPattern[];
}

/** Steps at one start above which each start is tried by itself: about 0.2 ms. */
const SLOW_START = 100_000;

/** Slowness (compiled-set.ts) by source of the expression; absent ones are not slow. */
export function slownessBySource(listed: readonly SlowPattern[]): ReadonlyMap<string, number> {
  return new Map(
    listed
      .filter(({ start }) => start === null || start > SLOW_START)
      .map(({ source, start }) => [source, start === null ? SLOWNESS.endless : SLOWNESS.slow]),
  );
}
