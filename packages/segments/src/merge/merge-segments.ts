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
  try {
    for (const pair of pairsOf(sources)) {
      writeGroup(writer, cache, sources, lists, quads, pair);
      pace();
    }
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      const count = lists.move(sources, ({ segment }) => segment.symbol(symbol));
      if (count > 0) writer.symbolDocuments(symbol, lists.moved, 0, count);
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
  pair: number,
): void {
  const ofPair = lists.move(sources, ({ segment }) => segment.dictionary.pair(cache, pair));
  if (ofPair === 0) return;
  writer.pairDocuments(lists.moved, 0, ofPair);
  const triples = sources.map(({ segment }) =>
    byThird(segment.dictionary.triples(cache, pair, 0, SYMBOLS - 1)),
  );
  for (let third = 0; third < SYMBOLS; third++) {
    const count = lists.move(sources, (_, index) => triples[index]?.[third]?.documents ?? null);
    if (count === 0) continue;
    writer.tripleDocuments(third, lists.moved, 0, count);
    quads.move(
      writer,
      third,
      triples.map((ofSource) => ofSource[third]),
      lists.moved,
      count,
    );
  }
  for (let third = 0; third < SYMBOLS; third++) {
    if (!triples.some((ofSource) => ofSource[third] !== undefined)) continue;
    writer.writePositions(third, (into) => {
      for (const [index, { segment, runs }] of sources.entries()) {
        const positions = triples[index]?.[third]?.positions;
        if (positions !== undefined && positions.count > 0)
          movePositions(cache, segment, positions, runs, into);
      }
    });
  }
  writer.endGroup(pair);
}

function byThird(triples: readonly Triple[]): readonly (Triple | undefined)[] {
  const found: (Triple | undefined)[] = [];
  for (const triple of triples) found[triple.third] = triple;
  return found;
}

/** Brings lists of documents of all segments together, under their new ordinals. */
class DocumentMover {
  readonly moved: Uint32Array;
  readonly #cache: GranuleCache;
  #list = new Uint32Array(0);

  constructor(cache: GranuleCache, documents: number) {
    this.#cache = cache;
    this.moved = new Uint32Array(documents);
  }

  /** Fills the start of `moved`. @returns how many documents that is */
  move(sources: readonly Source[], listOf: (source: Source, index: number) => DocumentList | null): number {
    let count = 0;
    for (const [index, source] of sources.entries()) {
      const list = listOf(source, index);
      if (list === null || list.count === 0) continue;
      if (this.#list.length < list.count) this.#list = new Uint32Array(source.segment.ids.length);
      source.segment.readDocuments(this.#cache, list, this.#list);
      const { ordinals } = source.runs;
      for (let at = 0; at < list.count; at++) {
        const ordinal = ordinals[this.#list[at] ?? 0] ?? DROPPED;
        if (ordinal !== DROPPED) this.moved[count++] = ordinal;
      }
    }
    return count;
  }
}
