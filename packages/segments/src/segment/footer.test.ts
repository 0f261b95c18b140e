import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { SegmentsCorrupt, SegmentsUnsupported } from '../errors.ts';
import { FOOTER_BYTES, readFooter, writeFooter, writeHeader, type Footer } from './format.ts';

const FOOTER: Footer = {
  documents: 0xffff_fffe,
  groupsEnd: 2 ** 40 + 1,
  symbolsEnd: 2 ** 40 + 2,
  zonesEnd: 2 ** 40 + 3,
  bodyEnd: 2 ** 40 + 4,
  textBytes: 2 ** 33,
  tables: {
    pairs: { at: 2 ** 40 + 4, bytes: 1, checksum: 0xdead_beef },
    symbols: { at: 2 ** 40 + 5, bytes: 2, checksum: 2 },
    documents: { at: 2 ** 40 + 7, bytes: 3, checksum: 3 },
    zones: { at: 2 ** 40 + 10, bytes: 4, checksum: 4 },
    granules: { at: 2 ** 40 + 14, bytes: 0xffff_ffff, checksum: 5 },
  },
};

test('a footer is read as it was written, sizes beyond 4 GB too', () => {
  expect(readFooter('1.segment', writeFooter(FOOTER))).toEqual(FOOTER);
});

test('header and footer have their fields where the format says', () => {
  expect([...writeHeader()]).toEqual([...Buffer.from('sgsegmnt'), 1, 0, 0, 0, 0, 0, 0, 0]);
  const bytes = Buffer.from(writeFooter(FOOTER));
  expect(bytes).toHaveLength(144);
  expect(bytes.toString('latin1', 0, 8)).toBe('sgsegmnt');
  expect([bytes.readUInt32LE(8), bytes.readUInt32LE(12)]).toEqual([1, 0xffff_fffe]);
  expect([16, 24, 32, 40, 48].map((at) => bytes.readDoubleLE(at))).toEqual([
    FOOTER.groupsEnd,
    FOOTER.symbolsEnd,
    FOOTER.zonesEnd,
    FOOTER.bodyEnd,
    FOOTER.textBytes,
  ]);
  // Of pairs, symbols, documents, zones and granules: where, how many bytes, checksum.
  expect([56, 72, 88, 104, 120].map((at) => bytes.readDoubleLE(at) - 2 ** 40)).toEqual([4, 5, 7, 10, 14]);
  expect([64, 80, 96, 112, 128].map((at) => bytes.readUInt32LE(at))).toEqual([1, 2, 3, 4, 0xffff_ffff]);
  expect([68, 84, 100, 116, 132].map((at) => bytes.readUInt32LE(at))).toEqual([0xdead_beef, 2, 3, 4, 5]);
  expect(bytes.readUInt32LE(140)).toBe(crc32(bytes.subarray(0, 140)));
});

test('a bit that is flipped in any byte is noticed, and so is a length that is wrong', () => {
  const whole = writeFooter(FOOTER);
  for (let at = 0; at < whole.length; at++) {
    const flipped = Uint8Array.from(whole);
    flipped[at] = (whole[at] ?? 0) ^ (1 << (at % 8));
    expect(() => readFooter('1.segment', flipped)).toThrow(SegmentsCorrupt);
  }
  for (const length of [0, 3, 143])
    expect(() => readFooter('1.segment', whole.subarray(0, length))).toThrow(SegmentsCorrupt);
});

/** A footer of a format that was never written. */
function footerOf(format: number): Buffer {
  const bytes = Buffer.from(writeFooter(FOOTER));
  bytes.writeUInt32LE(format, 8);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, FOOTER_BYTES - 4)), FOOTER_BYTES - 4);
  return bytes;
}

test('another version of the format is refused, with the file, both versions and the remedy', () => {
  const reading = (format: number) => (): unknown => readFooter('/index/000001.segment', footerOf(format));
  expect(reading(7)).toThrow(SegmentsUnsupported);
  expect(reading(7)).toThrow(
    '/index/000001.segment has format version 7, but this program reads version 1: upgrade sitegrep, or rebuild the index with `sitegrep index rebuild`',
  );
  expect(reading(0)).toThrow(SegmentsUnsupported);
  expect(reading(0)).toThrow(
    'has format version 0, but this program reads version 1: rebuild the index with `sitegrep index rebuild`',
  );
  expect(reading(1)()).toEqual(FOOTER);
});
