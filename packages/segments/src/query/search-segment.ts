// Searches a segment. Candidates are the documents that have all trigrams of the terms; fourgram-filter.ts narrows them by
// 4-grams. find-aligned.ts then looks for hits in them: by leapfrog.ts, or by rare-grams.ts if a trigram has few positions;
// open-end.ts, end-filter.ts and covered-by.ts prove the ends of a term that no trigram covers. term.ts takes terms apart.
// In a zone, hits are looked for in the windows of zone-windows.ts; byte-in-zone.ts finds single bytes there.
import { u8 } from '../elements.ts';
import { NO_DOCUMENTS, type DocumentList, type Trigram } from '../segment/dictionary-entry.ts';
import type { Segment } from '../segment/segment.ts';
import { ZoneColumn } from '../segment/zone-columns.ts';
import { byteInZone } from './byte-in-zone.ts';
import { findAligned } from './find-aligned.ts';
import { difference, enoughToSeek, merged, splitByFourgrams } from './fourgram-filter.ts';
import type { CursorPool, Lookup, SearchContext } from './search-context.ts';
import { unzoned, type Alignment, type Alignments, type Term, type ZonedTerm } from './term.ts';
import { ZoneWindows } from './zone-windows.ts';

/** Candidates at which looking for positions is cheaper than narrowing them by further trigrams. */
const FEW = 4;

/** Consecutive lists of documents that leave all candidates before the rest is not tried. */
const VAIN_LISTS = 8;

/** Lists that are looked up before asking whether they are enough; the first one is that of the candidates. */
const MIN_LISTS = 3;

/**
 * Cost of an open end, in times of the positions of the rarest gram: the lists of a hundred trigrams are searched.
 */
const OPEN_END_COST = 16;

interface SegmentSearch {
  readonly segment: Segment;
  readonly terms: readonly Term[];
  readonly excluded: readonly Term[];
  /** False for documents that are dead; null: all are alive. */
  readonly isLive: ((docId: number) => boolean) | null;
  readonly pool: CursorPool;
  /** Called now and then; may throw. */
  readonly checkpoint: () => void;
}

/** Ids, ascending, of the documents of a segment that hold all terms and none of the excluded ones. */
export function searchSegment(search: SegmentSearch): Uint32Array {
  const { segment, terms, excluded, pool } = search;
  pool.closeAll();
  const lookUp = trigramLookup(segment, pool);
  let candidates = liveDocuments(search, terms, lookUp);
  for (const term of rarestFirst(terms, lookUp)) {
    if (candidates.length === 0) break;
    if (term.kind !== 'listed') candidates = foundIn(search, term, lookUp, candidates);
  }
  for (const term of excluded) {
    if (candidates.length === 0) break;
    candidates = difference(candidates, holding(search, term, lookUp, candidates));
  }
  return candidates;
}

/** The number of documents that may hold a term, as far as its rarest list tells: at least that of those that do. */
export function mostHolding(segment: Segment, pool: CursorPool, term: Term): number {
  const search = { segment, pool };
  return Math.min(...listsOf(search, term, trigramLookup(segment, pool)).map(({ count }) => count));
}

/** Looks each trigram up once. */
function trigramLookup(segment: Segment, pool: CursorPool): Lookup {
  const known = new Map<number, Trigram | null>();
  return (trigram) => {
    const before = known.get(trigram);
    if (before !== undefined) return before;
    const found = segment.dictionary.trigram(pool.cache, trigram);
    known.set(trigram, found);
    return found;
  };
}

/**
 * Lists of documents, each of which has all documents with the term. A term of one to three bytes has a single list,
 * of exactly the documents in which it stands anywhere.
 */
function listsOf(
  { segment, pool }: Pick<SegmentSearch, 'segment' | 'pool'>,
  term: Term,
  lookUp: Lookup,
): readonly DocumentList[] {
  if (term.kind === 'zoned') return listsOf({ segment, pool }, term.term, lookUp);
  const [first = 0, second = 0, third = 0] = term.bytes;
  const pair = (first << 8) | second;
  if (term.kind === 'aligned')
    return term.trigrams.map((trigram) => lookUp(trigram)?.documents ?? NO_DOCUMENTS);
  if (term.bytes.length === 1) return [segment.symbol(first)];
  if (term.bytes.length === 2) return [segment.dictionary.pair(pool.cache, pair) ?? NO_DOCUMENTS];
  return [lookUp((pair << 8) | third)?.documents ?? NO_DOCUMENTS];
}

/** Documents that are alive, hold all listed terms, and may hold the others. Without a term these are all. */
function liveDocuments(search: SegmentSearch, terms: readonly Term[], lookUp: Lookup): Uint32Array {
  const { segment, isLive, pool } = search;
  if (terms.length === 0) {
    const all = Uint32Array.from(segment.ids, (_, docId) => docId);
    return isLive === null ? all : all.filter((docId) => isLive(docId));
  }
  const plain = terms.map(unzoned);
  const exact = plain.flatMap((term) => (term.kind === 'listed' ? listsOf(search, term, lookUp) : []));
  const rough = plain.flatMap((term) => (term.kind === 'aligned' ? listsOf(search, term, lookUp) : []));
  const [shortest] = [...exact, ...rough].toSorted(byCount);
  if (shortest === undefined || shortest.count === 0) return new Uint32Array();
  const candidates = new Uint32Array(shortest.count);
  segment.readDocuments(pool.cache, shortest, candidates);
  const live = isLive === null ? candidates : candidates.filter((docId) => isLive(docId));
  const [only] = plain.length === 1 ? plain : [];
  return narrowed(search, exact, rough, live, only === undefined ? Infinity : enoughToSeek(lookUp, only));
}

/**
 * Keeps the candidates that are in all exact lists, and in rough lists as long as looking these up narrows the
 * candidates.
 *
 * @param candidates is overwritten
 * @param enough candidates from which on they need no further narrowing
 */
function narrowed(
  { segment, pool, checkpoint }: SegmentSearch,
  exact: readonly DocumentList[],
  rough: readonly DocumentList[],
  candidates: Uint32Array,
  enough = Infinity,
): Uint32Array {
  let count = candidates.length;
  for (const list of exact.toSorted(byCount)) {
    checkpoint();
    count = segment.intersect(pool.cache, list, candidates, count);
  }
  let vain = 0;
  for (const [index, list] of rough.toSorted(byCount).entries()) {
    if (count <= FEW || vain === VAIN_LISTS || (index >= MIN_LISTS && count >= enough)) break;
    checkpoint();
    const left = segment.intersect(pool.cache, list, candidates, count);
    vain = left === count ? vain + 1 : 0;
    count = left;
  }
  return candidates.subarray(0, count);
}

/** Keeps those of some documents that hold a term. */
function holding(search: SegmentSearch, term: Term, lookUp: Lookup, documents: Uint32Array): Uint32Array {
  const lists = listsOf(search, term, lookUp);
  if (lists.some(({ count }) => count === 0)) return new Uint32Array();
  if (unzoned(term).kind === 'aligned')
    return foundIn(search, term, lookUp, narrowed(search, [], lists, documents.slice()));
  return foundIn(search, term, lookUp, narrowed(search, lists, [], documents.slice()));
}

/** Keeps those of some documents that hold a term, all of which are in the lists of its documents. */
function foundIn(
  { segment, pool, checkpoint }: SegmentSearch,
  term: Term,
  lookUp: Lookup,
  candidates: Uint32Array,
): Uint32Array {
  const at = { segment, lookUp, pool, checkpoint };
  switch (term.kind) {
    case 'listed':
      return candidates;
    case 'aligned': {
      const { holding: known, open } = splitByFourgrams(at, term, candidates);
      return open.length === 0 ? known : merged(known, alignedIn(at, term, term.bytes.length, open, null));
    }
    case 'zoned':
      if (term.zone >= segment.zones.length) return new Uint32Array();
      return inZone(at, new ZoneColumn(segment, pool.cache, term.zone), term, candidates);
  }
}

function inZone(
  at: SearchContext,
  column: ZoneColumn,
  { term, alignments }: ZonedTerm,
  candidates: Uint32Array,
): Uint32Array {
  const { bytes } = term;
  if (alignments === null) return byteInZone(at, column, u8(bytes, 0), candidates);
  if (term.kind === 'listed') return alignedIn(at, alignments, bytes.length, candidates, column);
  const { holding: known, open } = splitByFourgrams(at, term, candidates);
  return alignedIn(at, alignments, bytes.length, merged(known, open), column);
}

/**
 * @param length bytes of the term
 * @param column of the zone in which a hit must lie; null: anywhere
 */
function alignedIn(
  at: SearchContext,
  alignments: Alignments,
  length: number,
  candidates: Uint32Array,
  column: ZoneColumn | null,
): Uint32Array {
  const [first, second] = cheaperFirst(alignments, at.lookUp);
  const windowsOf = ({ start }: Alignment): ZoneWindows | null =>
    column === null ? null : new ZoneWindows(at.segment, column, length, start);
  const found = findAligned(at, first, candidates, windowsOf(first));
  const missed = difference(candidates, found);
  return missed.length === 0 ? found : merged(found, findAligned(at, second, missed, windowsOf(second)));
}

/** Alignments in the order of their cost: documents that the first one finds are not searched for the other. */
function cheaperFirst(
  { even, odd }: Alignments,
  lookUp: Lookup,
): readonly [first: Alignment, second: Alignment] {
  const costOf = ({ grams, openEnds }: Alignment): number =>
    (1 + OPEN_END_COST * openEnds.length) *
    Math.min(...grams.map(({ trigram, run }) => (lookUp(trigram)?.positions.count ?? 0) / run));
  return costOf(odd) < costOf(even) ? [odd, even] : [even, odd];
}

/** Terms in the order of their rarest trigrams. */
function rarestFirst(terms: readonly Term[], lookUp: Lookup): readonly Term[] {
  const rarity = (term: Term): number => {
    const plain = unzoned(term);
    return plain.kind === 'listed'
      ? 0
      : Math.min(...plain.trigrams.map((trigram) => lookUp(trigram)?.positions.count ?? 0));
  };
  return terms.length === 1 ? terms : terms.toSorted((a, b) => rarity(a) - rarity(b));
}

function byCount(a: DocumentList, b: DocumentList): number {
  return a.count - b.count;
}
