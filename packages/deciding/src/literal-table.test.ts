import { foldCase } from '@sitegrep/fold';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LiteralTable } from './literal-table.ts';

/** The literals that a text has, one after the other. */
function plainly(literals: readonly string[], text: string): readonly string[] {
  return literals.filter((literal) => foldCase(text).includes(literal));
}

function scanned(literals: readonly string[], text: string): readonly string[] {
  const table = new LiteralTable();
  const ids = new Map(literals.map((literal) => [table.idOf(literal), literal]));
  const found: string[] = [];
  table.scan(text, (id) => found.push(ids.get(id) ?? ''));
  return literals.filter((literal) => found.includes(literal));
}

test('each character that another one is folded to is found in either form', () => {
  const pairs = Array.from({ length: 0x1_10000 }, (_, code) => String.fromCodePoint(code))
    .map((character) => [character, foldCase(character)] as const)
    .filter(([character, folded]) => character !== folded);
  expect(pairs.length).toBeGreaterThan(1_300);
  const table = new LiteralTable();
  for (const [form, around] of [
    ['short', ''],
    ['long', 'abcdef'],
  ] as const) {
    const ids = pairs.map(([, folded], number) => table.idOf(`${form}${number}<${folded}>${around}`));
    const found = new Set<number>();
    const text = pairs.map(([character], number) => `${form}${number}<${character}>${around}`).join(' ');
    table.scan(text, (id) => found.add(id));
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
