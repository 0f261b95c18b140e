import { expect, it } from 'vitest';
import { killAndCheck } from '../../test/kill-and-check.ts';
import type { Interrupted } from '../../test/killed-process.ts';

const KILLS = 50;

it(
  'has everything that was acknowledged, and nothing else, at whatever moment its process is killed',
  { timeout: 60_000 + KILLS * 3_000 },
  async () => {
    const interrupted = await killAndCheck(KILLS);
    // The kills came at the moments that matter.
    const times = (phase: keyof Interrupted): number => interrupted.filter((left) => left[phase]).length;
    expect(times('append')).toBeGreaterThanOrEqual(3);
    expect(times('build')).toBeGreaterThanOrEqual(3);
    expect(times('merge')).toBeGreaterThanOrEqual(3);
  },
);
