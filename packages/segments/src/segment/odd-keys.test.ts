import { expect, test } from 'vitest';
import { NO_KEY, oddKey, tripleOfOddKey } from './odd-keys.ts';

const triple = (text: string): number => Buffer.from(text).readUIntBE(0, 3);
const cut = (text: string, from: number): number => Buffer.from(text).readUIntBE(from, 3);

test('a letter of two bytes behind any byte, or before a mark, has an odd key', () => {
  expect(oddKey(triple('aд'))).toBe(0x61_d034);
  expect(oddKey(cut('ия', 1))).toBe(0xb8_d10f);
  expect(oddKey(triple('я&'))).toBe(0xd1_8fa6);
  expect(oddKey(triple('ω1'))).toBe(0xcf_89b1);
});

test('a letter and half of the next one, one of Latin, and one of three bytes have none', () => {
  for (const none of [cut('ия', 0), triple('яa'), triple('aé'), triple('é '), triple('京'), triple('abc')])
    expect(oddKey(none)).toBe(NO_KEY);
});

test('no two triples have the same odd key, and no key is UTF-8', () => {
  const keys = new Map<number, number>();
  const wrong: string[] = [];
  for (let triple = 0; triple < 2 ** 24; triple++) {
    const key = oddKey(triple);
    if (key === NO_KEY) continue;
    if (keys.has(key)) wrong.push(`${key} comes twice`);
    keys.set(key, triple);
    const [second, third] = [(key >>> 8) & 0xff, key & 0xff];
    // A first byte without its second one, or a third one where there are two.
    const isBroken = second >= 0xc0 ? third < 0x80 : second >= 0x80 && third >= 0x80;
    if (!isBroken) wrong.push(`${key} is UTF-8`);
  }
  for (let key = 0; key < 2 ** 24; key++)
    if (tripleOfOddKey(key) !== (keys.get(key) ?? NO_KEY)) wrong.push(`${key} is of ${tripleOfOddKey(key)}`);
  expect(wrong).toEqual([]);
  expect(keys.size).toBe(256 * 18 * 64 + 18 * 64 * 32);
});
