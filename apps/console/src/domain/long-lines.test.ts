import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutLongLines } from './long-lines.ts';

test('a source of short lines is shown as it is', () => {
  const { text, toShown, toSource, lineNumber } = cutLongLines('<p>\n\n</p>\n');
  expect(text).toBe('<p>\n\n</p>\n');
  expect([0, 4, 10].map((at) => [toShown(at), toSource(at)])).toEqual([
    [0, 0],
    [4, 4],
    [10, 10],
  ]);
  expect([1, 2, 4].map(lineNumber)).toEqual([1, 2, 4]);
});

test('a long line is cut behind a tag, and the next one keeps its number', () => {
  const { text, toShown, toSource, lineNumber } = cutLongLines(
    `${'a'.repeat(1_700)}<b>${'c'.repeat(1_000)}\nend`,
  );
  expect(text.split('\n').map(({ length }) => length)).toEqual([1_703, 1_000, 3]);
  expect([1, 2, 3].map(lineNumber)).toEqual([1, null, 2]);
  // What begins at a cut is shown behind it, and the line break of the cut belongs to what is before it.
  expect([toShown(1_702), toShown(1_703), toShown(2_704)]).toEqual([1_702, 1_704, 2_705]);
  expect([toSource(1_703), toSource(1_704), toSource(2_705)]).toEqual([1_703, 1_703, 2_704]);
});

test('no character is cut in two', () => {
  const { text } = cutLongLines(`a${'\u{1F600}'.repeat(3_000)}`);
  expect(text.split('\n').every((line) => line.isWellFormed())).toBe(true);
});

test('lines are short, nothing but line breaks is added, and every offset comes back', () => {
  const piece = fc.oneof(
    fc.constantFrom('\n', '<b>', '>', '\u{1F600}', 'x'),
    fc.integer({ min: 1, max: 5_000 }).map((length) => 'y'.repeat(length)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const source = pieces.join('');
      const { text, toShown, toSource, lineNumber } = cutLongLines(source);
      const lines = text.split('\n');
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(2_000);
      for (let offset = 0; offset < source.length; offset += 37) {
        expect(toSource(toShown(offset))).toBe(offset);
        expect(text[toShown(offset)]).toBe(source[offset]);
      }
      const whole: string[] = [];
      lines.forEach((line, index) => {
        if (lineNumber(index + 1) === null) whole[whole.length - 1] += line;
        else whole.push(line);
      });
      expect(whole.join('\n')).toBe(source);
      expect(lineNumber(lines.length) ?? whole.length).toBe(whole.length);
    }),
  );
});
