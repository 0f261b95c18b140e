// Preloaded into a process (`node --import`) to move its clock: Date is real time plus the milliseconds in the file
// CLOCK_FILE, in every thread. Timers and performance.now() are not affected, as with a system clock that is set.
import { readFileSync } from 'node:fs';

const path = process.env['CLOCK_FILE'];
if (path === undefined) throw new Error('CLOCK_FILE names no file');

/** Interval between reads of the file, in milliseconds. */
const LOOK_EVERY_MS = 20;

const real = Date.now.bind(Date);
let [shiftMs, lookAgainAt] = [0, 0];

function now(): number {
  if (performance.now() >= lookAgainAt) {
    shiftMs = Number(readFileSync(path ?? '', 'utf8'));
    lookAgainAt = performance.now() + LOOK_EVERY_MS;
  }
  return real() + shiftMs;
}

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new Date(now()).toString(),
  get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
});
