import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readReferences } from '../test/reference.ts';
import { readIcon } from './read-icon.ts';

const references = readReferences(readFileSync(new URL('../test/reference.jsonl', import.meta.url), 'utf8'));
const MIB = 1024 * 1024;

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
}

/** A PNG in grey that states a size, with data of any length. */
function greyPng(width: number, height: number, data: Buffer, further: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...further,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const bomb = deflateSync(Buffer.alloc(128 * MIB), { level: 9 });

it('does not unpack more than the size of a PNG needs', () => {
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const read = readIcon(greyPng(16, 16, bomb));
  expect(read).toMatchObject({ type: 'png', phash: null, png: null, size: null });
  expect(read.problem).toBe('has more data than its size needs');
  expect(process.memoryUsage().arrayBuffers + process.memoryUsage().external - before).toBeLessThan(16 * MIB);
});

it('leaves colour profiles and texts of a PNG packed', () => {
  const profile = chunk('iCCP', Buffer.concat([Buffer.from('name\0\0'), bomb]));
  const read = readIcon(greyPng(16, 16, deflateSync(Buffer.alloc(16 * 17)), [profile]));
  expect(read).toMatchObject({ size: [16, 16], problem: null });
});

it.each([
  ['a PNG', greyPng(65_535, 65_535, bomb), 'png'],
  ['a PNG of the largest size', greyPng(0xffffffff, 0xffffffff, bomb), 'png'],
  ['a GIF', Buffer.from('474946383961ffffffff000000', 'hex'), 'gif'],
  ['a JPEG', Buffer.from('ffd8ffc0000b08ffffffff01011100', 'hex'), 'jpeg'],
  [
    'a BMP',
    Buffer.concat([
      Buffer.from('424d00000000000000003600000028000000ffff0000ffff000001001800', 'hex'),
      Buffer.alloc(40),
    ]),
    'bmp',
  ],
] as const)('does not decode %s of too many pixels', (_name, bytes, type) => {
  const { problem, ...read } = readIcon(bytes);
  expect(read).toMatchObject({ type, phash: null, png: null });
  expect(problem).toMatch(/^has \d+ × \d+ pixels, more than the 1048576 that are decoded$/);
});

it.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>'],
  ['\ufeff<?xml version="1.0"?>\n<!-- a <svg> --><!DOCTYPE svg [<!ENTITY a "b">]>\n<svg/>'],
])('hashes the bytes of an SVG and makes no picture of it', (text) => {
  const read = readIcon(Buffer.from(text));
  expect(read).toMatchObject({ type: 'svg', phash: null, size: null, png: null });
  expect(read.problem).toBe('is of the type svg, which is not decoded');
});

it.each([
  ['a page', '<!doctype html><html><body><svg></svg></body></html>'],
  ['a text that begins like a BMP', 'BMW is a maker of cars'],
  ['nothing', ''],
  ['comments without an element', '<!---->'.repeat(1_000)],
])('takes %s for no image', (_name, text) => {
  expect(readIcon(Buffer.from(text))).toMatchObject({
    type: null,
    png: null,
    problem: 'is not an image of a type that is known',
  });
});

it('decodes one of 65,535 images', () => {
  const header = Buffer.from('00000100ffff', 'hex');
  const entries = Buffer.alloc(8_000 * 16, 0xff);
  const read = readIcon(Buffer.concat([header, entries]));
  expect(read).toMatchObject({ type: 'ico', phash: null, problem: 'has an image that ends early' });
});

it('has a picture, or says why not, of icons with changed bytes', () => {
  const decodable = references.filter(({ size }) => size !== undefined);
  const cases = fc.record({
    icon: fc.constantFrom(...decodable),
    changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
    early: fc.boolean(),
    length: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(cases, ({ icon, changes, length, early }) => {
      const whole = Buffer.from(icon.base64, 'base64');
      const bytes = early ? whole.subarray(0, Math.floor(whole.length * length)) : whole;
      // Most changes are in the first bytes, which say how the rest is read.
      for (const [at, value] of changes)
        if (bytes.length > 0) bytes[at % Math.min(bytes.length, 200)] = value;
      const { png, phash, size, problem } = readIcon(bytes);
      expect([png === null, phash === null, size === null]).toEqual(Array(3).fill(problem !== null));
      expect(png === null ? null : readIcon(png).problem).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});
