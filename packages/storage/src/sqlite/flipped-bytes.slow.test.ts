import { afterAll, beforeAll, expect, it } from 'vitest';
import { flipBytes, prepareFolders, type FlippedFolders } from '../../test/flipped-bytes.ts';

/** Number of flips, and what they are drawn by: change both for a long run. */
const FLIPS = 150;
const SEED = 20_261_122;

let prepared: FlippedFolders;
beforeAll(async () => {
  prepared = await prepareFolders(300);
});
afterAll(() => prepared.remove());

it('whichever of many bytes is flipped, each search, read and write is right or says what is damaged', async () => {
  const { wrong, ...tally } = await flipBytes(prepared, FLIPS, SEED);
  expect(wrong).toEqual([]);
  // A third of the flips cannot stay unnoticed: those in the text index and in the database's log.
  expect(tally.met).toBeGreaterThan(FLIPS / 5);
  expect(tally.right).toBeGreaterThan(10 * FLIPS);
  expect(tally.refused).toBeGreaterThan(FLIPS);
  expect(tally.written).toBeGreaterThan(FLIPS / 10);
  expect(tally.unwritten).toBeGreaterThan(0);
}, 6_000_000);
