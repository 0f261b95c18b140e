import { TripleCursor, type Entry } from '../segment/dictionary-entry.ts';
import type { Dictionary } from '../segment/dictionary.ts';
import { ByteSet, NONE } from '../segment/byte-set.ts';
import type { GranuleCache, GranuleFile } from '../segment/granule-cache.ts';
import { NO_DOCUMENTS, type DocumentList, type QuadsPlace } from '../segment/lists.ts';

const SYMBOLS = 256;

/**
 * What a segment has of the pair at hand. That of its triples stands in columns, by third byte: a merge goes through
 * millions of them, too many for an object each.
 */
export class GroupColumns {
  /** Documents of the pair. */
  pair: DocumentList = NO_DOCUMENTS;
  /** How many documents; 0 if there are none, as `positions` and `quadBytes`. What else there is counts only if there are some. */
  readonly documents = new Uint32Array(SYMBOLS);
  readonly documentsAt = new Float64Array(SYMBOLS);
  readonly documentBytes = new Uint32Array(SYMBOLS);
  readonly quadsAt = new Float64Array(SYMBOLS);
  readonly quadBytes = new Float64Array(SYMBOLS);
  readonly unlisted = new Uint32Array(SYMBOLS);
  readonly positions = new Uint32Array(SYMBOLS);
  readonly positionsAt = new Float64Array(SYMBOLS);
  readonly positionBytes = new Float64Array(SYMBOLS);
  readonly blocks = new Uint32Array(SYMBOLS);
  readonly skipsAt = new Float64Array(SYMBOLS);
  readonly #thirds = new ByteSet();
  /** Of the pair at hand; null: there is nothing. */
  #entry: Entry | null = null;
  /** What to add to a place in the file for that in the kernel: of what is in the entry, of what is behind the positions. */
  #entryShift = 0;
  #listsShift = 0;

  /**
   * Goes on to another pair.
   *
   * @param all documents of the segment
   * @param thirds are added to
   */
  read(cache: GranuleCache, dictionary: Dictionary, all: number, pair: number, thirds: ByteSet): void {
    this.#clear();
    const entry = dictionary.entry(cache, pair);
    this.#entry = entry;
    if (entry === null) return;
    const cursor = new TripleCursor(entry, all);
    this.pair = cursor.pair;
    while (cursor.next()) {
      const { third } = cursor;
      this.#thirds.add(third);
      thirds.add(third);
      this.documents[third] = cursor.documents;
      this.documentsAt[third] = cursor.documentsAt;
      this.documentBytes[third] = cursor.documentBytes;
      this.quadsAt[third] = cursor.quadsAt;
      this.quadBytes[third] = cursor.quadBytes;
      this.unlisted[third] = cursor.unlisted;
      this.positions[third] = cursor.positions;
      this.positionsAt[third] = cursor.positionsAt;
      this.positionBytes[third] = cursor.positionBytes;
      this.blocks[third] = cursor.blocks;
      this.skipsAt[third] = cursor.skipsAt;
    }
  }

  /**
   * Copies lists of documents, and quads, to a place in the memory of the cache.
   *
   * @returns the place behind them
   */
  bring(cache: GranuleCache, file: GranuleFile, place: number): number {
    if (this.#entry === null) return place;
    const { at, bytes, listsEnd } = this.#entry;
    cache.copy(file, at, bytes, cache.bytes, place);
    this.#entryShift = place - at;
    const listsPlace = place + bytes;
    const lists = listsEnd - this.pair.at;
    cache.copy(file, this.pair.at, lists, cache.bytes, listsPlace);
    this.#listsShift = listsPlace - this.pair.at;
    return listsPlace + lists;
  }

  /** Where that was brought which is at a place of the file. */
  placeOf(at: number): number {
    // A document that is the only one stands in the entry, and entries behind all lists.
    return at + (at < (this.#entry?.at ?? 0) ? this.#listsShift : this.#entryShift);
  }

  /** Of a triple. */
  documentsOf(third: number): DocumentList {
    const [count = 0, at = 0, bytes = 0] = [
      this.documents[third],
      this.documentsAt[third],
      this.documentBytes[third],
    ];
    return count === 0 ? NO_DOCUMENTS : { count, at, bytes };
  }

  /** Of a triple; null: they are not listed. */
  quadsOf(third: number): QuadsPlace | null {
    const bytes = this.quadBytes[third] ?? 0;
    return bytes === 0 ? null : { at: this.quadsAt[third] ?? 0, bytes, unlisted: this.unlisted[third] ?? 0 };
  }

  #clear(): void {
    this.pair = NO_DOCUMENTS;
    const thirds = this.#thirds;
    for (let third = thirds.next(0); third !== NONE; third = thirds.next(third + 1)) {
      this.documents[third] = 0;
      this.quadBytes[third] = 0;
      this.positions[third] = 0;
    }
    thirds.clear();
  }
}
