// What many figures of one thing come to.

/** The value that the given share of all values is below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export interface Summary {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** @param parts fractions of one that are told */
export function summary(values: readonly number[], parts = 100): Summary {
  const at = (share: number): number => rounded(quantile(values, share), parts);
  return { count: values.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}

export function rounded(value: number, parts = 100): number {
  return Math.round(value * parts) / parts;
}

/** Three digits of a number. */
export function brief(value: number): number {
  return Number(value.toPrecision(3));
}

/** Milliseconds of each call of a work. */
export async function timesOf<Input>(
  inputs: readonly Input[],
  work: (input: Input) => unknown,
): Promise<number[]> {
  const times: number[] = [];
  for (const input of inputs) {
    const startedAt = performance.now();
    await work(input);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Figures of all rounds in which things take turns, so that what else the machine does meets all alike. The first does not count. */
export async function inRounds<Item, Figures>(
  rounds: number,
  items: readonly Item[],
  measure: (item: Item, round: number) => Promise<Figures>,
): Promise<readonly (readonly Figures[])[]> {
  const all = items.map((): Figures[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [at, item] of items.entries()) {
      const figures = await measure(item, round);
      if (round > 0) all[at]?.push(figures);
    }
  }
  return all;
}

/** A figure with its bound. */
export interface Goal {
  readonly goal: string;
  readonly measured: number;
  readonly bound: number;
  readonly isMet: boolean;
}

export function atLeast(goal: string, measured: number, bound: number): Goal {
  return { goal, measured, bound, isMet: measured >= bound };
}

export function atMost(goal: string, measured: number, bound: number): Goal {
  return { goal, measured, bound, isMet: measured <= bound };
}

export function reportGoals(goals: readonly Goal[]): void {
  console.log('\ngoals');
  console.table(
    goals.map(({ goal, measured, bound, isMet }) => ({
      goal,
      measured: brief(measured),
      bound: brief(bound),
      met: isMet,
    })),
  );
}
