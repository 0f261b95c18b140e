import { expect, it } from 'vitest';
import { killAndCheck } from '../../test/kill-and-check.ts';
import type { Interrupted } from '../../test/killed-process.ts';

const KILLS = 50;
/** Kills in the middle of each kind of work: an append to the log, a build and a merge. */
const KILLS_EACH = 3;
const WORK = ['append', 'build', 'merge'] as const;

it(
  'has everything that was acknowledged, and nothing else, at whatever moment its process is killed',
  { timeout: 1_200_000 },
  async () => {
    const timesOf = (interrupted: readonly Interrupted[]): readonly number[] =>
      WORK.map((kind) => interrupted.filter((left) => left[kind]).length);
    const isEnough = (interrupted: readonly Interrupted[]): boolean =>
      Math.min(...timesOf(interrupted)) >= KILLS_EACH;
    const interrupted = await killAndCheck(KILLS, isEnough);
    expect([isEnough(interrupted), timesOf(interrupted)]).toEqual([true, expect.anything()]);
  },
);
