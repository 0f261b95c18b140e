import { DocIdSlice } from '../codec/doc-ids.ts';
import { mayHaveFourgrams } from '../segment/format.ts';
import type { DocumentList } from '../segment/lists.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import { FourgramsWriter, readFourgrams } from '../segment/fourgrams.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import { DROPPED, type Source } from './live-runs.ts';

/** Share of a trigram's documents that may be unlisted: with more, its 4-grams would tell too little. */
export const MAX_UNLISTED_SHARE = 1 / 4;

const SYMBOLS = 256;

/** What one of the segments has of the trigram at hand. */
class FourgramSource {
  /** Null: its 4-grams are not listed. */
  unlisted: DocumentList | null = null;
  /** By fourth byte. */
  readonly fourths: (DocumentList | null)[] = Array.from({ length: SYMBOLS }, () => null);
  /** Documents of the trigram. */
  count = 0;
  /** Of each of them, its place among those of the merged trigram, or `DROPPED`. */
  ranks = new Int32Array(0);
}

/**
 * Brings the 4-grams of all segments together. Documents of a segment that does not list a trigram's 4-grams, as it is not
 * frequent there, become unlisted ones.
 */
export class FourgramMover {
  readonly #cache: GranuleCache;
  readonly #sources: readonly Source[];
  readonly #fourgrams: readonly FourgramSource[];
  /** Of each merged document, its place among those of the trigram at hand. */
  readonly #rankOf: Int32Array;
  readonly #moved: Uint32Array;
  readonly #slice: DocIdSlice;
  readonly #list: Uint32Array;
  readonly #writer = new FourgramsWriter();
  /** Fourth bytes of any of the segments. */
  readonly #seen = new Uint8Array(SYMBOLS);

  /** @param documents of the merged segment */
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
    const areListed = this.#sources.some(({ group }) => (group.fourgramBytes[third] ?? 0) > 0);
    if (!mayHaveFourgrams(count, this.#rankOf.length) || !areListed) return;
    for (let rank = 0; rank < count; rank++) this.#rankOf[merged[rank] ?? 0] = rank;
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

  /** Fills in what a segment has of a trigram. */
  #read({ segment, runs, group }: Source, into: FourgramSource, third: number): void {
    const documents = group.documentsOf(third);
    into.count = documents.count;
    into.unlisted = null;
    into.fourths.fill(null);
    if (into.count === 0) return;
    if (into.ranks.length < into.count) into.ranks = new Int32Array(segment.ids.length);
    segment.readDocuments(this.#cache, documents, this.#list);
    for (let index = 0; index < into.count; index++) {
      const docId = runs.docIds[this.#list[index] ?? 0] ?? DROPPED;
      into.ranks[index] = docId === DROPPED ? DROPPED : (this.#rankOf[docId] ?? DROPPED);
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

  /** Appends all documents of a segment's trigram to the `moved` there are. @returns how many they are then */
  #moveAll({ count, ranks }: FourgramSource, moved: number): number {
    let to = moved;
    for (let index = 0; index < count; index++) {
      const rank = ranks[index] ?? DROPPED;
      if (rank !== DROPPED) this.#moved[to++] = rank;
    }
    return to;
  }

  /** The same of those in a list. */
  #moveList(
    { segment }: Source,
    { count, ranks }: FourgramSource,
    list: DocumentList,
    moved: number,
  ): number {
    segment.readDocuments(this.#cache, list, this.#list, count);
    let to = moved;
    for (let index = 0; index < list.count; index++) {
      const rank = ranks[this.#list[index] ?? 0] ?? DROPPED;
      if (rank !== DROPPED) this.#moved[to++] = rank;
    }
    return to;
  }
}
