import { u32 } from '../elements.ts';
import type { DocumentList, Trigram } from '../segment/dictionary-entry.ts';
import { NO_BYTE, readFourgram } from '../segment/fourgrams.ts';
import { PartFinder } from '../segment/segment.ts';
import type { Lookup, SearchContext } from './search-context.ts';
import type { AlignedTerm, Alignment, UnzonedTerm } from './term.ts';

/** Grams from which on those of an alignment seldom agree by chance. */
const MANY_GRAMS = 3;
/** Positions for each candidate that take less time to look through than one more list. */
const FEW_POSITIONS = 8;

/**
 * Candidates from which on they are not narrowed further: both alignments of the term have a gram so rare that its
 * positions are looked through sooner. Infinity: they are always narrowed.
 */
export function enoughToSeek(lookUp: Lookup, term: UnzonedTerm): number {
  if (term.kind === 'listed') return Infinity;
  const { even, odd } = term;
  if (Math.min(even.grams.length, odd.grams.length) < MANY_GRAMS) return Infinity;
  const rarest = ({ grams }: Alignment): number =>
    Math.min(...grams.map(({ trigram }) => lookUp(trigram)?.positions.count ?? 0));
  return (rarest(even) + rarest(odd)) / FEW_POSITIONS;
}

/** Merges two ascending lists that share nothing. */
export function merged(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (b.length === 0) return a;
  const all = new Uint32Array(a.length + b.length);
  let [i, j] = [0, 0];
  for (let to = 0; to < all.length; to++) {
    const fromA = j >= b.length || (i < a.length && u32(a, i) < u32(b, j));
    all[to] = fromA ? u32(a, i++) : u32(b, j++);
  }
  return all;
}

/** Members of one ascending list that are not in another. */
export function difference(all: Uint32Array, without: Uint32Array): Uint32Array {
  if (without.length === 0) return all;
  const left = new Uint32Array(all.length);
  let [next, count] = [0, 0];
  for (let at = 0; at < all.length; at++) {
    const docId = u32(all, at);
    while (next < without.length && u32(without, next) < docId) next++;
    if (without[next] !== docId) left[count++] = docId;
  }
  return left.subarray(0, count);
}

/** Candidates at which looking for positions is cheaper than narrowing them further. */
const FEW = 4;

/** Consecutive lists that leave more than a share of the candidates before the rest is not tried. */
const VAIN_LISTS = 3;
const VAIN_SHARE = 3 / 4;

/** Document ids, ascending: of documents that hold a term, and of those that may. */
interface Split {
  readonly holding: Uint32Array;
  readonly open: Uint32Array;
}

interface ListedFourgram {
  readonly first: Trigram;
  readonly second: Trigram;
}

const NONE = new Uint32Array();

/** Splits candidates by the 4-grams of a term, as far as the segment lists them. A term of four bytes is one. */
export function splitByFourgrams(context: SearchContext, term: AlignedTerm, candidates: Uint32Array): Split {
  if (candidates.length >= enoughToSeek(context.lookUp, term)) return { holding: NONE, open: candidates };
  const isFourgram = term.fourgrams.length === 1 && term.bytes.length === 4;
  let open = candidates;
  let vain = 0;
  for (const fourgram of rarestFirst(context, term)) {
    if (!isFourgram && (open.length <= FEW || vain === VAIN_LISTS)) break;
    context.checkpoint();
    const { holding, open: unlisted } = splitByFourgram(context, fourgram, open);
    if (isFourgram) return { holding, open: unlisted };
    const left = merged(holding, unlisted);
    vain = left.length > open.length * VAIN_SHARE ? vain + 1 : 0;
    open = left;
  }
  return { holding: NONE, open };
}

/** Listed 4-grams of a term, those that few documents can hold first. */
function rarestFirst({ lookUp }: SearchContext, { fourgrams }: AlignedTerm): readonly ListedFourgram[] {
  const listed = fourgrams.flatMap((fourgram): ListedFourgram[] => {
    const [first, second] = [lookUp(fourgram.first), lookUp(fourgram.second)];
    const isListed = (first?.fourgrams ?? null) !== null && (second?.fourgrams ?? null) !== null;
    return isListed && first !== null && second !== null ? [{ first, second }] : [];
  });
  const bound = ({ first, second }: ListedFourgram): number =>
    Math.min(first.documents.count, second.documents.count);
  return listed.toSorted((a, b) => bound(a) - bound(b));
}

/** Splits candidates by a 4-gram that is listed: both of its trigrams have 4-grams. */
function splitByFourgram(
  { segment, pool }: SearchContext,
  { first, second }: ListedFourgram,
  candidates: Uint32Array,
): Split {
  const fourgram = readFourgram(pool.cache, segment.file, first, second.third);
  const unlisted = [
    { trigram: first, list: fourgram?.unlisted },
    { trigram: second, list: readFourgram(pool.cache, segment.file, second, NO_BYTE)?.unlisted },
  ];
  const finder = new PartFinder(segment, pool.cache, candidates);
  const indexes = new Uint32Array(candidates.length);
  const found = (trigram: Trigram, list: DocumentList | undefined): Uint32Array => {
    const count = list === undefined ? 0 : finder.find(trigram.documents, list, indexes);
    return indexes.subarray(0, count).map((at) => u32(candidates, at));
  };
  const holding = found(first, fourgram?.documents);
  let open: Uint32Array = NONE;
  for (const { trigram, list } of unlisted) {
    const others = found(trigram, list);
    if (others.length > 0) open = merged(open, difference(difference(others, holding), open));
  }
  return { holding, open };
}
