import { expect, test } from 'vitest';
import { binaryFormatOf } from './binary-format.ts';

test.each([
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'a PNG image'],
  [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'a JPEG image'],
  [Buffer.from('RIFF\x10\x20\x30\x40WEBPVP8 ', 'latin1'), 'a WebP image'],
  [Buffer.from('%PDF-1.7'), 'a PDF document'],
  [Buffer.from('\0\0\0\x20ftypisom', 'latin1'), 'a video'],
  [Buffer.from('<html>PK'), null],
  [Buffer.from('\ufeff<p>', 'utf16le'), null],
  [Buffer.from(''), null],
])('%j opens like %s', (start, what) => {
  expect(binaryFormatOf(start)).toBe(what);
});
