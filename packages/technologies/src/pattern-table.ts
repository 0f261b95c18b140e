import { readTexts, type Sections } from '@sitegrep/sections';
import core from 'wappalyzer-core';
import type { Budget } from './budget.ts';
import { madeOnce, SLOWNESS, UNBOUNDED } from './compiled-set.ts';
import type { OwnHost } from './own-host.ts';
import { type Field, FIELDS, isTextField } from './patterns.ts';
import { windowedSearch, type WindowedSearch } from './windows.ts';

/**
 * Patterns of a compiled set by number, in wappalyzer-core's order: by technology, by field, then as written.
 */
export interface PatternTable {
  readonly count: number;
  readonly technologyOf: (pattern: number) => number;
  readonly fieldOf: (pattern: number) => Field;
  /** Number of the value's name, for fields of named values. */
  readonly keyOf: (pattern: number) => number;
  /** Name of the header, cookie, meta element, variable or type of DNS record; '' for other fields. */
  readonly nameOf: (pattern: number) => string;
  readonly confidenceOf: (pattern: number) => number;
  /** Whether the pattern counts only for addresses of the page's own site. */
  readonly isOfOwnHost: (pattern: number) => boolean;
  readonly regexOf: (pattern: number) => RegExp;
  /** Source of the regular expression, which need not be made for it. */
  readonly regexSourceOf: (pattern: number) => string;
  /** Finds what `regexOf(pattern).exec` finds in a text with the pattern's literals at given positions. */
  readonly searchOf: (pattern: number) => WindowedSearch;
  /** The version that a match shows; '' if none. */
  readonly versionOf: (pattern: number, match: RegExpExecArray) => string;
}

export function readPatterns(sections: Sections): PatternTable {
  const technologies = sections.get('patterns.technologies', 'u16');
  const fields = sections.get('patterns.fields', 'u8');
  const keys = sections.get('patterns.keys', 'u16');
  const confidences = sections.get('patterns.confidences', 'u8');
  const ownHosts = sections.get('patterns.ownHosts', 'u8');
  const from = sections.get('patterns.from', 'u32');
  const to = sections.get('patterns.to', 'u32');
  const width = sections.get('patterns.width', 'u32');
  const slowness = sections.get('patterns.slowness', 'u8');
  const sources = readTexts(sections, 'patterns.sources');
  const versions = readTexts(sections, 'patterns.versions');
  const names = readTexts(sections, 'values.names');
  // Most patterns never run in the life of a process.
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
    isOfOwnHost: (pattern) => ownHosts[pattern] === 1,
    regexOf,
    regexSourceOf: sources,
    searchOf,
    versionOf,
  };
}

function lengthOf(stored = UNBOUNDED): number {
  return stored === UNBOUNDED ? Infinity : stored;
}

/** Tries patterns on a page and collects their matches. */
export class Trials {
  readonly #patterns: PatternTable;
  readonly #budget: Budget;
  readonly #isOwn: OwnHost;
  readonly #hits: Hit[] = [];

  constructor(patterns: PatternTable, budget: Budget, isOwn: OwnHost) {
    this.#patterns = patterns;
    this.#budget = budget;
    this.#isOwn = isOwn;
  }

  /** All matches, in no particular order. */
  get hits(): readonly Hit[] {
    return this.#hits;
  }

  /**
   * Tries a pattern.
   *
   * @param item index among the values of its field; 0 for a text
   * @param positions positions of the pattern's literals; null for anywhere
   */
  try(pattern: number, item: number, text: string, positions: readonly number[] | null): void {
    const match = this.#patterns.searchOf(pattern)(text, positions, this.#budget);
    if (match === null || (this.#patterns.isOfOwnHost(pattern) && !this.#isOwn(text))) return;
    this.#hits.push({ pattern, item, match });
  }
}

/** A match of a pattern. */
export interface Hit {
  readonly pattern: number;
  /** Index among the values of its field; 0 for a text. */
  readonly item: number;
  readonly match: RegExpExecArray;
}

/**
 * Sorts matches in wappalyzer-core's order, on which versions and exclusions depend: by pattern, then by value.
 * Script addresses and requested hosts are the exception: each is tried with all patterns of a technology.
 */
export function inCoreOrder(hits: readonly Hit[], { fieldOf, technologyOf }: PatternTable): readonly Hit[] {
  const areTriedTogether = (a: number, b: number): boolean => {
    const field = fieldOf(a);
    return (
      (field === 'scriptSrc' || field === 'xhr') &&
      field === fieldOf(b) &&
      technologyOf(a) === technologyOf(b)
    );
  };
  return hits.toSorted((a, b) =>
    areTriedTogether(a.pattern, b.pattern)
      ? a.item - b.item || a.pattern - b.pattern
      : a.pattern - b.pattern || a.item - b.item,
  );
}
