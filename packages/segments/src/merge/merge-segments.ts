import type { Disk } from '../disk.ts';
import type { DocumentList, Triple } from '../segment/dictionary.ts';
import { MAX_TEXT_BYTES } from '../segment/format.ts';
import { GranuleCache } from '../segment/granule-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { SegmentWriter, type WrittenSegment } from '../segment/segment-writer.ts';
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
  const lists = new DocumentMover(cache, merged.ids.length);
  const quads = new QuadMover(cache, sources, merged.ids.length);
  const triples = new PairTriples(sources.length);
  try {
    for (const pair of pairsOf(sources)) {
      writeGroup(writer, cache, sources, lists, quads, triples, pair);
      pace();
    }
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      lists.clear();
      for (const source of sources) lists.add(source, source.segment.symbol(symbol));
      if (lists.count > 0) writer.symbolDocuments(symbol, lists.moved, 0, lists.count);
    }
    return writer.finish();
  } catch (error) {
    writer.abandon();
    throw error;
  } finally {
    for (const { segment } of sources) cache.forget(segment.file);
  }
}

/** All pairs of all segments, ascending. */
function pairsOf(sources: readonly Source[]): Iterable<number> {
  const pairs = new Set(sources.flatMap(({ segment }) => [...segment.dictionary.pairs]));
  return Uint32Array.from(pairs).sort();
}

function writeGroup(
  writer: SegmentWriter,
  cache: GranuleCache,
  sources: readonly Source[],
  lists: DocumentMover,
  quads: QuadMover,
  triples: PairTriples,
  pair: number,
): void {
  lists.clear();
  for (const source of sources) lists.add(source, source.segment.dictionary.pair(cache, pair));
  if (lists.count === 0) return;
  writer.pairDocuments(lists.moved, 0, lists.count);
  triples.clear();
  for (const [index, { segment }] of sources.entries())
    triples.add(index, segment.dictionary.triples(cache, pair, 0, SYMBOLS - 1));
  const thirds = triples.thirds();
  for (const third of thirds) {
    const ofSources = triples.of(third);
    lists.clear();
    for (const [index, source] of sources.entries()) lists.add(source, ofSources[index]?.documents ?? null);
    if (lists.count === 0) continue;
    writer.tripleDocuments(third, lists.moved, 0, lists.count);
    quads.move(writer, third, ofSources, lists.moved, lists.count);
  }
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
class DocumentMover {
  readonly moved: Uint32Array;
  /** How many documents at the start of `moved` there are. */
  count = 0;
  readonly #cache: GranuleCache;
  #list = new Uint32Array(0);

  constructor(cache: GranuleCache, documents: number) {
    this.#cache = cache;
    this.moved = new Uint32Array(documents);
  }

  clear(): void {
    this.count = 0;
  }

  add({ segment, runs }: Source, list: DocumentList | null): void {
    if (list === null || list.count === 0) return;
    if (this.#list.length < list.count) this.#list = new Uint32Array(segment.ids.length);
    segment.readDocuments(this.#cache, list, this.#list);
    const { ordinals } = runs;
    const { moved } = this;
    let count = this.count;
    for (let at = 0; at < list.count; at++) {
      const ordinal = ordinals[this.#list[at] ?? 0] ?? DROPPED;
      if (ordinal !== DROPPED) moved[count++] = ordinal;
    }
    this.count = count;
  }
}
