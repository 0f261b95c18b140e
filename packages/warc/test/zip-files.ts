// ZIPs made byte by byte after APPNOTE.TXT, so that hostile ones can be made too. Section numbers are those of APPNOTE.
import { crc32, deflateRawSync } from 'node:zlib';

export interface EntryToWrite {
  readonly name: string;
  readonly content: Buffer | string;
  /** Compression method (4.4.5): 0 stored, 8 deflated. */
  readonly method?: number;
  /** General purpose flags (4.4.4): 1 encrypted. */
  readonly flags?: number;
  /** Values that the directory states instead of the right ones. */
  readonly stated?: {
    readonly checksum?: number;
    readonly size?: number;
    readonly compressedSize?: number;
    readonly offset?: number;
  };
}

/** A ZIP of these entries, in this order. @param zip64 whether its sizes and offsets are stored in 64 bits (4.5.3) */
export function zipOf(entries: readonly EntryToWrite[], { zip64 = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 0, flags = 0, stated = {} } of entries) {
    const bytes = Buffer.from(content);
    const stored = method === 8 ? deflateRawSync(bytes) : bytes;
    const values = {
      checksum: crc32(bytes),
      size: bytes.length,
      compressedSize: stored.length,
      offset,
      ...stated,
    };
    const local = localHeader(name, method, flags, values);
    parts.push(local, stored);
    directory.push(directoryHeader(name, method, flags, values, zip64));
    offset += local.length + stored.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...parts, central, endOf(entries.length, central.length, offset, zip64)]);
}

interface Values {
  readonly checksum: number;
  readonly size: number;
  readonly compressedSize: number;
  readonly offset: number;
}

/** 4.3.7 */
function localHeader(name: string, method: number, flags: number, values: Values): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(values.checksum, 14);
  header.writeUInt32LE(values.compressedSize, 18);
  header.writeUInt32LE(values.size, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

/** 4.3.12 */
function directoryHeader(
  name: string,
  method: number,
  flags: number,
  values: Values,
  zip64: boolean,
): Buffer {
  const header = Buffer.alloc(46);
  const extra = zip64 ? zip64Field(values) : Buffer.alloc(0);
  header.write('PK\x01\x02', 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(values.checksum, 16);
  header.writeUInt32LE(zip64 ? 0xffffffff : values.compressedSize, 20);
  header.writeUInt32LE(zip64 ? 0xffffffff : values.size, 24);
  header.writeUInt16LE(Buffer.byteLength(name), 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(zip64 ? 0xffffffff : values.offset, 42);
  return Buffer.concat([header, Buffer.from(name), extra]);
}

/** 4.5.3 */
function zip64Field({ size, compressedSize, offset }: Values): Buffer {
  const field = Buffer.alloc(28);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(24, 2);
  for (const [at, value] of [size, compressedSize, offset].entries()) {
    field.writeBigUInt64LE(BigInt(value), 4 + 8 * at);
  }
  return field;
}

/** 4.3.14 to 4.3.16 */
function endOf(entries: number, size: number, offset: number, zip64: boolean): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  for (const at of [8, 10]) end.writeUInt16LE(zip64 ? 0xffff : entries, at);
  end.writeUInt32LE(zip64 ? 0xffffffff : size, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : offset, 16);
  if (!zip64) return end;
  const large = Buffer.alloc(56);
  large.write('PK\x06\x06', 'latin1');
  large.writeBigUInt64LE(44n, 4);
  for (const at of [24, 32]) large.writeBigUInt64LE(BigInt(entries), at);
  large.writeBigUInt64LE(BigInt(size), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}

/** A WACZ with these archives: what Browsertrix writes besides them is there too, and is not a WARC. */
export function waczOf(archives: Readonly<Record<string, Buffer>>): Buffer {
  return zipOf([
    ...Object.entries(archives).map(([name, content]) => ({ name: `archive/${name}`, content })),
    { name: 'indexes/index.cdx.gz', content: Buffer.from('1f8b0800000000000003030000000000', 'hex') },
    { name: 'pages/pages.jsonl', content: '{"format":"json-pages-1.0"}\n', method: 8 },
    { name: 'logs/', content: '' },
    { name: 'datapackage.json', content: '{"profile":"data-package","wacz_version":"1.1.1"}', method: 8 },
  ]);
}
