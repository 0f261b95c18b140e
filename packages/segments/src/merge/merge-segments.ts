import { OrdinalSlice, type OrdinalList } from '../codec/ordinals.ts';
import type { Disk } from '../disk.ts';
import { Kernel } from '../kernel/kernel.ts';
import { ByteSet, NONE } from '../segment/byte-set.ts';
import type { DocumentList } from '../segment/lists.ts';
import type { PositionsWriter } from '../segment/positions-writer.ts';
import { MAX_SEGMENT_BYTES, pairKey } from '../segment/format.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { SegmentWriter, type WrittenSegment } from '../segment/segment-writer.ts';
import { GroupColumns } from './group-columns.ts';
import { QuadJoiner } from './join-quads.ts';
import { JoinedLists } from './joined-lists.ts';
import { DROPPED, liveRuns, type MergedDocuments, type Source } from './live-runs.ts';
import { movePositions } from './move-positions.ts';
import { QuadMover } from './move-quads.ts';

/** What a merge reads with, in bytes: a few granules of each segment, for each kind of list. */
const CACHE_BYTES = 4 << 20;

const SYMBOLS = 256;

export interface MergeInput {
  readonly segment: Segment;
  readonly isLive: (id: number) => boolean;
}

/**
 * Writes the live documents of segments into one. Goes through all of them pair by pair, so it holds in memory no more
 * than the tables of documents and pairs.
 *
 * @param inputs in the order of their documents' ids, at least one document alive
 * @param path of the file, not there yet
 * @param pace is called after each pair, may wait, and may throw to give up
 * @throws RangeError if the text is too long for a segment; SegmentsCorrupt; errors of the disk
 */
export function mergeSegments(
  disk: Disk,
  inputs: readonly MergeInput[],
  path: string,
  pace: () => void,
): WrittenSegment {
  const merged: MergedDocuments = { ids: [], starts: [0] };
  const sources = inputs.map(({ segment, isLive }): Source => ({
    segment,
    runs: liveRuns(segment, isLive, merged),
    group: new GroupColumns(),
  }));
  const textBytes = 2 * (merged.starts.at(-1) ?? 0);
  if (textBytes > MAX_SEGMENT_BYTES)
    throw new RangeError(`a text of ${textBytes} bytes is too long for a segment`);
  const kernel = new Kernel();
  const ids = Float64Array.from(merged.ids);
  const writer = new SegmentWriter(disk, path, { ids, starts: Uint32Array.from(merged.starts) }, kernel);
  try {
    // What is read lies in the memory that is written from: nothing is carried from one to the other.
    const cache = new GranuleCache(disk, CACHE_BYTES, kernel);
    writeLists(writer, cache, sources, ids.length, pace);
    return writer.finish();
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

/** @param documents of the merged segment */
function writeLists(
  writer: SegmentWriter,
  cache: GranuleCache,
  sources: readonly Source[],
  documents: number,
  pace: () => void,
): void {
  const movers = moversOf(cache, sources, documents);
  const { lists } = movers;
  const groups = new GroupMerger(writer, cache, sources, movers);
  try {
    for (const pair of pairsOf(sources)) {
      groups.write(pair);
      pace();
    }
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      lists.clear();
      for (const source of sources) lists.add(source, source.segment.symbol(symbol));
      if (lists.count > 0) writer.symbolDocuments(symbol, lists.list);
    }
  } finally {
    for (const { segment } of sources) cache.forget(segment.file);
  }
}

/** All pairs of all segments, in the order of groups. */
function pairsOf(sources: readonly Source[]): Iterable<number> {
  const keys = new Set(sources.flatMap(({ segment }) => Array.from(segment.dictionary.pairs, pairKey)));
  return Uint32Array.from(keys).sort().map(pairKey);
}

/** Writes what all segments have of a pair. */
class GroupMerger {
  readonly #writer: SegmentWriter;
  readonly #cache: GranuleCache;
  readonly #sources: readonly Source[];
  readonly #movers: Movers;
  /** Third bytes that any segment has. */
  readonly #thirds = new ByteSet();
  #third = NONE;

  constructor(writer: SegmentWriter, cache: GranuleCache, sources: readonly Source[], movers: Movers) {
    this.#writer = writer;
    this.#cache = cache;
    this.#sources = sources;
    this.#movers = movers;
  }

  write(pair: number): void {
    const writer = this.#writer;
    const { lists, moveQuads } = this.#movers;
    const thirds = this.#thirds;
    lists.clear();
    thirds.clear();
    for (const source of this.#sources) {
      const { segment, group } = source;
      group.read(this.#cache, segment.dictionary, segment.ids.length, pair, thirds);
      lists.add(source, group.pair);
    }
    if (lists.count === 0) return;
    for (let third = thirds.next(0); third !== NONE; third = thirds.next(third + 1)) {
      this.#third = third;
      writer.writePositions(third, this.#movePositions);
    }
    writer.pairDocuments(lists.list);
    for (let third = thirds.next(0); third !== NONE; third = thirds.next(third + 1)) {
      lists.clear();
      for (const source of this.#sources) lists.addTriple(source, third);
      if (lists.count === 0) continue;
      writer.tripleDocuments(third, lists.list);
      moveQuads(writer, third);
    }
    writer.endGroup(pair);
  }

  /** Those of the third byte at hand. */
  readonly #movePositions = (into: PositionsWriter): void => {
    for (const source of this.#sources) movePositions(this.#cache, source, this.#third, into);
  };
}

/** Brings lists of documents of all segments together, one after the other, under their new ordinals. */
interface DocumentLists {
  /** How many documents there are. */
  readonly count: number;
  /** All of them, until `clear`. */
  readonly list: OrdinalList;
  clear(): void;
  add(source: Source, list: DocumentList): void;
  /** Adds what a segment has of a triple of the group at hand. */
  addTriple(source: Source, third: number): void;
}

interface Movers {
  readonly lists: DocumentLists;
  /** Writes the quads of the triple whose documents are in `lists`. */
  readonly moveQuads: (writer: SegmentWriter, third: number) => void;
}

/** If all documents are alive, lists move as they are. */
function moversOf(cache: GranuleCache, sources: readonly Source[], documents: number): Movers {
  if (sources.every(({ runs }) => runs.first !== null)) {
    const lists = new DocumentJoiner(cache, sources.length);
    const quads = new QuadJoiner(cache, sources, documents);
    return { lists, moveQuads: (writer, third) => quads.move(writer, third, lists.count) };
  }
  const lists = new DocumentMover(cache, documents);
  const quads = new QuadMover(cache, sources, documents);
  return { lists, moveQuads: (writer, third) => quads.move(writer, third, lists.list) };
}

/** For segments of which every document is alive. */
class DocumentJoiner implements DocumentLists {
  readonly list: JoinedLists;

  constructor(cache: GranuleCache, sources: number) {
    this.list = new JoinedLists(cache, sources);
  }

  get count(): number {
    return this.list.count;
  }

  clear(): void {
    this.list.clear();
  }

  add({ segment: { file, ids }, runs }: Source, { count, at, bytes }: DocumentList): void {
    this.list.add(file, count, at, bytes, ids.length, runs.first ?? 0);
  }

  addTriple({ segment: { file, ids }, runs, group }: Source, third: number): void {
    const count = group.documents[third] ?? 0;
    if (count === 0) return;
    const at = group.documentsAt[third] ?? 0;
    const bytes = group.documentBytes[third] ?? 0;
    this.list.add(file, count, at, bytes, ids.length, runs.first ?? 0);
  }
}

class DocumentMover implements DocumentLists {
  readonly list: OrdinalSlice;
  readonly #cache: GranuleCache;
  #list = new Uint32Array(0);

  constructor(cache: GranuleCache, documents: number) {
    this.#cache = cache;
    this.list = new OrdinalSlice(new Uint32Array(documents), 0, 0);
  }

  get count(): number {
    return this.list.count;
  }

  clear(): void {
    this.list.to = 0;
  }

  add({ segment, runs }: Source, list: DocumentList): void {
    if (list.count === 0) return;
    if (this.#list.length < list.count) this.#list = new Uint32Array(segment.ids.length);
    segment.readDocuments(this.#cache, list, this.#list);
    const { ordinals } = runs;
    const { ordinals: moved } = this.list;
    let { count } = this;
    for (let at = 0; at < list.count; at++) {
      const ordinal = ordinals[this.#list[at] ?? 0] ?? DROPPED;
      if (ordinal !== DROPPED) moved[count++] = ordinal;
    }
    this.list.to = count;
  }

  addTriple(source: Source, third: number): void {
    this.add(source, source.group.documentsOf(third));
  }
}
