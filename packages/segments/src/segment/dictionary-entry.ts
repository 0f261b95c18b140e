// An entry of the dictionary: where the lists of a pair of bytes, and of the trigrams that begin with it, lie in the
// file. `GroupSizes` writes it, `TrigramCursor` and `readTrigrams` read it.
import { ByteSet, NONE } from '../codec/bit-sets.ts';
import { impliedDocIdsBytes } from '../codec/doc-ids.ts';
import type { VarintReader, VarintWriter } from '../codec/varint.ts';
import { u32 } from '../elements.ts';
import { BLOCK_LIST, mayHaveFourgrams, SKIP_BYTES } from './format.ts';
import type { PositionsWriter } from './positions-writer.ts';

/** A list of documents: how many, and where it lies in the file. */
export interface DocumentList {
  readonly count: number;
  readonly at: number;
  readonly bytes: number;
}

/** An empty list. */
export const NO_DOCUMENTS: DocumentList = { count: 0, at: 0, bytes: 0 };

/** A list of half positions: offsets in the text, halved. A list without blocks is gaps alone. */
export interface PositionList extends DocumentList {
  readonly blocks: number;
  /** Offset of the skip table in the file, if there are blocks. */
  readonly skipsAt: number;
}

/** Location of the 4-grams of a trigram: see `readFourgrams`. */
export interface FourgramsLocation {
  readonly at: number;
  readonly bytes: number;
  /** Number of documents of the trigram that are unlisted. */
  readonly unlisted: number;
}

/** All that a segment has of a trigram. Either list may be empty. */
export interface Trigram {
  readonly third: number;
  readonly documents: DocumentList;
  /** Null: they are not listed. */
  readonly fourgrams: FourgramsLocation | null;
  readonly positions: PositionList;
}

const SYMBOLS = 256;

/** Whether a list of documents is a single varint, which then stands in the dictionary in place of its length. */
export function isOnlyDocument(count: number, documents: number): boolean {
  return count === 1 && impliedDocIdsBytes(count, documents) === null;
}

/**
 * Lengths of the lists of a group, while it is written. The dictionary stores:
 *
 * - of the pair: number of its documents, bytes of their list
 * - bytes of the positions of all trigrams, number of trigrams
 * - of each trigram: its third byte, as the distance to the one before, less one; number of its documents, and the
 *   bytes of their list unless they follow from it (`impliedDocIdsBytes`), or the document if it is the only one
 *   (`isOnlyDocument`); if it is in so many documents that it may have 4-grams (`mayHaveFourgrams`), the bytes of its
 *   4-grams, 0 if it has none; if it has some, how many of its documents are unlisted; number of its positions, and
 *   the bytes of their list if there are any, or the position if it is the only one, and the number of blocks if
 *   there are some
 */
export class GroupSizes {
  pair = { count: 0, bytes: 0 };
  /** Bytes of all lists of positions, without skip tables. */
  positionBytes = 0;
  readonly #thirds = new ByteSet();
  readonly #documents = new Uint32Array(SYMBOLS);
  readonly #documentBytes = new Uint32Array(SYMBOLS);
  readonly #fourgramBytes = new Uint32Array(SYMBOLS);
  readonly #unlisted = new Uint32Array(SYMBOLS);
  readonly #positions = new Uint32Array(SYMBOLS);
  readonly #positionSizes = new Uint32Array(SYMBOLS);
  readonly #blocks = new Uint32Array(SYMBOLS);

  clear(): void {
    for (let third = this.#thirds.next(0); third !== NONE; third = this.#thirds.next(third + 1)) {
      this.#documents[third] = 0;
      this.#fourgramBytes[third] = 0;
      this.#positions[third] = 0;
    }
    this.#thirds.clear();
    this.pair = { count: 0, bytes: 0 };
    this.positionBytes = 0;
  }

  /** @param bytes length of their list, or the only document (`isOnlyDocument`) */
  setDocuments(third: number, count: number, bytes: number): void {
    if (count === 0) return;
    this.#thirds.add(third);
    this.#documents[third] = count;
    this.#documentBytes[third] = bytes;
  }

  setFourgrams(third: number, bytes: number, unlisted: number): void {
    this.#fourgramBytes[third] = bytes;
    this.#unlisted[third] = unlisted;
  }

  setPositions(third: number, { count, size, blocks }: PositionsWriter): void {
    if (count === 0) return;
    this.#thirds.add(third);
    this.#positions[third] = count;
    this.#positionSizes[third] = size;
    this.#blocks[third] = blocks;
  }

  write(into: VarintWriter, documents: number): void {
    into.push(this.pair.count);
    into.push(this.pair.bytes);
    into.push(this.positionBytes);
    into.push(this.#thirds.size);
    let last = -1;
    for (let third = this.#thirds.next(0); third !== NONE; third = this.#thirds.next(third + 1)) {
      const count = u32(this.#documents, third);
      into.push(third - last - 1);
      last = third;
      into.push(count);
      if (impliedDocIdsBytes(count, documents) === null) into.push(u32(this.#documentBytes, third));
      const fourgramBytes = u32(this.#fourgramBytes, third);
      if (mayHaveFourgrams(count, documents)) into.push(fourgramBytes);
      if (fourgramBytes > 0) into.push(u32(this.#unlisted, third));
      const positions = u32(this.#positions, third);
      into.push(positions);
      if (positions === 0) continue;
      into.push(u32(this.#positionSizes, third));
      if (positions >= BLOCK_LIST) into.push(u32(this.#blocks, third));
    }
  }
}

/** An entry that has not been read yet. */
export interface Entry {
  readonly reader: VarintReader;
  /** Difference between an offset in the file and the reader's index. */
  readonly offset: number;
  /** Offset in the file, and length. */
  readonly at: number;
  readonly bytes: number;
  /** Offsets in the file at which the lists begin and end. */
  readonly lists: number;
  readonly listsEnd: number;
}

/** Documents of the pair. */
export function readPair({ reader, lists }: Pick<Entry, 'reader' | 'lists'>): DocumentList {
  const count = reader.next();
  const bytes = reader.next();
  return { count, at: lists + reader.next(), bytes };
}

/** Iterates over the trigrams of an entry, ascending by third byte. */
export class TrigramCursor {
  /** Documents of the pair. */
  readonly pair: DocumentList;
  third = -1;
  /** List of documents. */
  documents = 0;
  documentsAt = 0;
  documentBytes = 0;
  fourgramsAt = 0;
  /** 0: they are not listed. */
  fourgramBytes = 0;
  /** Number of its documents that are unlisted in its 4-grams. */
  unlisted = 0;
  /** List of positions. */
  positions = 0;
  positionsAt = 0;
  positionBytes = 0;
  blocks = 0;
  skipsAt = 0;
  readonly #reader: VarintReader;
  readonly #offset: number;
  readonly #all: number;
  #left: number;
  /** Offset of the lists of the next trigram, except those of positions. */
  #at: number;
  #nextPositionsAt: number;

  /** @param documents number of documents of the segment */
  constructor({ reader, offset, lists }: Entry, documents: number) {
    this.#reader = reader;
    this.#offset = offset;
    this.#all = documents;
    this.pair = readPair({ reader, lists });
    this.#at = this.pair.at + this.pair.bytes;
    this.#nextPositionsAt = lists;
    this.#left = reader.next();
  }

  /** @returns false after the last one */
  next(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    const reader = this.#reader;
    this.third += reader.next() + 1;
    const count = reader.next();
    const isOnly = isOnlyDocument(count, this.#all);
    const onlyAt = reader.at + this.#offset;
    const size = impliedDocIdsBytes(count, this.#all) ?? reader.next();
    const onlyBytes = reader.at + this.#offset - onlyAt;
    const bytes = isOnly ? 0 : size;
    this.fourgramBytes = mayHaveFourgrams(count, this.#all) ? reader.next() : 0;
    this.unlisted = this.fourgramBytes === 0 ? 0 : reader.next();
    const positions = reader.next();
    const positionAt = reader.at + this.#offset;
    const positionSize = positions === 0 ? 0 : reader.next();
    const positionBytes = positions === 1 ? 0 : positionSize;
    const blocks = positions < BLOCK_LIST ? 0 : reader.next();
    const skipsAt = blocks === 0 ? this.#at : SKIP_BYTES * Math.ceil(this.#at / SKIP_BYTES);
    const documentsAt = skipsAt + SKIP_BYTES * blocks;
    this.documents = count;
    this.documentsAt = isOnly ? onlyAt : documentsAt;
    this.documentBytes = isOnly ? onlyBytes : bytes;
    this.fourgramsAt = documentsAt + bytes;
    this.positions = positions;
    this.positionsAt = positions === 1 ? positionAt : this.#nextPositionsAt;
    this.positionBytes = positions === 1 ? reader.at + this.#offset - positionAt : positionBytes;
    this.blocks = blocks;
    this.skipsAt = skipsAt;
    this.#at = this.fourgramsAt + this.fourgramBytes;
    this.#nextPositionsAt += positionBytes;
    return true;
  }
}

/**
 * Trigrams whose third byte is in a range, ascending.
 *
 * @param documents number of documents of the segment
 */
export function readTrigrams(
  entry: Entry,
  documents: number,
  first: number,
  last: number,
): readonly Trigram[] {
  const found: Trigram[] = [];
  const cursor = new TrigramCursor(entry, documents);
  while (cursor.next() && cursor.third <= last) if (cursor.third >= first) found.push(trigramAt(cursor));
  return found;
}

/** The trigram at a cursor. */
function trigramAt(cursor: TrigramCursor): Trigram {
  const { third, documents, documentsAt, documentBytes, fourgramsAt, fourgramBytes, unlisted } = cursor;
  const { positions, positionsAt, positionBytes, blocks, skipsAt } = cursor;
  return {
    third,
    documents: { count: documents, at: documentsAt, bytes: documentBytes },
    fourgrams: fourgramBytes === 0 ? null : { at: fourgramsAt, bytes: fourgramBytes, unlisted },
    positions: { count: positions, at: positionsAt, bytes: positionBytes, blocks, skipsAt },
  };
}
