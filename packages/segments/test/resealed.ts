import { crc32 } from 'node:zlib';
import { FOOTER_BYTES, GRANULE_BYTES, readFooter, writeFooter, type Footer } from '../src/segment/format.ts';

/** A segment's file whose body was changed, with checksums that fit, as if it had been written so. */
export function resealed(file: Buffer, change: (body: Buffer, footer: Footer) => void): Buffer {
  const bytes = Buffer.from(file);
  const footerAt = bytes.length - FOOTER_BYTES;
  const footer = readFooter('', bytes.subarray(footerAt));
  const body = bytes.subarray(0, footer.bodyEnd);
  change(body, footer);
  const { granules } = footer.tables;
  for (let at = 0; at < body.length; at += GRANULE_BYTES) {
    const checksum = crc32(body.subarray(at, at + GRANULE_BYTES));
    bytes.writeUInt32LE(checksum, granules.at + (at / GRANULE_BYTES) * 4);
  }
  const checksum = crc32(bytes.subarray(granules.at, granules.at + granules.bytes));
  const tables = { ...footer.tables, granules: { ...granules, checksum } };
  bytes.set(writeFooter({ ...footer, tables }), footerAt);
  return bytes;
}
