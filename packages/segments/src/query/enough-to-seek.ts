import type { Lookup } from './search-context.ts';
import type { Alignment, Term } from './term.ts';

/** Grams of an alignment from which on they seldom agree by chance. */
const MANY_GRAMS = 3;
/** Positions a candidate that are leapt through sooner than one more list is looked up for each. */
const FEW_POSITIONS = 8;

/**
 * Candidates from which on they are not narrowed further: both alignments of the term have a gram so rare that its positions
 * are leapt through sooner.
 */
export function enoughToSeek(lookUp: Lookup, term: Term): number {
  if (term.kind === 'listed') return Infinity;
  const { even, odd } = term;
  if (Math.min(even.grams.length, odd.grams.length) < MANY_GRAMS) return Infinity;
  const rarest = ({ grams }: Alignment): number =>
    Math.min(...grams.map(({ trigram }) => lookUp(trigram)?.positions.count ?? 0));
  return (rarest(even) + rarest(odd)) / FEW_POSITIONS;
}
