/*
 * Damages data folders: flips bits, takes the power away and kills the process that writes, each at moments and places drawn by
 * chance. `npm run test:damage -- --flips 500 --losses 300 --kills 50`; the same --seed does the same, but for the moments of
 * kills. Fails if an answer is wrong, or if damage stays unnoticed.
 */
import { parseArgs } from 'node:util';
import { flipBits } from './flips.ts';
import { killServer } from './kills.ts';
import { losePower } from './losses.ts';

const { values } = parseArgs({
  options: {
    flips: { type: 'string', default: '500' },
    losses: { type: 'string', default: '300' },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_007);
/** Faults that are printed of each kind. */
const SHOWN = 20;

/** Prints what a run did, and its faults. */
function report(
  name: string,
  { faults, ...figures }: { readonly faults: Readonly<Record<string, readonly string[]>> },
): void {
  console.log(`\n${name}: ${JSON.stringify(figures, null, 2)}`);
  for (const [kind, found] of Object.entries(faults)) {
    console.log(`${found.length} ${kind}`);
    for (const fault of found.slice(0, SHOWN)) console.log(`  ${fault.slice(0, 400)}`);
    if (found.length > 0) process.exitCode = 1;
  }
}

console.log(`seed ${seed}`);
if (Number(values.flips) > 0) {
  const { wrong, silent, ...figures } = await flipBits(Number(values.flips), seed);
  report(`${values.flips} flips`, { ...figures, faults: { wrong, silent } });
}
if (Number(values.losses) > 0) {
  const { wrong, ...figures } = await losePower(Number(values.losses), seed);
  report(`${values.losses} losses of power`, { ...figures, faults: { wrong } });
}
if (Number(values.kills) > 0) {
  const { lost, ...figures } = await killServer(Number(values.kills), seed);
  report(`${values.kills} kills`, { ...figures, faults: { lost } });
}
