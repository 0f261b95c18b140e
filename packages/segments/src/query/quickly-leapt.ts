import type { Lookup } from './place.ts';
import type { Alignment, Term } from './term.ts';

/** Grams of an alignment from which on they seldom agree by chance. */
const MANY_GRAMS = 3;
/** Positions a candidate that are leapt through sooner than one more list is looked up for each. */
const FEW_POSITIONS = 8;

/** Whether both alignments of a term have a gram so rare that it is done with before so many candidates are narrowed further. */
export function isQuicklyLeapt(lookUp: Lookup, term: Term, candidates: number): boolean {
  if (term.kind === 'listed') return false;
  const { even, odd } = term;
  if (Math.min(even.grams.length, odd.grams.length) < MANY_GRAMS) return false;
  const rarest = ({ grams }: Alignment): number =>
    Math.min(...grams.map(({ triple }) => lookUp(triple)?.positions.count ?? 0));
  return rarest(even) + rarest(odd) <= FEW_POSITIONS * candidates;
}
