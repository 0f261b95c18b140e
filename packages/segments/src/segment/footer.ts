import { crc32 } from 'node:zlib';
import { SegmentsCorrupt, SegmentsUnsupported } from '../errors.ts';
import {
  FOOTER_BYTES,
  HEADER_BYTES,
  SEGMENT_FORMAT,
  SEGMENT_MAGIC,
  TABLES,
  type Footer,
  type TableName,
  type TableLocation,
} from './format.ts';

const FORMAT_AT = 8;
const DOCUMENTS_AT = 12;
const GROUPS_END_AT = 16;
const SYMBOLS_END_AT = 24;
const BODY_END_AT = 32;
const TEXT_BYTES_AT = 40;
const TABLES_AT = 48;
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

/** The checksum that ends a footer; that of all of it, its own included, would be the same number for every footer. */
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
    bodyEnd: bytes.readDoubleLE(BODY_END_AT),
    textBytes: bytes.readDoubleLE(TEXT_BYTES_AT),
    tables: {
      pairs: locate('pairs'),
      symbols: locate('symbols'),
      documents: locate('documents'),
      granules: locate('granules'),
    },
  };
}
