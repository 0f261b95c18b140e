import type { Scope } from '@sitegrep/search';

/** Parts of a hit that were read out of its pages. */
export interface ReadOfHit {
  /** Matches of what the query's `snippets` seek, in their order; absent if it has none. */
  readonly matches?: readonly SourceMatch[];
  /** The value of each of the query's `extract`, in their order; absent if it has none. */
  readonly extracted?: readonly ExtractedValue[];
}

/**
 * A value that was read out of the pages of a hit in their order, home page first, then by URL: of the first page that has
 * one, or of all pages, each once. It is of the same state of the index as the hit.
 */
export interface ExtractedValue {
  /** Null if there is none; a list where all were asked for. */
  readonly value: string | null | readonly string[];
  /** Kinds of what is missing; empty if nothing is. */
  readonly cut: readonly Cut[];
}

/**
 * Kinds of what a value can lack for the sake of a bound: the end of a value (`length`), further values (`values`), or those of a part
 * of a page that is too large or took too much work (`page`).
 */
export type Cut = 'length' | 'page' | 'values';

/**
 * A match of a text or pattern in a page of a hit: of the home page first, then of the others by URL. It is of the same
 * state of the index as the hit. Offset, line, column and lengths count code points of the stored source, or of the address
 * if that is the scope.
 */
export interface SourceMatch {
  /** The text or pattern as it is in the query. */
  readonly term: string;
  readonly scope: Scope;
  readonly url: string;
  /** Position of its first code point, from 0. */
  readonly offset: number;
  /** Line, from 1; `column` is that of the first code point in it, from 1. */
  readonly line: number;
  readonly column: number;
  /** Source before the match: as many code points as were asked for, fewer at its beginning. */
  readonly before: string;
  /** The occurrence as it is in the source. */
  readonly match: string;
  /** Source after the match: as many code points as were asked for, fewer at its end. */
  readonly after: string;
  /** Groups of a pattern by number from 1; null: not part of the match. Absent for a text. */
  readonly captures?: readonly (string | null)[];
  /** Groups of a pattern by name; null: not part of the match. */
  readonly names?: Readonly<Record<string, string | null>>;
}
