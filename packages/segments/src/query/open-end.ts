import type { Trigram } from '../segment/lists.ts';
import { listsOfCandidates } from './lists-of-candidates.ts';
import type { SearchContext } from './search-context.ts';
import type { OpenEnd } from './term.ts';
import { Union } from './union.ts';

/** Candidates from which on it pays to find out which trigrams can be in which of them. */
const MIN_SPLIT_CANDIDATES = 4;

/** The trigrams that can be at an open end, and how dear it is to look for them. */
export interface EndTrigrams {
  readonly trigrams: readonly Trigram[];
  readonly cost: number;
}

/** The most frequent first. */
export function endTrigrams({ segment, pool }: SearchContext, { kind, pair }: OpenEnd): EndTrigrams {
  const trigrams =
    kind === 'pair last'
      ? pool.trigrams.endingWith(segment, pair)
      : pool.trigrams.beginningWith(segment, pair);
  const count = trigrams.reduce((sum, { positions }) => sum + positions.count, 0);
  return { trigrams, cost: count * trigrams.length };
}

/** @param candidates document ids, ascending, in which is looked */
export function unionOf(
  context: SearchContext,
  end: OpenEnd,
  trigrams: readonly Trigram[],
  candidates: Uint32Array,
): Union {
  const { segment, pool } = context;
  const wanted =
    candidates.length < MIN_SPLIT_CANDIDATES ? null : listsOfCandidates(context, end, trigrams, candidates);
  return new Union(trigrams, wanted, ({ positions }) => pool.open(segment.file, positions));
}
