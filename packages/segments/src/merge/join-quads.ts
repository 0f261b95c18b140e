import { ByteSet, NONE } from '../segment/byte-set.ts';
import { mayHaveQuads } from '../segment/format.ts';
import type { GranuleCache } from '../segment/granule-cache.ts';
import { QuadSizes, QuadsWriter } from '../segment/quads.ts';
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
  /** By fourth byte, made when it comes first. */
  readonly #fourths: JoinedLists[] = [];
  readonly #seen = new ByteSet();
  /** Of the segment at hand: fourth bytes, how many documents each has, where their list is and how many bytes it has. */
  readonly #bytes = new Uint8Array(SYMBOLS);
  readonly #counts = new Uint32Array(SYMBOLS);
  readonly #places = new Float64Array(SYMBOLS);
  readonly #sizes = new Uint32Array(SYMBOLS);
  readonly #writer = new QuadsWriter();

  /** @param documents of the merged segment */
  constructor(cache: GranuleCache, sources: readonly Source[], documents: number) {
    this.#cache = cache;
    this.#sources = sources;
    this.#documents = documents;
    this.#unlisted = new JoinedLists(cache, sources.length);
  }

  /**
   * Writes the quads of a triple if those of most of its documents are listed.
   *
   * @param count of its documents
   */
  move(writer: SegmentWriter, third: number, count: number): void {
    if (!mayHaveQuads(count, this.#documents) || !this.#areListed(third)) return;
    this.#unlisted.clear();
    this.#seen.clear();
    let first = 0;
    for (const source of this.#sources) {
      const documents = source.group.documents[third] ?? 0;
      if (documents === 0) continue;
      this.#add(source, third, documents, first);
      first += documents;
      if (this.#unlisted.count > count * MOST_UNLISTED) return;
    }
    this.#writer.begin(count, this.#unlisted);
    const seen = this.#seen;
    for (let fourth = seen.next(0); fourth !== NONE; fourth = seen.next(fourth + 1))
      this.#writer.add(fourth, this.#ofFourth(fourth));
    writer.tripleQuads(third, this.#writer);
  }

  #areListed(third: number): boolean {
    for (const { group } of this.#sources) if ((group.quadBytes[third] ?? 0) > 0) return true;
    return false;
  }

  /** @param first the place of the segment's first document among those of the merged triple */
  #add({ segment: { file }, group }: Source, third: number, documents: number, first: number): void {
    const quads = group.quadsOf(third);
    if (quads === null) {
      this.#unlisted.add(file, documents, 0, 0, documents, first);
      return;
    }
    const sizes = new QuadSizes(this.#cache, file, quads, documents);
    const { count: unlisted, bytes: unlistedBytes } = sizes;
    let fourths = 0;
    for (; sizes.next(); fourths++) {
      this.#bytes[fourths] = sizes.fourth;
      this.#counts[fourths] = sizes.count;
      this.#places[fourths] = sizes.at;
      this.#sizes[fourths] = sizes.bytes;
    }
    this.#unlisted.add(file, unlisted, sizes.listsAt, unlistedBytes, documents, first);
    for (let index = 0; index < fourths; index++) {
      const list = this.#ofFourth(this.#bytes[index] ?? 0);
      const at = sizes.placeOf(this.#places[index] ?? 0);
      list.add(file, this.#counts[index] ?? 0, at, this.#sizes[index] ?? 0, documents, first);
    }
  }

  /** What there is of a fourth byte so far. */
  #ofFourth(fourth: number): JoinedLists {
    const list = (this.#fourths[fourth] ??= new JoinedLists(this.#cache, this.#sources.length));
    if (!this.#seen.has(fourth)) list.clear();
    this.#seen.add(fourth);
    return list;
  }
}
