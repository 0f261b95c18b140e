import { largestDocIdsBytes, type DocIdList } from '../codec/doc-ids.ts';
import { f64, u32 } from '../elements.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { mayHaveFourgrams } from '../segment/format.ts';
import { MAX_HEAD_BYTES } from '../segment/fourgrams.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import type { DocumentLists, Source } from './merge-source.ts';
import { MAX_UNLISTED_SHARE } from './move-lists.ts';

const SYMBOLS = 256;
const PAIRS = 2 ** 16;

/** Bytes of a list (`joinDocIds`) and of a segment's 4-grams (`joinFourgrams`) in the kernel's arguments. */
const PART_BYTES = 16;
const FOURGRAMS_BYTES = 12;
/** Rows of such lists: one for each fourth byte, and one for unlisted documents. */
const ROWS = SYMBOLS + 1;

/** Maximum bytes that are taken of a kernel's 4 GiB. */
const MAX_BYTES = 2 ** 31;

/** Addresses in the memory of a kernel at which lists of several segments are joined. */
export interface JoinBuffers {
  readonly kernel: Kernel;
  /** Space for the entries and lists of a pair of all segments. */
  readonly groups: number;
  /** Space for a list of each segment. */
  readonly parts: number;
  /** Space for the 4-grams that each segment has of a trigram, their lists, and the number of these. */
  readonly fourgrams: number;
  readonly rows: number;
  readonly ends: number;
  /** Space for the 4-grams that are written. */
  readonly head: number;
  readonly lists: number;
}

/**
 * Takes as much as could be needed; only what is used takes memory of the machine.
 *
 * @param documents number of documents of all segments
 * @returns null if that would be too much
 */
export function takeJoinBuffers(
  kernel: Kernel,
  sources: readonly Source[],
  documents: number,
): JoinBuffers | null {
  const sizes = {
    groups: Math.max(maxPairBytes(sources), largestDocIdsBytes(documents) + 8 * sources.length),
    parts: PART_BYTES * sources.length,
    fourgrams: FOURGRAMS_BYTES * sources.length,
    rows: ROWS * PART_BYTES * sources.length,
    ends: 4 * (ROWS + SYMBOLS),
    head: MAX_HEAD_BYTES,
    lists: ROWS * largestDocIdsBytes(documents),
  };
  const all = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0);
  if (all > MAX_BYTES) return null;
  const { groups, parts, fourgrams, rows, ends, head, lists } = sizes;
  return {
    kernel,
    groups: kernel.take(groups),
    parts: kernel.take(parts),
    fourgrams: kernel.take(fourgrams),
    rows: kernel.take(rows),
    ends: kernel.take(ends),
    head: kernel.take(head),
    lists: kernel.take(lists),
  };
}

/** Maximum bytes of the entries and groups that all segments have of one pair. */
function maxPairBytes(sources: readonly Source[]): number {
  const bytes = new Float64Array(PAIRS);
  for (const { segment } of sources) segment.dictionary.addBytes(bytes);
  return bytes.reduce((most, some) => Math.max(most, some), 0);
}

/**
 * Lists of documents of several segments, one after another, as one list that can be written into the kernel's
 * memory: bitmaps are shifted by some bits, of gaps only the first ones change. Only for segments without dead
 * documents.
 */
export class JoinedLists implements DocIdList {
  count = 0;
  readonly #buffers: JoinBuffers;
  #end: number;

  constructor(buffers: JoinBuffers) {
    this.#buffers = buffers;
    this.#end = buffers.parts;
  }

  clear(): void {
    this.count = 0;
    this.#end = this.#buffers.parts;
  }

  /**
   * Adds a list after all others: at most one of each segment.
   *
   * @param address of the list in the kernel's memory
   * @param documents number of documents of its segment
   * @param first id in the whole of the first of these
   */
  add(address: number, count: number, documents: number, first: number): void {
    if (count === 0) return;
    const { words } = this.#buffers.kernel;
    const at = this.#end >>> 2;
    words[at] = address;
    words[at + 1] = count;
    words[at + 2] = documents;
    words[at + 3] = first;
    this.#end += PART_BYTES;
    this.count += count;
  }

  write(into: Uint8Array, at: number, documents: number): number {
    const { kernel, parts } = this.#buffers;
    if (into.buffer !== kernel.bytes.buffer)
      throw new RangeError('lists are joined in the memory of the kernel');
    return kernel.run.joinDocIds(parts, this.#end, this.count, documents, at) >>> 0;
  }
}

/** Brings lists of documents together of segments without dead documents. */
export class DocumentJoiner implements DocumentLists {
  readonly list: JoinedLists;
  readonly #cache: GranuleCache;
  readonly #buffers: JoinBuffers;
  /** Address after what was copied. */
  #end: number;

  constructor(cache: GranuleCache, buffers: JoinBuffers) {
    this.list = new JoinedLists(buffers);
    this.#cache = cache;
    this.#buffers = buffers;
    this.#end = buffers.groups;
  }

  get count(): number {
    return this.list.count;
  }

  begin(): void {
    this.clear();
    this.#end = this.#buffers.groups;
  }

  clear(): void {
    this.list.clear();
  }

  addPair(source: Source): void {
    const { segment, group } = source;
    this.#end = group.bring(this.#cache, segment.file, this.#end);
    if (group.pair.count > 0) this.#add(source, group.addressOf(group.pair.at), group.pair.count);
  }

  addTrigram(source: Source, third: number): void {
    const { group } = source;
    const count = u32(group.documents, third);
    if (count > 0) this.#add(source, group.addressOf(f64(group.documentsAt, third)), count);
  }

  addSymbol(source: Source, symbol: number): void {
    const { segment } = source;
    const { count, at, bytes } = segment.symbol(symbol);
    this.#cache.copy(segment.file, at, bytes, this.#cache.bytes, this.#end);
    this.#add(source, this.#end, count);
    this.#end += bytes;
  }

  #add({ segment: { ids }, runs }: Source, address: number, count: number): void {
    if (runs.first === null) throw new RangeError('lists are joined only of segments without dead documents');
    this.list.add(address, count, ids.length, runs.first);
  }
}

const NOT_LISTED = 0;

/**
 * Brings 4-grams together of segments without dead documents. It does what `FourgramMover` does; but as the documents
 * of a trigram in one segment follow those in the segments before, lists need not be decoded.
 */
export class FourgramJoiner {
  readonly #buffers: JoinBuffers;
  readonly #sources: readonly Source[];
  readonly #documents: number;

  /** @param documents number of documents of the merged segment */
  constructor(buffers: JoinBuffers, sources: readonly Source[], documents: number) {
    this.#buffers = buffers;
    this.#sources = sources;
    this.#documents = documents;
  }

  /**
   * Writes the 4-grams of a trigram of the groups that were copied, if those of most of its documents are listed.
   *
   * @param count number of its documents
   */
  move(writer: SegmentWriter, third: number, count: number): void {
    if (!mayHaveFourgrams(count, this.#documents)) return;
    const { kernel, fourgrams, rows, ends, head, lists } = this.#buffers;
    const { words } = kernel;
    let [unlisted, listed] = [0, 0];
    let to = fourgrams >>> 2;
    for (const { group } of this.#sources) {
      const documents = u32(group.documents, third);
      if (documents === 0) continue;
      const isListed = f64(group.fourgramBytes, third) > 0;
      const without = isListed ? u32(group.unlisted, third) : documents;
      words[to] = documents;
      words[to + 1] = isListed ? group.addressOf(f64(group.fourgramsAt, third)) : NOT_LISTED;
      words[to + 2] = without;
      to += FOURGRAMS_BYTES >>> 2;
      unlisted += without;
      if (isListed) listed++;
    }
    if (listed === 0 || unlisted > count * MAX_UNLISTED_SHARE) return;
    const listsEnd = kernel.run.joinFourgrams(fourgrams, 4 * to, rows, ends, head, lists) >>> 0;
    writer.trigramFourgramsAt(third, head, kernel.run.fourgramsHeadEnd() >>> 0, lists, listsEnd, unlisted);
  }
}
