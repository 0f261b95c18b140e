// The format of a segment's file. The file, from its start:
//
// - header: `HEADER_BYTES`, the magic number and the version of the format
// - posting lists: a group for each pair of bytes, with the positions of each trigram that begins with it; the documents of
//   the pair; for each trigram the skip table of its positions, its documents, and its 4-grams if it is frequent.
//   After the last group, the documents of each single byte. Groups are in the order of the pairs' second bytes, then
//   of their first ones, so that the lists that a search reads for any byte before two others lie together
// - zones: for each zone the ranges that documents have of it, in blocks of documents
// - dictionary: for each pair the length of each of its lists
// - tables: pairs, symbols (single bytes), documents, zones, granules
// - footer: `FOOTER_BYTES`, where the tables are, and a checksum of each
//
// Everything before the tables is the body, divided into granules of `GRANULE_BYTES` that are read and checked one by
// one. docs/internals/design/index.md describes it byte by byte.
import { crc32 } from 'node:zlib';
import { SegmentsCorrupt, SegmentsUnsupported } from '../errors.ts';

const SEGMENT_MAGIC = 'sgsegmnt';
/** Version of the format, the only one that is read and written. */
export const SEGMENT_FORMAT = 1;

export const HEADER_BYTES = 16;
export const FOOTER_BYTES = 144;

/**
 * Bytes of a granule, which is read and checked as a whole. The list of a rare trigram is far shorter, that of a
 * common one longer.
 */
export const GRANULE_BYTES = 16_384;

/** Key that orders pairs of bytes: second byte first, then the first one. The function is its own inverse. */
export function pairKey(pair: number): number {
  return ((pair & 0xff) << 8) | (pair >>> 8);
}

/** Positions from which on a list has blocks and a skip table. */
export const BLOCK_LIST = 128;

/** Bytes of an entry of a skip table: the floor of a block and its offset in the list, 32 bits each. */
export const SKIP_BYTES = 8;

/** Byte that UTF-8 never has. Two of them end each part of a document, a third one makes its length even. */
export const SEPARATOR = 0xff;

/** Above all half positions, which are words of 32 bits. */
export const MAX_HALF_POSITIONS = 2 ** 32 - 1;

/**
 * Maximum text of a segment, about 8 GiB; a store has any number of segments. The difference to what half positions
 * can count is for offsets within a term, 2 MiB.
 */
export const MAX_SEGMENT_BYTES = 2 * (MAX_HALF_POSITIONS - 2 ** 20);

/**
 * A trigram may have 4-grams if it is in one of so many documents; the dictionary has no length of 4-grams for
 * others.
 */
const FOURGRAMS_SHARE = 64;

/** Whether a trigram in `count` of `documents` may have 4-grams. */
export function mayHaveFourgrams(count: number, documents: number): boolean {
  return count * FOURGRAMS_SHARE >= documents;
}

export const TABLES = ['pairs', 'symbols', 'documents', 'zones', 'granules'] as const;
export type TableName = (typeof TABLES)[number];

/** Offset and length of a table, in bytes, and its CRC-32. */
export interface TableLocation {
  readonly at: number;
  readonly bytes: number;
  readonly checksum: number;
}

export interface Footer {
  readonly documents: number;
  /** Ends of the lists of groups, of the lists of symbols, of the zones, and of the dictionary, which ends the body. */
  readonly groupsEnd: number;
  readonly symbolsEnd: number;
  readonly zonesEnd: number;
  readonly bodyEnd: number;
  readonly textBytes: number;
  readonly tables: Readonly<Record<TableName, TableLocation>>;
}

const FORMAT_AT = 8;
const DOCUMENTS_AT = 12;
const GROUPS_END_AT = 16;
const SYMBOLS_END_AT = 24;
const ZONES_END_AT = 32;
const BODY_END_AT = 40;
const TEXT_BYTES_AT = 48;
const TABLES_AT = 56;
const TABLE_BYTES = 16;
const CHECKSUM_AT = FOOTER_BYTES - 4;

export function writeHeader(): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write(SEGMENT_MAGIC, 'latin1');
  bytes.writeUInt32LE(SEGMENT_FORMAT, FORMAT_AT);
  return bytes;
}

export function writeFooter(footer: Footer): Uint8Array {
  const bytes = Buffer.alloc(FOOTER_BYTES);
  bytes.write(SEGMENT_MAGIC, 'latin1');
  bytes.writeUInt32LE(SEGMENT_FORMAT, FORMAT_AT);
  bytes.writeUInt32LE(footer.documents, DOCUMENTS_AT);
  bytes.writeDoubleLE(footer.groupsEnd, GROUPS_END_AT);
  bytes.writeDoubleLE(footer.symbolsEnd, SYMBOLS_END_AT);
  bytes.writeDoubleLE(footer.zonesEnd, ZONES_END_AT);
  bytes.writeDoubleLE(footer.bodyEnd, BODY_END_AT);
  bytes.writeDoubleLE(footer.textBytes, TEXT_BYTES_AT);
  for (const [index, name] of TABLES.entries()) {
    const at = TABLES_AT + TABLE_BYTES * index;
    bytes.writeDoubleLE(footer.tables[name].at, at);
    bytes.writeUInt32LE(footer.tables[name].bytes, at + 8);
    bytes.writeUInt32LE(footer.tables[name].checksum, at + 12);
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(0, CHECKSUM_AT)), CHECKSUM_AT);
  return bytes;
}

/**
 * Checksum that ends a footer, which tells segments apart. A checksum over all of the footer, this one included,
 * would be the same for every footer.
 */
export function footerChecksum(footer: Uint8Array): number {
  return new DataView(footer.buffer, footer.byteOffset, footer.byteLength).getUint32(CHECKSUM_AT, true);
}

/**
 * @param file its path, for messages
 * @throws SegmentsUnsupported, SegmentsCorrupt
 */
export function readFooter(file: string, footer: Uint8Array): Footer {
  const bytes = Buffer.from(footer.buffer, footer.byteOffset, footer.byteLength);
  const intact =
    bytes.length === FOOTER_BYTES &&
    bytes.toString('latin1', 0, FORMAT_AT) === SEGMENT_MAGIC &&
    crc32(bytes.subarray(0, CHECKSUM_AT)) === bytes.readUInt32LE(CHECKSUM_AT);
  if (!intact) throw new SegmentsCorrupt(file, 'footer', 'fails its checksum');
  const format = bytes.readUInt32LE(FORMAT_AT);
  if (format !== SEGMENT_FORMAT) throw new SegmentsUnsupported(file, format, SEGMENT_FORMAT);
  const locate = (name: TableName): TableLocation => {
    const at = TABLES_AT + TABLE_BYTES * TABLES.indexOf(name);
    return {
      at: bytes.readDoubleLE(at),
      bytes: bytes.readUInt32LE(at + 8),
      checksum: bytes.readUInt32LE(at + 12),
    };
  };
  return {
    documents: bytes.readUInt32LE(DOCUMENTS_AT),
    groupsEnd: bytes.readDoubleLE(GROUPS_END_AT),
    symbolsEnd: bytes.readDoubleLE(SYMBOLS_END_AT),
    zonesEnd: bytes.readDoubleLE(ZONES_END_AT),
    bodyEnd: bytes.readDoubleLE(BODY_END_AT),
    textBytes: bytes.readDoubleLE(TEXT_BYTES_AT),
    tables: {
      pairs: locate('pairs'),
      symbols: locate('symbols'),
      documents: locate('documents'),
      zones: locate('zones'),
      granules: locate('granules'),
    },
  };
}

// First bytes of letters whose odd-offset positions are listed: letters of two bytes, from Greek to N'Ko. In
// such scripts every second position of a word may be one at which the trigram is a letter and half of the next,
// which says little. So the odd-offset positions of two kinds of trigrams are listed, too: those in which such a
// letter begins at the second byte, and those that are such a letter and a space, digit or mark of ASCII.
//
// They are listed under the trigram's **odd-offset alias**: three other bytes that UTF-8 never has, with the same
// first two bytes, so that the lists lie beside each other. An alias has no documents.

const FIRST_LEAD = 0xce;
const LAST_LEAD = 0xdf;

/** Result for a trigram that has no alias, and for an alias of no trigram. */
export const NO_ALIAS = -1;

/** Odd-offset alias of a trigram, or `NO_ALIAS`. The kernel has the same function. */
export function oddAlias(trigram: number): number {
  const [first, second, third] = [trigram >>> 16, (trigram >>> 8) & 0xff, trigram & 0xff];
  if (isLead(second) && isContinuation(third)) return trigram & 0xff_ff3f;
  if (isLead(first) && isContinuation(second) && isMark(third)) return trigram | 0x80;
  return NO_ALIAS;
}

/** Trigram that has this odd-offset alias, or `NO_ALIAS` if none has. */
export function trigramOfOddAlias(key: number): number {
  const [set, cleared] = [key | 0x80, key & 0xff_ff7f];
  if (oddAlias(set) === key) return set;
  return oddAlias(cleared) === key ? cleared : NO_ALIAS;
}

function isLead(byte: number): boolean {
  return byte >= FIRST_LEAD && byte <= LAST_LEAD;
}

function isContinuation(byte: number): boolean {
  return byte >>> 6 === 2;
}

/** Whether a byte is a space, a digit, or one of half of ASCII's marks. */
function isMark(byte: number): boolean {
  return byte >>> 5 === 1;
}
