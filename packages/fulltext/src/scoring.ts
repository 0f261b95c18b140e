// The score of a page by its words: BM25 over all fields together, as FTS5's own `bm25` has it. Storages give the numbers.
import { STEM_MARK } from './page-words.ts';
import { choicesOf, type Strictness, type TextPlan, type WordChoice } from './plan.ts';

/** A word, or words in a row, that counts for the score of a page. */
export interface ScoredRow {
  readonly words: readonly string[];
  /** True if each word that begins with the only one counts too. */
  readonly isBeginning: boolean;
  /** Whether it is a mark that pages have among their forms, not a word of theirs. */
  readonly isMark: boolean;
}

/** How much a further occurrence counts, and which share of it depends on the length of the page. */
export const SATURATION = 1.2;
export const LENGTH_SHARE = 0.75;

/** Weight of what half of all pages have. */
const MIN_RARITY = 1e-6;

/**
 * All that counts for the score of a page that a plan finds. The score is the sum over it of
 * `rarity · f · (S + 1) / (f + S · (1 - L + L · length / mean length))`, where `f` is the sum of occurrences, each times the weight
 * of its field, `S` is `SATURATION` and `L` is `LENGTH_SHARE`. The length of a page is the number of words of all its fields, and of
 * its forms.
 */
export function scoredRows(plan: TextPlan, strictness: Strictness): readonly ScoredRow[] {
  const { boosts, phrases, sites } = plan;
  return [
    ...choicesOf(plan, strictness).flatMap(rowsOfChoice),
    ...(strictness === 'all' ? boosts.map(rowOf) : []),
    ...phrases.map(rowOf),
    ...sites.map(markOf),
  ];
}

/** All that makes a page have a choice. */
export function rowsOfChoice({ words, rows, isBeginning, forms }: WordChoice): readonly ScoredRow[] {
  return [
    ...words.map((word) => ({ words: [word], isBeginning, isMark: false })),
    ...rows.map(rowOf),
    ...forms.map((form) => (form.startsWith(STEM_MARK) ? markOf(form) : rowOf([form]))),
  ];
}

function rowOf(words: readonly string[]): ScoredRow {
  return { words, isBeginning: false, isMark: false };
}

function markOf(mark: string): ScoredRow {
  return { words: [mark], isBeginning: false, isMark: true };
}

/** Weight of what some of all pages have: the fewer, the more. */
export function rarityOf(having: number, pages: number): number {
  return Math.max(MIN_RARITY, Math.log((pages - having + 0.5) / (having + 0.5)));
}
