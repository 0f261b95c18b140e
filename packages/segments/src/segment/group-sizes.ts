import { impliedDocIdsBytes } from '../codec/doc-ids.ts';
import { ByteSet, NONE } from './byte-set.ts';
import { BLOCK_LIST, mayHaveFourgrams } from './format.ts';
import type { PositionsWriter } from './positions-writer.ts';
import type { VarintWriter } from './varint-writer.ts';

const SYMBOLS = 256;

/** Whether a list of documents is one varint, which stands in the dictionary in place of how long it is. */
export function isOnlyDocument(count: number, documents: number): boolean {
  return count === 1 && impliedDocIdsBytes(count, documents) === null;
}

/**
 * How long the lists of a group are, while it is written. In the dictionary:
 *
 * - of the pair: number of its documents, bytes of their list
 * - bytes of the positions of all trigrams, number of trigrams
 * - of each trigram: its third byte, as the distance to the one before, less one; number of its documents, and the bytes of
 *   their list if they don't follow from it (`impliedDocIdsBytes`), or the document if it is one alone
 *   (`isOnlyDocument`); if they are so many that it may have 4-grams (`mayHaveFourgrams`), bytes of its 4-grams, 0 if it has none;
 *   if it has some, how many of its documents are unlisted;
 *   number of its positions, and the bytes of their list if there are any, or the position if it is one alone, and its
 *   blocks if it has some
 */
export class GroupSizes {
  pair = { count: 0, bytes: 0 };
  /** Of all lists of positions, without skip tables. */
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

  /** @param bytes of their list, or the only document (`isOnlyDocument`) */
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
      const count = this.#documents[third] ?? 0;
      into.push(third - last - 1);
      last = third;
      into.push(count);
      if (impliedDocIdsBytes(count, documents) === null) into.push(this.#documentBytes[third] ?? 0);
      const fourgramBytes = this.#fourgramBytes[third] ?? 0;
      if (mayHaveFourgrams(count, documents)) into.push(fourgramBytes);
      if (fourgramBytes > 0) into.push(this.#unlisted[third] ?? 0);
      const positions = this.#positions[third] ?? 0;
      into.push(positions);
      if (positions === 0) continue;
      into.push(this.#positionSizes[third] ?? 0);
      if (positions >= BLOCK_LIST) into.push(this.#blocks[third] ?? 0);
    }
  }
}
