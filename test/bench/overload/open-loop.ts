import { atLeast, atMost, type Goal } from '../harness/figures.ts';
import { refusedOf, type Figures, type PhaseFigures, type PlannedPhase } from './plan.ts';

export type Load = (phases: readonly PlannedPhase[]) => Promise<Figures>;

/** Seconds at half the load, before and after. */
const HALF_SECONDS = 10;
/** Refusals in a thousand that count as none. */
const BORNE_SHARE = 0.001;

/** Searches a second that are answered without a refusal. */
export async function findSustainable(load: Load): Promise<number> {
  // Twice: the first time warms caches and code.
  await load([{ clients: 4, seconds: 3 }]);
  const [closed] = (await load([{ clients: 4, seconds: 5 }])).phases;
  const found = (closed?.accepted ?? 0) / 5;
  for (let rate = found; rate > 0.4 * found; rate *= 0.9) {
    const [tried] = (await load([{ rate, seconds: 5 }])).phases;
    if (tried !== undefined && refusedOf(tried) + tried.unsent <= tried.sent * BORNE_SHARE) return rate;
  }
  throw new Error(`the server refuses searches even at ${Math.round(0.4 * found)} a second`);
}

/** Half of the load that is borne, many times as much, and half again. */
export async function measureOverload(
  load: Load,
  sustainable: number,
  times: number,
  seconds: number,
): Promise<{ readonly goals: readonly Goal[]; readonly record: object }> {
  const { phases, processorMs } = await load([
    { rate: sustainable / 2, seconds: HALF_SECONDS },
    { rate: sustainable * times, seconds },
    { rate: sustainable / 2, seconds: HALF_SECONDS },
  ]);
  const [half, over, after] = phases;
  if (half === undefined || over === undefined || after === undefined) throw new Error('a phase is missing');
  const badMs = badTenths(after, 3 * half.p99Ms);
  const broken = half.broken + over.broken + after.broken;
  const goals: Goal[] = [
    atLeast('accepted, of the sustainable rate', over.accepted / seconds / sustainable, 0.8),
    atMost('p99 of accepted, of that at half load', over.p99Ms / half.p99Ms, 3),
    atMost('slowest refusal, s', over.refusalMaxMs / 1_000, 1),
    atMost('refusals without Retry-After', over.withoutRetryAfter, 0),
    atMost('broken connections', broken, 0),
    atMost('recovery, s', recoveryMs(badMs) / 1_000, 2),
  ];
  return {
    goals: goals.map((each) => ({ ...each, goal: `${times} ×: ${each.goal}` })),
    record: {
      times,
      half: { ...summary(half), badMs: badTenths(half, 3 * half.p99Ms) },
      over: summary(over),
      after: { ...summary(after), badMs },
      generatorProcessorMs: Math.round(processorMs),
    },
  };
}

/** Figures without the single requests. */
export function summary(figures: PhaseFigures): object {
  return { ...figures, timeline: undefined, refusedAt: undefined };
}

/** How long it takes from the start of a phase until a whole second passes without a tenth that is bad. */
function recoveryMs(badMs: readonly number[]): number {
  let end = 0;
  for (const ms of badMs) if (ms - end <= 1_000) end = ms;
  return end;
}

/**
 * The tenths of a second with more than one request in ten that was refused or took too long, as milliseconds from the
 * start of the phase to their end. After the overload the first of them are its recovery; half the load before it shows
 * how many there are anyway.
 */
function badTenths({ timeline, refusedAt }: PhaseFigures, boundMs: number): readonly number[] {
  const tenth = (ms: number): number => Math.floor(ms / 100);
  const all = new Map<number, number>();
  const bad = new Map<number, number>();
  const add = (map: Map<number, number>, ms: number): unknown =>
    map.set(tenth(ms), (map.get(tenth(ms)) ?? 0) + 1);
  for (const [due, ms] of timeline) {
    add(all, due);
    if (ms > boundMs) add(bad, due);
  }
  for (const due of refusedAt) {
    add(all, due);
    add(bad, due);
  }
  const late = [...bad]
    .filter(([at, count]) => count > 0.1 * (all.get(at) ?? 0))
    .map(([at]) => (at + 1) * 100);
  return late.sort((a, b) => a - b);
}
