import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FirstInOrder } from './first-in-order.ts';

it('keeps what comes first when all are sorted, however many there are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 5_000 }), { size: 'max', maxLength: 5_000 }),
      fc.integer({ min: 0, max: 300 }),
      (numbers, count) => {
        const first = new FirstInOrder<number>((a, b) => a - b, count);
        for (const number of numbers) first.add(number);
        expect(first.sorted()).toEqual(numbers.toSorted((a, b) => a - b).slice(0, count));
      },
    ),
    { numRuns: 30 },
  );
});

it('keeps those that were added first among equal ones', () => {
  const first = new FirstInOrder<readonly [number, number]>(([a], [b]) => a - b, 3);
  for (let number = 0; number < 10_000; number++) first.add([number % 2, number]);
  expect(first.sorted()).toEqual([
    [0, 0],
    [0, 2],
    [0, 4],
  ]);
});
