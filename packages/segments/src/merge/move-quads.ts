import { OrdinalSlice } from '../codec/ordinals.ts';
import { mayHaveQuads } from '../segment/format.ts';
import type { DocumentList } from '../segment/lists.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import { QuadsWriter, readQuads } from '../segment/quads.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import { DROPPED, type Source } from './live-runs.ts';

/** Share of a triple's documents that may be unlisted: with more, its quads would tell too little. */
export const MOST_UNLISTED = 1 / 4;

const SYMBOLS = 256;

/** What one of the segments has of the triple at hand. */
class QuadSource {
  /** Null: its quads are not listed. */
  unlisted: DocumentList | null = null;
  /** By fourth byte. */
  readonly fourths: (DocumentList | null)[] = Array.from({ length: SYMBOLS }, () => null);
  /** Documents of the triple. */
  count = 0;
  /** Of each of them, its place among those of the merged triple, or `DROPPED`. */
  ranks = new Int32Array(0);
}

/**
 * Brings the quads of all segments together. Documents of a segment that does not list a triple's quads, as it is not
 * frequent there, become unlisted ones.
 */
export class QuadMover {
  readonly #cache: GranuleCache;
  readonly #sources: readonly Source[];
  readonly #quads: readonly QuadSource[];
  /** Of each merged document, its place among those of the triple at hand. */
  readonly #rankOf: Int32Array;
  readonly #moved: Uint32Array;
  readonly #slice: OrdinalSlice;
  readonly #list: Uint32Array;
  readonly #writer = new QuadsWriter();
  /** Fourth bytes of any of the segments. */
  readonly #seen = new Uint8Array(SYMBOLS);

  /** @param documents of the merged segment */
  constructor(cache: GranuleCache, sources: readonly Source[], documents: number) {
    this.#cache = cache;
    this.#sources = sources;
    this.#quads = sources.map(() => new QuadSource());
    this.#rankOf = new Int32Array(documents);
    this.#moved = new Uint32Array(documents);
    this.#slice = new OrdinalSlice(this.#moved);
    this.#list = new Uint32Array(Math.max(0, ...sources.map(({ segment }) => segment.ids.length)));
  }

  /**
   * Writes the quads of a triple if those of most of its documents are listed.
   *
   * @param merged its documents
   */
  move(writer: SegmentWriter, third: number, { ordinals: merged, count }: OrdinalSlice): void {
    const areListed = this.#sources.some(({ group }) => (group.quadBytes[third] ?? 0) > 0);
    if (!mayHaveQuads(count, this.#rankOf.length) || !areListed) return;
    for (let rank = 0; rank < count; rank++) this.#rankOf[merged[rank] ?? 0] = rank;
    this.#seen.fill(0);
    let unlisted = 0;
    for (const [index, source] of this.#sources.entries()) {
      const quads = this.#quads[index];
      if (quads === undefined) continue;
      this.#read(source, quads, third);
      unlisted =
        quads.unlisted === null
          ? this.#moveAll(quads, unlisted)
          : this.#moveList(source, quads, quads.unlisted, unlisted);
    }
    if (unlisted > count * MOST_UNLISTED) return;
    this.#writer.begin(count, this.#slice.set(this.#moved, 0, unlisted));
    for (let fourth = 0; fourth < SYMBOLS; fourth++) {
      if (this.#seen[fourth] === 0) continue;
      let moved = 0;
      for (const [index, source] of this.#sources.entries()) {
        const quads = this.#quads[index];
        const list = quads?.fourths[fourth] ?? null;
        if (quads !== undefined && list !== null) moved = this.#moveList(source, quads, list, moved);
      }
      if (moved > 0) this.#writer.add(fourth, this.#slice.set(this.#moved, 0, moved));
    }
    writer.tripleQuads(third, this.#writer);
  }

  /** Fills in what a segment has of a triple. */
  #read({ segment, runs, group }: Source, into: QuadSource, third: number): void {
    const documents = group.documentsOf(third);
    into.count = documents.count;
    into.unlisted = null;
    into.fourths.fill(null);
    if (into.count === 0) return;
    if (into.ranks.length < into.count) into.ranks = new Int32Array(segment.ids.length);
    segment.readDocuments(this.#cache, documents, this.#list);
    for (let index = 0; index < into.count; index++) {
      const ordinal = runs.ordinals[this.#list[index] ?? 0] ?? DROPPED;
      into.ranks[index] = ordinal === DROPPED ? DROPPED : (this.#rankOf[ordinal] ?? DROPPED);
    }
    const quads = readQuads(this.#cache, segment.file, { documents, quads: group.quadsOf(third) });
    if (quads === null) return;
    into.unlisted = quads.unlisted;
    for (const { fourth, documents: list } of quads.fourths) {
      into.fourths[fourth] = list;
      this.#seen[fourth] = 1;
    }
  }

  /** Appends all documents of a segment's triple to the `moved` there are. @returns how many they are then */
  #moveAll({ count, ranks }: QuadSource, moved: number): number {
    let to = moved;
    for (let index = 0; index < count; index++) {
      const rank = ranks[index] ?? DROPPED;
      if (rank !== DROPPED) this.#moved[to++] = rank;
    }
    return to;
  }

  /** The same of those in a list. */
  #moveList({ segment }: Source, { count, ranks }: QuadSource, list: DocumentList, moved: number): number {
    segment.readDocuments(this.#cache, list, this.#list, count);
    let to = moved;
    for (let index = 0; index < list.count; index++) {
      const rank = ranks[this.#list[index] ?? 0] ?? DROPPED;
      if (rank !== DROPPED) this.#moved[to++] = rank;
    }
    return to;
  }
}
