import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Kernel } from '../kernel/kernel.ts';
import { CursorTable, MAX_CURSORS, MAX_LISTED, TABLE_BYTES } from './cursor-table.ts';

const kernel = new Kernel();
const table = new CursorTable(kernel, kernel.take(TABLE_BYTES));

/** Lists of ascending positions, dense enough to agree now and then, each with an offset. */
const cursors = fc.array(
  fc.record({
    offset: fc.nat({ max: 9 }),
    gaps: fc.array(fc.nat({ max: 2 }), { maxLength: 600, size: 'max' }),
    block: fc.integer({ min: 1, max: 128 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** All positions from one to before another at which the lists agree, read block by block, `most` at a time. */
function agreed(
  lists: readonly {
    readonly offset: number;
    readonly positions: readonly number[];
    readonly block: number;
  }[],
  from: number,
  end: number,
  most: number,
): readonly number[] {
  const read = lists.map(() => 0);
  table.begin(lists.map(({ offset }) => offset));
  const found: number[] = [];
  let reached = from;
  for (;;) {
    reached = table.advance(reached, end, most);
    expect(table.listedCount).toBeLessThanOrEqual(most);
    found.push(...table.listed.subarray(0, table.listedCount));
    if (table.missing === null) {
      if (table.listedCount < Math.min(most, MAX_LISTED)) return found;
      continue;
    }
    const list = lists[table.missing];
    const block = list?.positions.slice(read[table.missing], (read[table.missing] ?? 0) + list.block) ?? [];
    if (block.length === 0) return found;
    read[table.missing] = (read[table.missing] ?? 0) + block.length;
    table.values(table.missing).set(block);
    table.fill(table.missing, block.length);
  }
}

test('lists the positions at which all agree, whatever blocks they come in', () => {
  let found = 0;
  const law = fc.property(
    cursors,
    fc.nat({ max: 300 }),
    fc.nat({ max: 900 }),
    fc.integer({ min: 1, max: 600 }),
    (drawn, from, length, most) => {
      const lists = drawn.map(({ offset, gaps, block }) => {
        let position = -1;
        return { offset, block, positions: gaps.map((gap) => (position += 1 + gap)) };
      });
      const end = from + length;
      const sets = lists.map(
        ({ positions, offset }) => new Set(positions.map((position) => position - offset)),
      );
      const [first = new Set<number>(), ...others] = sets;
      const expected = [...first].filter(
        (position) => position >= from && position < end && others.every((set) => set.has(position)),
      );
      expect(agreed(lists, from, end, most)).toEqual(expected);
      found += expected.length;
    },
  );
  fc.assert(law, { numRuns: 500 });
  expect(found).toBeGreaterThan(5_000);
});

test('positions may be as high as those of 4 GiB of text, and offsets lie above', () => {
  const last = 2 ** 31 - 1;
  const lists = [
    { offset: 0, positions: [5, last], block: 1 },
    { offset: 9, positions: [13, 14, last + 9], block: 2 },
  ];
  expect(agreed(lists, 0, last + 1, 10)).toEqual([5, last]);
});

test('a table takes the maximum of cursors and no more', () => {
  expect(table.values(MAX_CURSORS - 1)).toHaveLength(128);
  expect(() => table.values(MAX_CURSORS)).toThrow('a table of 16 cursors has no 16');
});
