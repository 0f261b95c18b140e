import type { Triple } from '../segment/dictionary.ts';
import { SEPARATOR } from '../segment/format.ts';
import { merged } from './ordinal-lists.ts';
import type { Place } from './place.ts';
import { splitByQuad } from './split-by-quads.ts';
import type { OpenEnd } from './term.ts';
import { Union, type ListsOfCandidates } from './union.ts';

/** Candidates from which on it pays to find out which triples can be in which of them. */
const WORTH_SPLITTING = 24;

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
      : segment.dictionary
          .triples(pool.cache, pair, 0, SEPARATOR)
          .filter(({ positions }) => positions.count > 0)
          .sort((a, b) => b.positions.count - a.positions.count);
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

/**
 * A triple can be at the end in documents that hold the quad of it and its neighbour, if that is listed, or else in those
 * that hold it: of hundreds, a few in each.
 */
function listsOfCandidates(
  place: Place,
  { kind, neighbour }: OpenEnd,
  triples: readonly Triple[],
  candidates: Uint32Array,
): ListsOfCandidates {
  const { segment, pool, lookUp } = place;
  const known = lookUp(neighbour);
  const holding = triples.map((triple) => {
    place.checkpoint();
    // The end of a part has no documents of its own.
    if (triple.documents.count === 0) return candidates;
    if (known === null || known.quads === null || triple.quads === null) {
      const own = candidates.slice();
      return own.subarray(0, segment.intersect(pool.cache, triple.documents, own, own.length));
    }
    const quad = kind === 'pair last' ? { first: triple, second: known } : { first: known, second: triple };
    const split = splitByQuad(place, quad, candidates);
    return merged(split.holding, split.open);
  });
  return byCandidate(segment.ids.length, candidates, holding);
}

/**
 * @param documents of the segment
 * @param holding candidates of each list, ascending
 */
function byCandidate(
  documents: number,
  candidates: Uint32Array,
  holding: readonly Uint32Array[],
): ListsOfCandidates {
  const placeOf = new Uint32Array(documents);
  for (let place = 0; place < candidates.length; place++) placeOf[candidates[place] ?? 0] = place;
  // A counting sort: `starts` counts two places ahead, becomes where each candidate's lists begin one ahead, then in place.
  const starts = new Uint32Array(candidates.length + 2);
  for (const list of holding) {
    for (let index = 0; index < list.length; index++) {
      const ahead = (placeOf[list[index] ?? 0] ?? 0) + 2;
      starts[ahead] = (starts[ahead] ?? 0) + 1;
    }
  }
  for (let place = 2; place < starts.length; place++)
    starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0);
  const lists = new Uint16Array(starts.at(-1) ?? 0);
  for (let list = 0; list < holding.length; list++) {
    const held = holding[list];
    if (held === undefined) continue;
    for (let index = 0; index < held.length; index++) {
      const ahead = (placeOf[held[index] ?? 0] ?? 0) + 1;
      const to = starts[ahead] ?? 0;
      lists[to] = list;
      starts[ahead] = to + 1;
    }
  }
  return { starts, lists };
}
