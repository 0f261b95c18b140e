import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexLiterals } from './literal-index.ts';
import { hashOf, ScanMemory, SLOT } from './literal-scan.ts';

function scan(literals: readonly string[], text: string): readonly string[] {
  const hits: string[] = [];
  indexLiterals(literals)(text, (literal, position) => {
    hits.push(`${position} ${literals[literal]}`);
  });
  return hits.sort();
}

/** Every position of every literal, ASCII case aside, one character after the other. */
function search(literals: readonly string[], text: string): readonly string[] {
  const fold = (value: string): string => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return literals
    .flatMap((literal) =>
      Array.from({ length: text.length }, (_, position) => position)
        .filter((position) => fold(text.slice(position, position + literal.length)) === literal)
        .map((position) => `${position} ${literal}`),
    )
    .sort();
}

test('finds each literal at each position, overlapping ones too, whatever their case', () => {
  expect(scan(['abc', 'abcabcabc', 'bcab'], 'xABCabcAbcabc')).toEqual(
    ['1 abc', '4 abc', '7 abc', '10 abc', '1 abcabcabc', '4 abcabcabc', '2 bcab', '5 bcab', '8 bcab'].sort(),
  );
});

test('finds a literal of each length at each start', () => {
  for (const literal of ['jsp', 'jira', 'nginx', 'jquery', 'angular', 'wp-content/plugins/']) {
    for (let before = 0; before < 9; before++) {
      expect(scan([literal], `${'-'.repeat(before)}${literal.toUpperCase()}`)).toEqual([
        `${before} ${literal}`,
      ]);
    }
  }
});

test('a difference beyond the case of letters is not a hit', () => {
  expect(scan(['@angular', '[data-x]'], '`ANGULAR {data-x}')).toEqual([]);
});

test('a text that ends within a literal, or is empty, has no hit, whatever was scanned before', () => {
  const scanned = indexLiterals(['wp-content']);
  const hits: number[] = [];
  scanned('wp-content', (_, position) => hits.push(position));
  scanned('wp-conten', (_, position) => hits.push(position));
  scanned('', (_, position) => hits.push(position));
  expect(hits).toEqual([0]);
});

test('a literal across the border of two blocks is found', () => {
  const text = `${'x'.repeat(16_380)}wp-content${'x'.repeat(40_000)}wp-content`;
  expect(scan(['wp-content'], text)).toEqual(['16380 wp-content', '56390 wp-content']);
});

test('words whose look-ups end at the same slot are told apart', () => {
  const bySlot = new Map<number, string>();
  const pair: string[] = [];
  for (let number = 0; pair.length === 0; number++) {
    const word = number
      .toString(26)
      .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
    if (word.length < 4) continue;
    const hash = hashOf(Buffer.from(word).readUInt32LE());
    // The table of a few words has at most 64 slots, which the upper bits choose.
    const slot = (hash >>> 26) * (SLOT.tag.mask + 1) + ((hash >>> SLOT.tag.shift) & SLOT.tag.mask);
    const other = bySlot.get(slot);
    if (other !== undefined) pair.push(word, other);
    bySlot.set(slot, word);
  }
  const literals = pair.map((word) => `${word}...`);
  const text = literals.join(' ').toUpperCase();
  expect(scan(literals, text)).toEqual([`0 ${literals[0]}`, `8 ${literals[1]}`]);
});

test('a literal that is too short to index is refused', () => {
  expect(() => indexLiterals(['abcd', 'ab'])).toThrow('literal "ab" is under 3 characters');
});

test('agrees with a plain search', () => {
  const character = fc.constantFrom('a', 'b', 'A', '.', '@', '`', '-', '\r', 'é');
  const literal = fc
    .array(fc.constantFrom('a', 'b', '.', '@', '`', '-'), { minLength: 3, maxLength: 12 })
    .map((characters) => characters.join(''));
  fc.assert(
    fc.property(
      fc.uniqueArray(literal, { minLength: 1, maxLength: 12 }),
      fc.array(character, { maxLength: 80 }).map((characters) => characters.join('')),
      (literals, noise) => {
        const text = `${noise}${literals[0]}${noise}${literals.at(-1)}`;
        expect(scan(literals, text)).toEqual(search(literals, text));
      },
    ),
    { numRuns: 500 },
  );
});

test('characters beyond Latin-1 hide no literal after them', () => {
  expect(scan(['wp-content'], '日本語😀wp-content\ud800wp-content')).toEqual([
    '16 wp-content',
    '5 wp-content',
  ]);
});

test('stored data stays at its address, however long the loaded texts are', () => {
  const memory = new ScanMemory();
  const first = memory.put(Uint32Array.of(1, 2, 3));
  const second = memory.put(Uint8Array.of(7, 8, 9, 10));
  expect(second).toBeGreaterThanOrEqual(first + 12);
  const addresses = ['a', 'é日', 'x'.repeat(3_000_000)].map((text) => memory.load(text));
  expect(new Set(addresses).size).toBe(1);
  const words = memory.words;
  expect([...words.subarray(first >>> 2, (first >>> 2) + 3)]).toEqual([1, 2, 3]);
  expect(words[second >>> 2]).toBe(0x0a09_0807);
  memory.load('é日');
  // U+00E9, and the low byte of U+65E5.
  expect((memory.words[(addresses[0] ?? 0) >>> 2] ?? 0) & 0xffff).toBe(0xe5e9);
});
