import { expect, test } from 'vitest';
import { NO_ALIAS, oddAlias, trigramOfOddAlias } from './format.ts';

const trigram = (text: string): number => Buffer.from(text).readUIntBE(0, 3);
const cut = (text: string, from: number): number => Buffer.from(text).readUIntBE(from, 3);

test('a letter of two bytes after any byte, or before a mark, has an odd-offset alias', () => {
  expect(oddAlias(trigram('aд'))).toBe(0x61_d034);
  expect(oddAlias(cut('ия', 1))).toBe(0xb8_d10f);
  expect(oddAlias(trigram('я&'))).toBe(0xd1_8fa6);
  expect(oddAlias(trigram('ω1'))).toBe(0xcf_89b1);
});

test('a letter and half of the next one, one of Latin, and one of three bytes have none', () => {
  for (const none of [
    cut('ия', 0),
    trigram('яa'),
    trigram('aé'),
    trigram('é '),
    trigram('京'),
    trigram('abc'),
  ])
    expect(oddAlias(none)).toBe(NO_ALIAS);
});

test('no two trigrams have the same odd-offset alias, and no key is UTF-8', () => {
  // A map of as many keys takes ten times as long.
  const trigrams = new Int32Array(2 ** 24).fill(NO_ALIAS);
  let keys = 0;
  const wrong: string[] = [];
  for (let trigram = 0; trigram < 2 ** 24; trigram++) {
    const key = oddAlias(trigram);
    if (key === NO_ALIAS) continue;
    if (trigrams[key] !== NO_ALIAS) wrong.push(`${key} comes twice`);
    trigrams[key] = trigram;
    keys++;
    const [second, third] = [(key >>> 8) & 0xff, key & 0xff];
    // A first byte without its second one, or a third one where there are two.
    const isBroken = second >= 0xc0 ? third < 0x80 : second >= 0x80 && third >= 0x80;
    if (!isBroken) wrong.push(`${key} is UTF-8`);
  }
  for (let key = 0; key < 2 ** 24; key++)
    if (trigramOfOddAlias(key) !== trigrams[key]) wrong.push(`${key} is of ${trigramOfOddAlias(key)}`);
  expect(wrong).toEqual([]);
  expect(keys).toBe(256 * 18 * 64 + 18 * 64 * 32);
});
