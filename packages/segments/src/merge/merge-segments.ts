// Merges segments, pair by pair. merge-source.ts reads the inputs and decides where their documents go; join-lists.ts joins
// lists as they are if no document is dead, move-lists.ts decodes them otherwise, and moves positions in both cases.
import { ByteSet, NONE } from '../codec/bit-sets.ts';
import type { Disk } from '../disk.ts';
import { element } from '../elements.ts';
import { Kernel } from '../kernel/kernel.ts';
import { MAX_SEGMENT_BYTES, pairKey } from '../segment/format.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import type { PositionsWriter } from '../segment/positions-writer.ts';
import { SegmentWriter, type WrittenSegment } from '../segment/segment-writer.ts';
import type { Segment } from '../segment/segment.ts';
import { DocumentJoiner, FourgramJoiner, takeJoinBuffers, type JoinBuffers } from './join-lists.ts';
import { ZONE_BLOCK, ZoneColumn } from '../segment/zone-columns.ts';
import {
  DROPPED,
  GroupColumns,
  liveRuns,
  type DocumentLists,
  type MergedDocuments,
  type Source,
} from './merge-source.ts';
import { DocumentMover, FourgramMover, movePositions } from './move-lists.ts';

/** Bytes of the cache of a merge: a few granules of each segment, for each kind of list. */
const CACHE_BYTES = 4 << 20;

const SYMBOLS = 256;

const NO_RANGES = new Uint8Array();

export interface MergeInput {
  readonly segment: Segment;
  readonly isLive: (id: number) => boolean;
}

/**
 * Writes the live documents of segments into one. It goes through all of them pair by pair, so memory holds no more
 * than the tables of documents and pairs.
 *
 * @param inputs in the order of their documents' external ids, at least one document alive
 * @param path of the file, which does not exist yet
 * @param pace is called after each pair and some documents of a zone; it may wait, and may throw to give up
 * @throws RangeError if the text is too long for a segment; SegmentsCorrupt; errors of the disk
 */
export function mergeSegments(
  disk: Disk,
  inputs: readonly MergeInput[],
  path: string,
  pace: () => void,
): WrittenSegment {
  const merged: MergedDocuments = { ids: [], owners: [], starts: [0] };
  const sources = inputs.map(({ segment, isLive }): Source => ({
    segment,
    runs: liveRuns(segment, isLive, merged),
    group: new GroupColumns(),
  }));
  const textBytes = 2 * element(merged.starts, merged.starts.length - 1);
  if (textBytes > MAX_SEGMENT_BYTES)
    throw new RangeError(`a text of ${textBytes} bytes is too long for a segment`);
  const kernel = new Kernel();
  const ids = Float64Array.from(merged.ids);
  const documents = {
    ids,
    owners: Uint32Array.from(merged.owners),
    starts: Uint32Array.from(merged.starts),
  };
  const writer = new SegmentWriter(disk, path, documents, kernel);
  try {
    const areMoved = sources.every(({ runs }) => runs.first !== null);
    const buffers = areMoved ? takeJoinBuffers(kernel, sources, ids.length) : null;
    // The cache lies in the memory that is written from, so nothing has to be copied from one to the other.
    const cache = new GranuleCache(disk, CACHE_BYTES, kernel);
    writeLists(writer, cache, sources, moversOf(cache, sources, ids.length, buffers), pace);
    return writer.finish();
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

function writeLists(
  writer: SegmentWriter,
  cache: GranuleCache,
  sources: readonly Source[],
  movers: Movers,
  pace: () => void,
): void {
  const { lists } = movers;
  const groups = new GroupMerger(writer, cache, sources, movers);
  try {
    for (const pair of pairsOf(sources)) {
      groups.write(pair);
      pace();
    }
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      lists.begin();
      for (const source of sources) lists.addSymbol(source, symbol);
      if (lists.count > 0) writer.symbolDocuments(symbol, lists.list);
    }
    writeZones(writer, cache, sources, pace);
  } finally {
    for (const { segment } of sources) cache.forget(segment.file);
  }
}

function writeZones(
  writer: SegmentWriter,
  cache: GranuleCache,
  sources: readonly Source[],
  pace: () => void,
): void {
  const zones = Math.max(...sources.map(({ segment }) => segment.zones.length));
  for (let zone = 0; zone < zones; zone++) {
    for (const { segment, runs } of sources) {
      const column = zone < segment.zones.length ? new ZoneColumn(segment, cache, zone) : null;
      for (const [docId, moved] of runs.docIds.entries()) {
        if (docId % ZONE_BLOCK === 0) pace();
        if (moved !== DROPPED) writer.zoneRanges(column?.stored(docId) ?? NO_RANGES);
      }
    }
  }
}

/** Pairs of all segments, in the order of groups. */
function pairsOf(sources: readonly Source[]): Iterable<number> {
  const keys = new Set(sources.flatMap(({ segment }) => Array.from(segment.dictionary.pairs, pairKey)));
  return Uint32Array.from(keys).sort().map(pairKey);
}

/** Writes the lists of a pair of all segments. */
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
    const { lists, moveFourgrams } = this.#movers;
    const thirds = this.#thirds;
    lists.begin();
    thirds.clear();
    for (const source of this.#sources) {
      const { segment, group } = source;
      group.read(this.#cache, segment.dictionary, segment.ids.length, pair, thirds);
      lists.addPair(source);
    }
    if (lists.count === 0) return;
    for (let third = thirds.next(0); third !== NONE; third = thirds.next(third + 1)) {
      this.#third = third;
      writer.writePositions(third, this.#movePositions);
    }
    writer.pairDocuments(lists.list);
    for (let third = thirds.next(0); third !== NONE; third = thirds.next(third + 1)) {
      lists.clear();
      for (const source of this.#sources) lists.addTrigram(source, third);
      if (lists.count === 0) continue;
      writer.trigramDocuments(third, lists.list);
      moveFourgrams(writer, third);
    }
    writer.endGroup(pair);
  }

  /** Writes the positions of the third byte at hand. */
  readonly #movePositions = (into: PositionsWriter): void => {
    for (const source of this.#sources) movePositions(this.#cache, source, this.#third, into);
  };
}

interface Movers {
  readonly lists: DocumentLists;
  /** Writes the 4-grams of the trigram whose documents are in `lists`. */
  readonly moveFourgrams: (writer: SegmentWriter, third: number) => void;
}

/**
 * @param documents number of documents of the merged segment
 * @param buffers if all documents are alive, and lists may be joined as they are
 */
function moversOf(
  cache: GranuleCache,
  sources: readonly Source[],
  documents: number,
  buffers: JoinBuffers | null,
): Movers {
  if (buffers !== null) {
    const lists = new DocumentJoiner(cache, buffers);
    const fourgrams = new FourgramJoiner(buffers, sources, documents);
    return { lists, moveFourgrams: (writer, third) => fourgrams.move(writer, third, lists.count) };
  }
  const lists = new DocumentMover(cache, documents);
  const fourgrams = new FourgramMover(cache, sources, documents);
  return { lists, moveFourgrams: (writer, third) => fourgrams.move(writer, third, lists.list) };
}
