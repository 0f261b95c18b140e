import { isBitmap } from '../codec/ordinals.ts';
import type { Triple } from '../segment/lists.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import { QuadsWriter, readQuads } from '../segment/quads.ts';
import type { SegmentWriter } from '../segment/segment-writer.ts';
import { JoinedLists } from './joined-lists.ts';
import type { Source } from './live-runs.ts';
import { MOST_UNLISTED } from './move-quads.ts';

const SYMBOLS = 256;

/**
 * Brings the quads of segments together of which every document is alive. Does what `QuadMover` does: the documents of a
 * triple in one segment are those behind its documents in the ones before, so lists need not be taken apart.
 */
export class QuadJoiner {
  readonly #cache: GranuleCache;
  readonly #sources: readonly Source[];
  readonly #documents: number;
  readonly #unlisted: JoinedLists;
  /** By fourth byte. */
  readonly #fourths: readonly JoinedLists[];
  readonly #writer = new QuadsWriter();

  /** @param documents of the merged segment */
  constructor(cache: GranuleCache, sources: readonly Source[], documents: number) {
    this.#cache = cache;
    this.#sources = sources;
    this.#documents = documents;
    this.#unlisted = new JoinedLists(cache);
    this.#fourths = Array.from({ length: SYMBOLS }, () => new JoinedLists(cache));
  }

  /**
   * Writes the quads of a triple if those of most of its documents are listed.
   *
   * @param triples what each segment has of it
   * @param count of its documents
   */
  move(writer: SegmentWriter, third: number, triples: readonly (Triple | null)[], count: number): void {
    if (!isBitmap(count, this.#documents) || triples.every((triple) => (triple?.quads ?? null) === null))
      return;
    this.#unlisted.clear();
    for (const list of this.#fourths) list.clear();
    let first = 0;
    for (const [index, { segment }] of this.#sources.entries()) {
      const triple = triples[index] ?? null;
      const documents = triple?.documents.count ?? 0;
      if (triple === null || documents === 0) continue;
      const quads = readQuads(this.#cache, segment.file, triple);
      const unlisted = quads?.unlisted ?? { count: documents, at: 0, bytes: 0 };
      this.#unlisted.add(segment.file, unlisted, documents, first);
      for (const { fourth, documents: list } of quads?.fourths ?? [])
        this.#fourths[fourth]?.add(segment.file, list, documents, first);
      first += documents;
    }
    if (this.#unlisted.count > count * MOST_UNLISTED) return;
    this.#writer.begin(count, this.#unlisted);
    for (const [fourth, list] of this.#fourths.entries()) if (list.count > 0) this.#writer.add(fourth, list);
    writer.tripleQuads(third, this.#writer);
  }
}
