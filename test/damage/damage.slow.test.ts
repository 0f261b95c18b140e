import { expect, test } from 'vitest';
import { flipBits } from './flips.ts';
import { killServer } from './kills.ts';
import { losePower } from './losses.ts';

// `npm run test:damage` does the same with larger numbers and other seeds.
const SEED = 20_261_128;
const FLIPS = 26;
const LOSSES = 32;
const KILLS = 3;

test(
  'whichever bit of a data folder is flipped, answers are right or the damage is found',
  { timeout: 600_000 },
  async () => {
    const { wrong, silent, kinds, ...tally } = await flipBits(FLIPS, SEED);
    expect({ wrong, silent }).toEqual({ wrong: [], silent: [] });
    expect(Object.keys(kinds)).toHaveLength(11);
    // Flips in segments, sources, screenshots and logs cannot stay unnoticed.
    expect(tally.met).toBeGreaterThan(FLIPS / 3);
    expect(tally.found).toBeGreaterThanOrEqual(tally.met);
    expect(tally.right).toBeGreaterThan(10 * FLIPS);
    expect(tally.refused).toBeGreaterThan(FLIPS);
    expect(tally.written).toBeGreaterThan(FLIPS / 10);
  },
);

test(
  'after a loss of power at any moment, everything that was acknowledged is there',
  { timeout: 600_000 },
  async () => {
    const { wrong, ahead, moments } = await losePower(LOSSES, SEED);
    expect(wrong).toEqual([]);
    expect(ahead).toBeGreaterThan(0);
    expect(Object.keys(moments).length).toBeGreaterThan(5);
  },
);

test('a server that is killed loses nothing that it acknowledged', { timeout: 600_000 }, async () => {
  const { lost, ...done } = await killServer(KILLS, SEED);
  expect(lost).toEqual([]);
  expect(done.kills).toBe(KILLS);
  for (const count of [done.crawls, done.sites, done.imported, done.removed, done.answered])
    expect(count).toBeGreaterThan(0);
});
