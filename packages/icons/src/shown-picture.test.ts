import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { readReferences } from '../test/reference.ts';
import { decodePicture, readIcon } from './read-icon.ts';

const references = readReferences(readFileSync(new URL('../test/reference.jsonl', import.meta.url), 'utf8'));
const decodable = references.flatMap(({ size, ...reference }) =>
  size === undefined ? [] : [{ ...reference, size }],
);

it('shows small icons pixel by pixel, and others in 32 pixels', () => {
  for (const { base64, size } of decodable) {
    const bytes = Buffer.from(base64, 'base64');
    const { png } = readIcon(bytes);
    const shown = decodePicture(png ?? Buffer.alloc(0));
    const side = Math.max(...size);
    expect(Math.max(shown.width, shown.height)).toBe(Math.min(side, 32));
    expect(side > 32 || isDeepStrictEqual(shown, decodePicture(bytes))).toBe(true);
  }
});

it('writes a new file that has pixels only', () => {
  for (const { base64 } of decodable) {
    const { png } = readIcon(Buffer.from(base64, 'base64'));
    const types: string[] = [];
    const file = Buffer.from(png ?? []);
    for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
      types.push(file.toString('latin1', at + 4, at + 8));
    expect(types.filter((type) => !['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type))).toEqual([]);
    expect(file.length).toBeLessThan(5_000);
  }
});
