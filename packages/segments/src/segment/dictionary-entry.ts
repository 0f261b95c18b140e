// What the dictionary has of a pair: where the lists of it and of its trigrams are. `GroupSizes` wrote it.
import { impliedDocIdsBytes } from '../codec/doc-ids.ts';
import type { VarintReader } from '../codec/varint.ts';
import type { DocumentList, Trigram } from './lists.ts';
import { BLOCK_LIST, mayHaveFourgrams, SKIP_BYTES } from './format.ts';
import { isOnlyDocument } from './group-sizes.ts';

/** An entry, of which nothing was read yet. */
export interface Entry {
  readonly reader: VarintReader;
  /** What to add to a place of the reader for the place in the file. */
  readonly offset: number;
  /** Where it is in the file, and how many bytes it has. */
  readonly at: number;
  readonly bytes: number;
  /** Where the lists begin and end in the file. */
  readonly lists: number;
  readonly listsEnd: number;
}

/** Documents of the pair. */
export function readPair({ reader, lists }: Pick<Entry, 'reader' | 'lists'>): DocumentList {
  const count = reader.next();
  const bytes = reader.next();
  return { count, at: lists + reader.next(), bytes };
}

/** Goes through the trigrams of an entry, ascending by third byte. */
export class TrigramCursor {
  /** Documents of the pair. */
  readonly pair: DocumentList;
  third = -1;
  /** Of its list of documents. */
  documents = 0;
  documentsAt = 0;
  documentBytes = 0;
  fourgramsAt = 0;
  /** 0: they are not listed. */
  fourgramBytes = 0;
  /** How many of its documents are unlisted in its 4-grams. */
  unlisted = 0;
  /** Of its list of positions. */
  positions = 0;
  positionsAt = 0;
  positionBytes = 0;
  blocks = 0;
  skipsAt = 0;
  readonly #reader: VarintReader;
  readonly #offset: number;
  readonly #all: number;
  #left: number;
  /** Where the lists of the next trigram begin, those of positions apart. */
  #at: number;
  #nextPositionsAt: number;

  /** @param documents of the segment */
  constructor({ reader, offset, lists }: Entry, documents: number) {
    this.#reader = reader;
    this.#offset = offset;
    this.#all = documents;
    this.pair = readPair({ reader, lists });
    this.#at = this.pair.at + this.pair.bytes;
    this.#nextPositionsAt = lists;
    this.#left = reader.next();
  }

  /** @returns false if there is none any more */
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
 * @param documents of the segment
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

/** What a cursor stands at. */
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
