import { BLOCK, MAX_BLOCK_BYTES } from '../codec/blocks.ts';
import { DocIdSlice } from '../codec/doc-ids.ts';
import { f64, i32, u32, u8 } from '../elements.ts';
import type { DocumentList } from '../segment/dictionary-entry.ts';
import { mayHaveFourgrams, SKIP_BYTES } from '../segment/format.ts';
import { FourgramsWriter, readFourgrams } from '../segment/fourgrams.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import type { PositionsWriter } from '../segment/positions-writer.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import { DROPPED, type DocumentLists, type LiveRuns, type Source } from './merge-source.ts';

/** Brings lists of documents together of segments with dead documents: it decodes the lists. */
export class DocumentMover implements DocumentLists {
  readonly list: DocIdSlice;
  readonly #cache: GranuleCache;
  #list = new Uint32Array(0);

  constructor(cache: GranuleCache, documents: number) {
    this.#cache = cache;
    this.list = new DocIdSlice(new Uint32Array(documents), 0, 0);
  }

  get count(): number {
    return this.list.count;
  }

  begin(): void {
    this.clear();
  }

  clear(): void {
    this.list.to = 0;
  }

  addPair(source: Source): void {
    this.#add(source, source.group.pair);
  }

  addTrigram(source: Source, third: number): void {
    this.#add(source, source.group.documentsOf(third));
  }

  addSymbol(source: Source, symbol: number): void {
    this.#add(source, source.segment.symbol(symbol));
  }

  #add({ segment, runs }: Source, list: DocumentList): void {
    if (list.count === 0) return;
    if (this.#list.length < list.count) this.#list = new Uint32Array(segment.ids.length);
    segment.readDocuments(this.#cache, list, this.#list);
    const { docIds } = runs;
    const { docIds: moved } = this.list;
    let { count } = this;
    for (let at = 0; at < list.count; at++) {
      const docId = i32(docIds, u32(this.#list, at));
      if (docId !== DROPPED) moved[count++] = docId;
    }
    this.list.to = count;
  }
}

/** Maximum share of a trigram's documents that may be unlisted: with more, its 4-grams would say too little. */
export const MAX_UNLISTED_SHARE = 1 / 4;

const SYMBOLS = 256;

/** Lists of one of the segments for the trigram at hand. */
class FourgramSource {
  /** Null: its 4-grams are not listed. */
  unlisted: DocumentList | null = null;
  /** Lists by fourth byte. */
  readonly fourths: (DocumentList | null)[] = Array.from({ length: SYMBOLS }, () => null);
  /** Number of documents of the trigram. */
  count = 0;
  /** Index of each of them among those of the merged trigram, or `DROPPED`. */
  ranks = new Int32Array(0);
}

/**
 * Brings the 4-grams of all segments together. If a segment does not list a trigram's 4-grams, as it is not frequent
 * there, the segment's documents become unlisted ones.
 */
export class FourgramMover {
  readonly #cache: GranuleCache;
  readonly #sources: readonly Source[];
  readonly #fourgrams: readonly FourgramSource[];
  /** Index of each merged document among those of the trigram at hand. */
  readonly #rankOf: Int32Array;
  readonly #moved: Uint32Array;
  readonly #slice: DocIdSlice;
  readonly #list: Uint32Array;
  readonly #writer = new FourgramsWriter();
  /** Fourth bytes that any segment has. */
  readonly #seen = new Uint8Array(SYMBOLS);

  /** @param documents number of documents of the merged segment */
  constructor(cache: GranuleCache, sources: readonly Source[], documents: number) {
    this.#cache = cache;
    this.#sources = sources;
    this.#fourgrams = sources.map(() => new FourgramSource());
    this.#rankOf = new Int32Array(documents);
    this.#moved = new Uint32Array(documents);
    this.#slice = new DocIdSlice(this.#moved);
    this.#list = new Uint32Array(Math.max(0, ...sources.map(({ segment }) => segment.ids.length)));
  }

  /**
   * Writes the 4-grams of a trigram if those of most of its documents are listed.
   *
   * @param merged its documents
   */
  move(writer: SegmentWriter, third: number, { docIds: merged, count }: DocIdSlice): void {
    const areListed = this.#sources.some(({ group }) => f64(group.fourgramBytes, third) > 0);
    if (!mayHaveFourgrams(count, this.#rankOf.length) || !areListed) return;
    for (let rank = 0; rank < count; rank++) this.#rankOf[u32(merged, rank)] = rank;
    this.#seen.fill(0);
    let unlisted = 0;
    for (const [index, source] of this.#sources.entries()) {
      const fourgrams = this.#fourgrams[index];
      if (fourgrams === undefined) continue;
      this.#read(source, fourgrams, third);
      unlisted =
        fourgrams.unlisted === null
          ? this.#moveAll(fourgrams, unlisted)
          : this.#moveList(source, fourgrams, fourgrams.unlisted, unlisted);
    }
    if (unlisted > count * MAX_UNLISTED_SHARE) return;
    this.#writer.begin(count, this.#slice.set(this.#moved, 0, unlisted));
    for (let fourth = 0; fourth < SYMBOLS; fourth++) {
      if (this.#seen[fourth] === 0) continue;
      let moved = 0;
      for (const [index, source] of this.#sources.entries()) {
        const fourgrams = this.#fourgrams[index];
        const list = fourgrams?.fourths[fourth] ?? null;
        if (fourgrams !== undefined && list !== null) moved = this.#moveList(source, fourgrams, list, moved);
      }
      if (moved > 0) this.#writer.add(fourth, this.#slice.set(this.#moved, 0, moved));
    }
    writer.trigramFourgrams(third, this.#writer);
  }

  /** Reads the lists of a segment for a trigram. */
  #read({ segment, runs, group }: Source, into: FourgramSource, third: number): void {
    const documents = group.documentsOf(third);
    into.count = documents.count;
    into.unlisted = null;
    into.fourths.fill(null);
    if (into.count === 0) return;
    if (into.ranks.length < into.count) into.ranks = new Int32Array(segment.ids.length);
    segment.readDocuments(this.#cache, documents, this.#list);
    for (let index = 0; index < into.count; index++) {
      const docId = i32(runs.docIds, u32(this.#list, index));
      into.ranks[index] = docId === DROPPED ? DROPPED : i32(this.#rankOf, docId);
    }
    const fourgrams = readFourgrams(this.#cache, segment.file, {
      documents,
      fourgrams: group.fourgramsOf(third),
    });
    if (fourgrams === null) return;
    into.unlisted = fourgrams.unlisted;
    for (const { fourth, documents: list } of fourgrams.fourths) {
      into.fourths[fourth] = list;
      this.#seen[fourth] = 1;
    }
  }

  /** Appends all documents of a segment's trigram to the `moved` ones there are. @returns their number then */
  #moveAll({ count, ranks }: FourgramSource, moved: number): number {
    let to = moved;
    for (let index = 0; index < count; index++) {
      const rank = i32(ranks, index);
      if (rank !== DROPPED) this.#moved[to++] = rank;
    }
    return to;
  }

  /** Appends the documents in a list to the `moved` ones there are. @returns their number then */
  #moveList(
    { segment }: Source,
    { count, ranks }: FourgramSource,
    list: DocumentList,
    moved: number,
  ): number {
    segment.readDocuments(this.#cache, list, this.#list, count);
    let to = moved;
    for (let index = 0; index < list.count; index++) {
      const rank = i32(ranks, u32(this.#list, index));
      if (rank !== DROPPED) this.#moved[to++] = rank;
    }
    return to;
  }
}

/**
 * Blocks from which on those of a list are copied. A copied block ends the one that is being filled, and short blocks
 * in the middle of a list take more space.
 */
const MIN_COPIED_BLOCKS = 8;

const values = new Uint32Array(BLOCK);

/**
 * Writes the positions of a trigram that are in live documents, moved. Blocks that lie in one run are copied as they
 * are.
 *
 * @param cache in the memory of the writer's kernel
 */
export function movePositions(
  cache: GranuleCache,
  { segment: { file }, runs, group }: Source,
  third: number,
  into: PositionsWriter,
): void {
  const count = u32(group.positions, third);
  if (count === 0) return;
  const at = f64(group.positionsAt, third);
  const bytes = f64(group.positionBytes, third);
  const blocks = u32(group.blocks, third);
  const areAllAlive = runs.first !== null;
  /** If all documents are alive, everything moves by this shift. */
  const shift = areAllAlive ? f64(runs.shifts, 0) : 0;
  if (blocks === 0) {
    const address = cache.range(file, at, bytes);
    if (areAllAlive) into.pushGaps(address, count, shift);
    else {
      cache.blocks.readGaps(address, count, 0, values);
      moveValues(runs, 0, count, into);
    }
    return;
  }
  const skipsAt = f64(group.skipsAt, third);
  let run = 0;
  let entry = cache.addressOf(file, skipsAt);
  let floor = cache.view.getUint32(entry, true);
  let offset = cache.view.getUint32(entry + 4, true);
  for (let block = 0; block < blocks; block++) {
    let nextFloor = Infinity;
    let nextOffset = Math.min(bytes, offset + MAX_BLOCK_BYTES);
    if (block + 1 < blocks) {
      entry = cache.addressOf(file, skipsAt + SKIP_BYTES * (block + 1));
      nextFloor = cache.view.getUint32(entry, true);
      nextOffset = cache.view.getUint32(entry + 4, true);
    }
    while (run < runs.ends.length && u32(runs.ends, run) <= floor) run++;
    const inRun = floor >= (runs.starts[run] ?? Infinity) && nextFloor <= u32(runs.ends, run);
    const address = cache.range(file, at + offset, nextOffset - offset);
    const isFull = u8(cache.bytes, address) < BLOCK;
    if (inRun && isFull && blocks >= MIN_COPIED_BLOCKS) {
      const moved = f64(runs.shifts, run);
      into.copyBlock(address, address + nextOffset - offset, floor + moved, nextFloor + moved);
    } else if (areAllAlive) into.pushBlock(address, floor + shift);
    else moveValues(runs, run, cache.blocks.read(address, floor, values), into);
    floor = nextFloor;
    offset = nextOffset;
  }
}

/** @param firstRun no run before it holds any of the values */
function moveValues(runs: LiveRuns, firstRun: number, count: number, into: PositionsWriter): void {
  const { starts, ends, shifts } = runs;
  const [first, last] = [u32(values, 0), u32(values, count - 1)];
  let run = firstRun;
  while (run < ends.length && u32(ends, run) <= first) run++;
  if (first >= (starts[run] ?? Infinity) && last < u32(ends, run)) {
    into.pushMoved(values, count, f64(shifts, run));
    return;
  }
  for (let index = 0; index < count; index++) {
    const position = u32(values, index);
    while (run < ends.length && u32(ends, run) <= position) run++;
    if (run === ends.length) return;
    if (position >= u32(starts, run)) into.push(position + f64(shifts, run));
  }
}
