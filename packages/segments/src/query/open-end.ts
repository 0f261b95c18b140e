import type { Triple } from '../segment/lists.ts';
import { listsOfCandidates } from './lists-of-candidates.ts';
import type { Place } from './place.ts';
import type { OpenEnd } from './term.ts';
import { Union } from './union.ts';

/** Candidates from which on it pays to find out which triples can be in which of them. */
const WORTH_SPLITTING = 4;

/** The triples that can be at an open end, and how dear it is to look for them. */
export interface EndTriples {
  readonly triples: readonly Triple[];
  readonly cost: number;
}

/** The most frequent first. */
export function endTriples({ segment, pool }: Place, { kind, pair }: OpenEnd): EndTriples {
  const triples =
    kind === 'pair last'
      ? pool.gathered.endingWith(segment, pair)
      : pool.gathered.beginningWith(segment, pair);
  const count = triples.reduce((sum, { positions }) => sum + positions.count, 0);
  return { triples, cost: count * triples.length };
}

/** @param candidates ordinals, ascending, in which is looked */
export function unionOf(
  place: Place,
  end: OpenEnd,
  triples: readonly Triple[],
  candidates: Uint32Array,
): Union {
  const { segment, pool } = place;
  const wanted =
    candidates.length < WORTH_SPLITTING ? null : listsOfCandidates(place, end, triples, candidates);
  return new Union(triples, wanted, ({ positions }) => pool.open(segment.file, positions));
}
