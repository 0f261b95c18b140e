import { foldCase } from '@sitegrep/fold';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_PART } from './literal-parts.ts';
import { LiteralTable } from './literal-table.ts';
import { TextWindow } from './text-window.ts';

const WINDOW = new TextWindow(MAX_PART - 1);

/** The literals that a text has, one after the other. */
function plainly(literals: readonly string[], text: string): readonly string[] {
  const folded = foldCase(text);
  return literals.filter((literal) => folded.includes(literal));
}

interface Scanned {
  readonly found: readonly string[];
  readonly compared: number;
}

/** The literals that scans of texts find, one text after the other: each is looked for as those before have shown to be best. */
function scans(literals: readonly string[], ...texts: readonly string[]): readonly Scanned[] {
  const table = new LiteralTable(WINDOW);
  const ids = literals.map((literal) => table.idOf(literal));
  return texts.map((text) => {
    const found: number[] = [];
    let compared = 0;
    table.scan(
      text,
      (id) => found.push(id),
      (count) => (compared += count),
    );
    expect(new Set(found).size).toBe(found.length);
    const set = new Set(found);
    return { found: literals.filter((_, at) => set.has(ids[at] ?? -1)), compared };
  });
}

function scanned(literals: readonly string[], text: string): readonly string[] {
  return scans(literals, text)[0]?.found ?? [];
}

test('each character that another one is folded to is found in either form', () => {
  const pairs = Array.from({ length: 0x1_10000 }, (_, code) => String.fromCodePoint(code))
    .map((character) => [character, foldCase(character)] as const)
    .filter(([character, folded]) => character !== folded);
  expect(pairs.length).toBeGreaterThan(1_300);
  const table = new LiteralTable(WINDOW);
  for (const [form, around] of [
    ['short', ''],
    ['long', 'abcdef'],
  ] as const) {
    const ids = pairs.map(([, folded], number) => table.idOf(`${form}${number}<${folded}>${around}`));
    const found = new Set<number>();
    const text = pairs.map(([character], number) => `${form}${number}<${character}>${around}`).join(' ');
    table.scan(
      text,
      (id) => found.add(id),
      () => undefined,
    );
    expect(ids.filter((id) => !found.has(id))).toEqual([]);
  }
  const bare = pairs.map(([, folded]) => folded.repeat(3));
  for (const [number, [character]] of pairs.entries())
    expect(scanned([bare[number] ?? ''], `x${character.repeat(3)}x`)).toEqual([bare[number]]);
});

test('finds what a plain search finds in folded texts, of any script', () => {
  const letters = fc.constantFrom(...Array.from('abKkſsßéÉΣσςŉ東京😀\u0101\u2101\u6101<". '));
  const strings = fc.string({ unit: letters, minLength: 3, maxLength: 9 });
  const long = fc
    .tuple(fc.string({ unit: letters, minLength: 41, maxLength: 50 }), strings)
    .map((two) => two.join(''));
  fc.assert(
    fc.property(
      fc.array(fc.oneof(strings, long), { maxLength: 8 }),
      fc.string({ unit: letters, maxLength: 80 }),
      (drawn, text) => {
        const literals = [...new Set(drawn.map(foldCase))];
        const whole = `${text}${drawn.slice(0, 3).join('')}${text.toUpperCase()}`;
        expect(scanned(literals, whole)).toEqual(plainly(literals, whole));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('texts that begin alike for long are told apart', () => {
  const start = 'https://www.example.com/a/very/long/folder/with/more/in/it/';
  const literals = Array.from({ length: 500 }, (_, number) => `${start}${number}.`);
  expect(scanned(literals, `${start}7. ${start.toUpperCase()}499. ${start}500.`)).toEqual([
    `${start}7.`,
    `${start}499.`,
  ]);
});

test('literals are found wherever parts of a long text meet, and in one text after the other', () => {
  const literals = ['abc', 'needle', 'x'.repeat(45), 'y'.repeat(900), 'é東é', 'absent'];
  // Parts of 65,536 units have 39 in common with the next one.
  const texts = [65_000, 65_530, 65_536, 65_560, 65_574, 65_575, 65_576, 131_060, 131_100].flatMap((before) =>
    literals.slice(0, -1).map((literal) => `${'-'.repeat(before)}${literal.toUpperCase()}${'.'.repeat(40)}`),
  );
  const expected = texts.map((_, number) => [literals[number % 5]]);
  expect(scans(literals, ...texts).map(({ found }) => found)).toEqual(expected);
});

test('a short text has nothing of a long one before it', () => {
  const literals = ['first', 'abc', 'second'];
  const texts = ['first abc second', 'fir', '', 'st abc', 'seconfirst', 'ab'];
  expect(scans(literals, ...texts).map(({ found }) => found)).toEqual(
    texts.map((text) => plainly(literals, text)),
  );
});

/** Comparisons for each unit of a text that thousands of literals may take: three of its grams, and those of each length. */
const MAX_COMPARED = 20;

test('literals that begin alike, or are in each other, and a text that has all of their grams are bounded work', () => {
  const nested = Array.from({ length: 30 }, (_, length) => 'ab'.repeat(40).slice(0, length + 3));
  const alike = Array.from({ length: 3_000 }, (_, number) => `abababababababababababab${number}`);
  const text = 'ab'.repeat(40_000);
  const digits = Array.from({ length: 4_000 }, (_, number) => `abab${number}`).join('');
  for (const whole of [text, `${text}${digits}`, digits.repeat(3)]) {
    const [first] = scans([...nested, ...alike], whole);
    expect(first?.found).toEqual(plainly([...nested, ...alike], whole));
    expect(first?.compared).toBeLessThan(MAX_COMPARED * whole.length);
  }
});

test('a scan that its listener ends leaves the next one as it was', () => {
  const table = new LiteralTable(WINDOW);
  const literals = Array.from({ length: 2_000 }, (_, number) => `aaaaaaaa${number}`);
  for (const literal of literals) table.idOf(literal);
  const text = 'aaaaaaaa'.repeat(10_000) + literals.join('');
  const ended = new Error('enough');
  expect(() =>
    table.scan(
      text,
      () => undefined,
      () => {
        throw ended;
      },
    ),
  ).toThrow(ended);
  const found: number[] = [];
  table.scan(
    'aaaaaaaa7 aaaaaaaa1999',
    (id) => found.push(id),
    () => undefined,
  );
  expect(found.map((id) => literals[id] ?? '').toSorted()).toEqual(
    plainly(literals, 'aaaaaaaa7 aaaaaaaa1999').toSorted(),
  );
});
