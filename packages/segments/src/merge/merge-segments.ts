import { OrdinalSlice, type OrdinalList } from '../codec/ordinals.ts';
import type { Disk } from '../disk.ts';
import type { DocumentList, Triple } from '../segment/lists.ts';
import { MAX_TEXT_BYTES, pairKey } from '../segment/format.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { SegmentWriter, type WrittenSegment } from '../segment/segment-writer.ts';
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
  const cache = new GranuleCache(disk, CACHE_BYTES);
  const merged: MergedDocuments = { ids: [], starts: [0] };
  const sources = inputs.map(({ segment, isLive }): Source => ({
    segment,
    runs: liveRuns(segment, isLive, merged),
  }));
  const textBytes = 2 * (merged.starts.at(-1) ?? 0);
  if (textBytes > MAX_TEXT_BYTES)
    throw new RangeError(`a text of ${textBytes} bytes is too long for a segment`);
  const writer = new SegmentWriter(disk, path, {
    ids: Float64Array.from(merged.ids),
    starts: Uint32Array.from(merged.starts),
  });
  const movers = moversOf(cache, sources, merged.ids.length);
  const { lists } = movers;
  const triples = new PairTriples(sources.length);
  try {
    for (const pair of pairsOf(sources)) {
      writeGroup(writer, cache, sources, movers, triples, pair);
      pace();
    }
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      lists.clear();
      for (const source of sources) lists.add(source, source.segment.symbol(symbol));
      if (lists.count > 0) writer.symbolDocuments(symbol, lists.list);
    }
    return writer.finish();
  } catch (error) {
    writer.abandon();
    throw error;
  } finally {
    for (const { segment } of sources) cache.forget(segment.file);
  }
}

/** All pairs of all segments, in the order of groups. */
function pairsOf(sources: readonly Source[]): Iterable<number> {
  const keys = new Set(sources.flatMap(({ segment }) => Array.from(segment.dictionary.pairs, pairKey)));
  return Uint32Array.from(keys).sort().map(pairKey);
}

function writeGroup(
  writer: SegmentWriter,
  cache: GranuleCache,
  sources: readonly Source[],
  { lists, moveQuads }: Movers,
  triples: PairTriples,
  pair: number,
): void {
  lists.clear();
  for (const source of sources) lists.add(source, source.segment.dictionary.pair(cache, pair));
  if (lists.count === 0) return;
  triples.clear();
  for (const [index, { segment }] of sources.entries())
    triples.add(index, segment.dictionary.triples(cache, pair, 0, SYMBOLS - 1));
  const thirds = triples.thirds();
  for (const third of thirds) {
    const ofSources = triples.of(third);
    writer.writePositions(third, (into) => {
      for (const [index, { segment, runs }] of sources.entries()) {
        const positions = ofSources[index]?.positions;
        if (positions !== undefined && positions.count > 0)
          movePositions(cache, segment, positions, runs, into);
      }
    });
  }
  writer.pairDocuments(lists.list);
  for (const third of thirds) {
    const ofSources = triples.of(third);
    lists.clear();
    for (const [index, source] of sources.entries()) lists.add(source, ofSources[index]?.documents ?? null);
    if (lists.count === 0) continue;
    writer.tripleDocuments(third, lists.list);
    moveQuads(writer, third, ofSources);
  }
  writer.endGroup(pair);
}

/** What all segments have of the triples of a pair. Most pairs have a few of the 256. */
class PairTriples {
  /** By third byte, then by segment. */
  readonly #triples: readonly (Triple | null)[][];
  readonly #seen = new Uint8Array(SYMBOLS);

  constructor(sources: number) {
    this.#triples = Array.from({ length: SYMBOLS }, () => Array.from({ length: sources }, () => null));
  }

  clear(): void {
    for (const third of this.thirds()) this.#triples[third]?.fill(null);
    this.#seen.fill(0);
  }

  /** @param source its place among the segments */
  add(source: number, triples: readonly Triple[]): void {
    for (const triple of triples) {
      const ofSources = this.#triples[triple.third];
      if (ofSources !== undefined) ofSources[source] = triple;
      this.#seen[triple.third] = 1;
    }
  }

  /** Third bytes that any segment has, ascending. */
  thirds(): readonly number[] {
    const thirds: number[] = [];
    for (let third = 0; third < SYMBOLS; third++) if (this.#seen[third] === 1) thirds.push(third);
    return thirds;
  }

  /** The triple of each segment, null where it has none; until `clear`. */
  of(third: number): readonly (Triple | null)[] {
    return this.#triples[third] ?? [];
  }
}

/** Brings lists of documents of all segments together, one after the other, under their new ordinals. */
interface DocumentLists {
  /** How many documents there are. */
  readonly count: number;
  /** All of them, until `clear`. */
  readonly list: OrdinalList;
  clear(): void;
  add(source: Source, list: DocumentList | null): void;
}

interface Movers {
  readonly lists: DocumentLists;
  /** Writes the quads of the triple whose documents are in `lists`. */
  readonly moveQuads: (writer: SegmentWriter, third: number, triples: readonly (Triple | null)[]) => void;
}

/** If all documents are alive, lists move as they are. */
function moversOf(cache: GranuleCache, sources: readonly Source[], documents: number): Movers {
  if (sources.every(({ runs }) => runs.first !== null)) {
    const lists = new DocumentJoiner(cache);
    const quads = new QuadJoiner(cache, sources, documents);
    return {
      lists,
      moveQuads: (writer, third, triples) => quads.move(writer, third, triples, lists.count),
    };
  }
  const lists = new DocumentMover(cache, documents);
  const quads = new QuadMover(cache, sources, documents);
  return { lists, moveQuads: (writer, third, triples) => quads.move(writer, third, triples, lists.list) };
}

/** For segments of which every document is alive. */
class DocumentJoiner implements DocumentLists {
  readonly list: JoinedLists;

  constructor(cache: GranuleCache) {
    this.list = new JoinedLists(cache);
  }

  get count(): number {
    return this.list.count;
  }

  clear(): void {
    this.list.clear();
  }

  add({ segment, runs }: Source, list: DocumentList | null): void {
    if (list !== null) this.list.add(segment.file, list, segment.ids.length, runs.first ?? 0);
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

  add({ segment, runs }: Source, list: DocumentList | null): void {
    if (list === null || list.count === 0) return;
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
}
