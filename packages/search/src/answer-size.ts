import { SEARCH_BOUNDS } from './bounds.ts';
import type { Needle } from './expression/expression.ts';
import type { Extraction } from './extraction.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { codePointCount, type Snippets } from './terms.ts';

/** Parts of each hit that a search reads out of sources. */
export interface ShownOfSources {
  readonly snippets?: Snippets | undefined;
  readonly extract?: readonly Extraction[] | undefined;
}

/** Approximate characters of a match besides its texts and the source on both sides: URL, names of fields. */
const FIELDS = 240;

/** The same of a pattern's match, whose length is not known. */
const PATTERN_MATCH = 400;

/** Characters of all matches and values of one answer. JSON may make six times as many of them, which still fit into a string. */
const MAX_CHARACTERS = 64 << 20;

/** Maximum number of hits that one answer can show with what was read of their sources. At least 1; infinite if that is nothing. */
export function maxHitsWith({ snippets, extract = [] }: ShownOfSources): number {
  const each = (snippets === undefined ? 0 : lengthOfMatches(snippets)) + lengthOfValues(extract);
  return Math.max(1, Math.floor(MAX_CHARACTERS / each));
}

function lengthOfMatches({ sought, perNeedle, around }: Snippets): number {
  const each = sought.reduce(
    (sum, { term, needle }) => sum + codePointCount(term) + lengthOf(needle) + 2 * around + FIELDS,
    0,
  );
  return each * perNeedle;
}

function lengthOf(needle: Needle): number {
  return needle.kind === 'text' ? codePointCount(needle.text) : PATTERN_MATCH;
}

function lengthOfValues(extract: readonly Extraction[]): number {
  const { maxExtractedLength, maxExtractedListLength } = SEARCH_BOUNDS;
  return extract.reduce((sum, { all }) => sum + (all ? maxExtractedListLength : maxExtractedLength), 0);
}

/** Checks that one answer can hold what a query shows of the sources of all hits. */
export function checkAnswerSize({
  limit,
  ...shown
}: ShownOfSources & { readonly limit: number }): Parsed<null> {
  const max = maxHitsWith(shown);
  if (limit <= max) return { ok: true, value: null };
  const problem =
    shown.extract === undefined
      ? 'with snippets of so many or so long terms'
      : 'with so many values to extract';
  return invalid('limit', `is ${limit}, ${problem}`, `give at most ${max}, or take an export`);
}
