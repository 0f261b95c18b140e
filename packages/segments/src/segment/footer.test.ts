import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { SegmentsCorrupt, SegmentsUnsupported } from '../errors.ts';
import { readFooter, writeFooter, writeHeader } from './footer.ts';
import { SEGMENT_FORMAT, type Footer } from './format.ts';

const FOOTER: Footer = {
  format: SEGMENT_FORMAT,
  documents: 0xffff_fffe,
  groupsEnd: 2 ** 40 + 1,
  symbolsEnd: 2 ** 40 + 2,
  bodyEnd: 2 ** 40 + 3,
  textBytes: 2 ** 33,
  tables: {
    pairs: { at: 2 ** 40 + 3, bytes: 1, checksum: 0xdead_beef },
    symbols: { at: 2 ** 40 + 4, bytes: 2, checksum: 2 },
    documents: { at: 2 ** 40 + 6, bytes: 3, checksum: 3 },
    granules: { at: 2 ** 40 + 9, bytes: 0xffff_ffff, checksum: 4 },
  },
};

test('a footer is read as it was written, sizes beyond 4 GB too', () => {
  expect(readFooter('1.segment', writeFooter(FOOTER))).toEqual(FOOTER);
});

test('header and footer have their fields where the format says', () => {
  expect([...writeHeader(2)]).toEqual([...Buffer.from('sgsegmnt'), 2, 0, 0, 0, 0, 0, 0, 0]);
  const bytes = Buffer.from(writeFooter(FOOTER));
  expect(bytes).toHaveLength(128);
  expect(bytes.toString('latin1', 0, 8)).toBe('sgsegmnt');
  expect([bytes.readUInt32LE(8), bytes.readUInt32LE(12)]).toEqual([5, 0xffff_fffe]);
  expect([16, 24, 32, 40].map((at) => bytes.readDoubleLE(at))).toEqual([
    FOOTER.groupsEnd,
    FOOTER.symbolsEnd,
    FOOTER.bodyEnd,
    FOOTER.textBytes,
  ]);
  // Of pairs, symbols, documents and granules: where, how many bytes, checksum.
  expect([48, 64, 80, 96].map((at) => bytes.readDoubleLE(at) - 2 ** 40)).toEqual([3, 4, 6, 9]);
  expect([56, 72, 88, 104].map((at) => bytes.readUInt32LE(at))).toEqual([1, 2, 3, 0xffff_ffff]);
  expect([60, 76, 92, 108].map((at) => bytes.readUInt32LE(at))).toEqual([0xdead_beef, 2, 3, 4]);
  expect(bytes.readUInt32LE(124)).toBe(crc32(bytes.subarray(0, 124)));
});

test('a bit that is flipped in any byte is noticed, and so is a length that is wrong', () => {
  const whole = writeFooter(FOOTER);
  for (let at = 0; at < whole.length; at++) {
    const flipped = Uint8Array.from(whole);
    flipped[at] = (whole[at] ?? 0) ^ (1 << (at % 8));
    expect(() => readFooter('1.segment', flipped)).toThrow(SegmentsCorrupt);
  }
  for (const length of [0, 3, 127])
    expect(() => readFooter('1.segment', whole.subarray(0, length))).toThrow(SegmentsCorrupt);
});

test('a footer of a newer or of a too old format is named with the remedy', () => {
  const reading = (format: number) => (): unknown =>
    readFooter('1.segment', writeFooter({ ...FOOTER, format }));
  expect(reading(7)).toThrow(SegmentsUnsupported);
  expect(reading(7)).toThrow(
    '1.segment has format version 7, this program reads versions 4 to 6: upgrade sitegrep',
  );
  expect(reading(3)).toThrow(SegmentsUnsupported);
  expect(reading(3)).toThrow('versions 4 to 6: rebuild the index, or use the sitegrep that wrote it');
  for (const format of [4, 5, 6]) expect(reading(format)()).toMatchObject({ format });
});
