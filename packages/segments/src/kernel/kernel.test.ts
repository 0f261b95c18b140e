import { expect, test } from 'vitest';
import { Kernel } from './kernel.ts';

test('memory is zero if it was never used, is unchanged when more is taken, and is refused beyond 4 GiB', () => {
  const kernel = new Kernel();
  const first = kernel.take(5);
  kernel.bytes.fill(7, first, first + 5);
  const second = kernel.take(3 << 20);
  expect(second % 64).toBe(0);
  expect(second).toBeGreaterThanOrEqual(first + 5);
  expect([...kernel.bytes.subarray(first, first + 6)]).toEqual([7, 7, 7, 7, 7, 0]);
  expect(kernel.words.subarray(second >>> 2, (second + (3 << 20)) >>> 2).every((word) => word === 0)).toBe(
    true,
  );
  expect(() => kernel.reach(2 ** 32)).toThrow('too long');
  kernel.top = first;
  expect(kernel.take(1)).toBe(first);
});
