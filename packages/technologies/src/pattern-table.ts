import { readTexts, type Sections } from '@sitegrep/sections';
import core from 'wappalyzer-core';
import type { Budget } from './budget.ts';
import { madeOnce, SLOWNESS, UNBOUNDED } from './compiled-set.ts';
import { type Field, FIELDS, isTextField } from './patterns.ts';
import { windowedSearch, type WindowedSearch } from './windows.ts';

/** The patterns of a compiled set by number, in wappalyzer-core's order: by technology, by field, then as written. */
export interface PatternTable {
  readonly count: number;
  readonly technologyOf: (pattern: number) => number;
  readonly fieldOf: (pattern: number) => Field;
  /** What it is matched with, for fields of named values: a number into the set's names. */
  readonly keyOf: (pattern: number) => number;
  /** Name of the header, cookie, meta element or type of DNS record; '' for other fields. */
  readonly nameOf: (pattern: number) => string;
  readonly confidenceOf: (pattern: number) => number;
  readonly regexOf: (pattern: number) => RegExp;
  /** Finds what `regexOf(pattern).exec` finds in a text that holds the pattern's literals at these places. */
  readonly searchOf: (pattern: number) => WindowedSearch;
  /** What a match says of the version; '' if nothing. */
  readonly versionOf: (pattern: number, match: RegExpExecArray) => string;
}

export function readPatterns(sections: Sections): PatternTable {
  const technologies = sections.get('patterns.technologies', 'u16');
  const fields = sections.get('patterns.fields', 'u8');
  const keys = sections.get('patterns.keys', 'u16');
  const confidences = sections.get('patterns.confidences', 'u8');
  const from = sections.get('patterns.from', 'u32');
  const to = sections.get('patterns.to', 'u32');
  const width = sections.get('patterns.width', 'u32');
  const slowness = sections.get('patterns.slowness', 'u8');
  const sources = readTexts(sections, 'patterns.sources');
  const versions = readTexts(sections, 'patterns.versions');
  const names = readTexts(sections, 'values.names');
  // Most patterns are never run in a process's life.
  const regexOf = madeOnce((pattern: number) => new RegExp(sources(pattern), 'i'));
  const searchOf = madeOnce((pattern: number) =>
    windowedSearch(
      regexOf(pattern),
      {
        from: from[pattern] ?? 0,
        to: lengthOf(to[pattern]),
        width: lengthOf(width[pattern]),
      },
      slowness[pattern] ?? SLOWNESS.none,
    ),
  );
  const versionOf = (pattern: number, match: RegExpExecArray): string => {
    const version = versions(pattern);
    return version === '' ? '' : core.resolveVersion({ version, regex: { exec: () => match } }, '');
  };
  const fieldOf = (pattern: number): Field => FIELDS[fields[pattern] ?? 0] ?? 'url';
  const nameOf = (pattern: number): string => {
    const field = fieldOf(pattern);
    return isTextField(field) ? '' : names(keys[pattern] ?? 0).slice(field.length + 1);
  };
  return {
    count: technologies.length,
    technologyOf: (pattern) => technologies[pattern] ?? 0,
    fieldOf,
    nameOf,
    keyOf: (pattern) => keys[pattern] ?? 0,
    confidenceOf: (pattern) => confidences[pattern] ?? 0,
    regexOf,
    searchOf,
    versionOf,
  };
}

function lengthOf(stored = UNBOUNDED): number {
  return stored === UNBOUNDED ? Infinity : stored;
}

/** Tries patterns on a page, and keeps what they match. */
export class Trials {
  readonly #patterns: PatternTable;
  readonly #budget: Budget;
  readonly #hits: Hit[] = [];

  constructor(patterns: PatternTable, budget: Budget) {
    this.#patterns = patterns;
    this.#budget = budget;
  }

  /** In no order. */
  get hits(): readonly Hit[] {
    return this.#hits;
  }

  /**
   * @param item which of its field's values the text is; 0 for a text
   * @param positions of the pattern's literals in it; null for anywhere
   */
  try(pattern: number, item: number, text: string, positions: readonly number[] | null): void {
    const match = this.#patterns.searchOf(pattern)(text, positions, this.#budget);
    if (match !== null) this.#hits.push({ pattern, item, match });
  }
}

/** A match of a pattern. */
export interface Hit {
  readonly pattern: number;
  /** In which of its field's values; 0 for a text. */
  readonly item: number;
  readonly match: RegExpExecArray;
}

/**
 * wappalyzer-core's order, on which versions and exclusions depend: that of patterns. Only script addresses are taken in
 * turn to all patterns of a technology; everywhere else each pattern is taken to all values.
 */
export function inCoreOrder(hits: readonly Hit[], { fieldOf, technologyOf }: PatternTable): readonly Hit[] {
  const byAddress = ({ pattern }: Hit): number =>
    fieldOf(pattern) === 'scriptSrc' ? technologyOf(pattern) : -1;
  return hits.toSorted((a, b) => {
    const technology = byAddress(a);
    const sameAddresses = technology !== -1 && technology === byAddress(b);
    return sameAddresses
      ? a.item - b.item || a.pattern - b.pattern
      : a.pattern - b.pattern || a.item - b.item;
  });
}
