/**
 * A segment's file, from its start:
 *
 * - header: `HEADER_BYTES`, what the file is and its format
 * - lists: for each pair of bytes a group: the positions of each trigram that begins with it; the documents of the pair; of
 *   each trigram the skip table of its positions, its documents, and of a frequent one its 4-grams; behind the last group the
 *   documents of each single byte. Groups are in the order of the pairs' second bytes, then of their first ones, so that
 *   what a search for any byte before two others reads lies together
 * - dictionary: for each pair how long each of these lists is
 * - tables: pairs, symbols (single bytes), documents, granules
 * - footer: `FOOTER_BYTES`, where the tables are, and a checksum of each
 *
 * All before the tables is the body, cut into granules of `GRANULE_BYTES` that are read and checked one by one.
 * docs/design/index.md has it byte by byte.
 */
export const SEGMENT_MAGIC = 'sgsegmnt';
/** The version of this layout, the only one that is read and written. */
export const SEGMENT_FORMAT = 1;

export const HEADER_BYTES = 16;
export const FOOTER_BYTES = 128;

/** What is read at a time, and what a checksum is for: a list of a page's rare trigram is far shorter, a common one's longer. */
export const GRANULE_BYTES = 16_384;

/** By which pairs of bytes are sorted: the second one, then the first. It undoes itself. */
export function pairKey(pair: number): number {
  return ((pair & 0xff) << 8) | (pair >>> 8);
}

/** A list of fewer positions has no blocks and no skip table. */
export const BLOCK_LIST = 128;

/** An entry of a skip table: the floor of a block and its place behind the list's start, 32 bits each. */
export const SKIP_BYTES = 8;

/** Never in UTF-8. Two of them end each part of a document, a third fills up to an even length. */
export const SEPARATOR = 0xff;

/** Above all half positions, which are words of 32 bits. */
export const MAX_HALF_POSITIONS = 2 ** 32 - 1;

/**
 * Text of a segment at most, about 8 GiB; a store has any number of segments. The distance to what half positions could
 * count leaves room for the offsets within a term, 2 MiB.
 */
export const MAX_SEGMENT_BYTES = 2 * (MAX_HALF_POSITIONS - 2 ** 20);

/** A trigram in one of so many documents may have 4-grams: for others the dictionary does not say how long they are. */
const FOURGRAMS_SHARE = 64;

/** Whether a trigram in `count` out of `documents` may have 4-grams. */
export function mayHaveFourgrams(count: number, documents: number): boolean {
  return count * FOURGRAMS_SHARE >= documents;
}

export const TABLES = ['pairs', 'symbols', 'documents', 'granules'] as const;
export type TableName = (typeof TABLES)[number];

/** Where a table is, in bytes, and its CRC-32. */
export interface TableLocation {
  readonly at: number;
  readonly bytes: number;
  readonly checksum: number;
}

export interface Footer {
  readonly documents: number;
  /** Ends of the lists of groups, of the lists of symbols, of the dictionary; the last one is the body's. */
  readonly groupsEnd: number;
  readonly symbolsEnd: number;
  readonly bodyEnd: number;
  readonly textBytes: number;
  readonly tables: Readonly<Record<TableName, TableLocation>>;
}
