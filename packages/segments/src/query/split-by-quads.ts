import type { DocumentList, Triple } from '../segment/lists.ts';
import { NO_BYTE, readQuad } from '../segment/quads.ts';
import { difference, merged } from './ordinal-lists.ts';
import { PartFinder } from './part-finder.ts';
import type { Place } from './place.ts';
import { enoughToLeap } from './enough-to-leap.ts';
import type { AlignedTerm } from './term.ts';

/** Candidates at which looking for positions is cheaper than narrowing them further. */
const FEW = 4;

/** Lists that leave more than a share of the candidates, one after the other, before the rest is not tried. */
const VAIN_LISTS = 3;
const VAIN_SHARE = 3 / 4;

/** Ordinals, ascending: of documents that hold a term, and of those that may. */
interface Split {
  readonly holding: Uint32Array;
  readonly open: Uint32Array;
}

interface ListedQuad {
  readonly first: Triple;
  readonly second: Triple;
}

const NONE = new Uint32Array();

/** Tells candidates apart by the quads of a term, as far as the segment lists them: a term of four bytes is one. */
export function splitByQuads(place: Place, term: AlignedTerm, candidates: Uint32Array): Split {
  if (candidates.length >= enoughToLeap(place.lookUp, term)) return { holding: NONE, open: candidates };
  const isQuad = term.quads.length === 1 && term.bytes.length === 4;
  let open = candidates;
  let vain = 0;
  for (const quad of rarestFirst(place, term)) {
    if (!isQuad && (open.length <= FEW || vain === VAIN_LISTS)) break;
    place.checkpoint();
    const { holding, open: unlisted } = splitByQuad(place, quad, open);
    if (isQuad) return { holding, open: unlisted };
    const left = merged(holding, unlisted);
    vain = left.length > open.length * VAIN_SHARE ? vain + 1 : 0;
    open = left;
  }
  return { holding: NONE, open };
}

/** The listed quads of a term; those first that few documents can hold. */
function rarestFirst({ lookUp }: Place, { quads }: AlignedTerm): readonly ListedQuad[] {
  const listed = quads.flatMap((quad): ListedQuad[] => {
    const [first, second] = [lookUp(quad.first), lookUp(quad.second)];
    const isListed = (first?.quads ?? null) !== null && (second?.quads ?? null) !== null;
    return isListed && first !== null && second !== null ? [{ first, second }] : [];
  });
  const bound = ({ first, second }: ListedQuad): number =>
    Math.min(first.documents.count, second.documents.count);
  return listed.toSorted((a, b) => bound(a) - bound(b));
}

/** Tells candidates apart by a quad that is listed: both of its triples have quads. */
function splitByQuad(
  { segment, pool }: Place,
  { first, second }: ListedQuad,
  candidates: Uint32Array,
): Split {
  const quad = readQuad(pool.cache, segment.file, first, second.third);
  const unlisted = [
    { triple: first, list: quad?.unlisted },
    { triple: second, list: readQuad(pool.cache, segment.file, second, NO_BYTE)?.unlisted },
  ];
  const finder = new PartFinder(segment, pool.cache, candidates);
  const places = new Uint32Array(candidates.length);
  const found = (triple: Triple, list: DocumentList | undefined): Uint32Array => {
    const count = list === undefined ? 0 : finder.find(triple.documents, list, places);
    return places.subarray(0, count).map((at) => candidates[at] ?? 0);
  };
  const holding = found(first, quad?.documents);
  let open: Uint32Array = NONE;
  for (const { triple, list } of unlisted) {
    const others = found(triple, list);
    if (others.length > 0) open = merged(open, difference(difference(others, holding), open));
  }
  return { holding, open };
}
