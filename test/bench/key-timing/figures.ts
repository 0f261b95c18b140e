/* What two sets of times say about whether their sources can be told apart. */

/** Part of the times left out at each end of a trimmed mean: those are of whatever else the machine did. */
const TRIMMED = 0.1;

export interface Difference {
  /** Of the second set's trimmed mean from the first's, in the unit of the times. */
  readonly trimmedMean: number;
  /** 99 % of differences of resampled sets lie between these. */
  readonly interval: readonly [low: number, high: number];
  /** Chance that a time of the second set is longer than one of the first, ties halved: 0.5 if nothing tells them apart. */
  readonly longer: number;
  /** Of the test of Mann, Whitney and Wilcoxon: how likely such a chance is among sets that don't differ. */
  readonly rankP: number;
  /** Largest distance of the two distributions, and how likely it is among sets that don't differ. */
  readonly distance: number;
  readonly distanceP: number;
}

/** @param random 0 ≤ x < 1 @param rounds of resampling */
export function difference(
  first: readonly number[],
  second: readonly number[],
  rounds: number,
  random: () => number,
): Difference {
  const [a, b] = [sorted(first), sorted(second)];
  const resampled = sorted(
    Array.from({ length: rounds }, () => trimmedMean(resample(b, random)) - trimmedMean(resample(a, random))),
  );
  const { longer, rankP } = ranks(a, b);
  const { distance, distanceP } = distances(a, b);
  return {
    trimmedMean: trimmedMean(b) - trimmedMean(a),
    interval: [quantile(resampled, 0.005), quantile(resampled, 0.995)],
    longer,
    rankP,
    distance,
    distanceP,
  };
}

export function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort();
}

/** @param values in order */
export function quantile(values: Float64Array, part: number): number {
  return values[Math.min(values.length - 1, Math.floor(part * values.length))] ?? Number.NaN;
}

/** @param values in order */
export function trimmedMean(values: Float64Array): number {
  const cut = Math.floor(values.length * TRIMMED);
  const kept = values.subarray(cut, values.length - cut);
  return kept.reduce((sum, value) => sum + value, 0) / kept.length;
}

/** As many of the values as there are, drawn with repetition, in order. */
function resample(values: Float64Array, random: () => number): Float64Array {
  return values.map(() => values[Math.floor(random() * values.length)] ?? Number.NaN).sort();
}

/** @param a in order @param b in order */
function ranks(a: Float64Array, b: Float64Array): { readonly longer: number; readonly rankP: number } {
  let wins = 0;
  let [below, upTo] = [0, 0];
  let ties = 0;
  const all = sorted([...a, ...b]);
  for (let start = 0, end = 0; start < all.length; start = end) {
    while (end < all.length && all[end] === all[start]) end++;
    ties += (end - start) ** 3 - (end - start);
  }
  for (const value of b) {
    while (below < a.length && (a[below] ?? 0) < value) below++;
    upTo = Math.max(upTo, below);
    while (upTo < a.length && (a[upTo] ?? 0) <= value) upTo++;
    wins += below + (upTo - below) / 2;
  }
  const [n, m, count] = [a.length, b.length, a.length + b.length];
  const variance = ((n * m) / 12) * (count + 1 - ties / (count * (count - 1)));
  const score = variance === 0 ? 0 : (wins - (n * m) / 2) / Math.sqrt(variance);
  return { longer: wins / (n * m), rankP: 2 * normalTail(Math.abs(score)) };
}

/** Kolmogorov and Smirnov. @param a in order @param b in order */
function distances(
  a: Float64Array,
  b: Float64Array,
): { readonly distance: number; readonly distanceP: number } {
  let [i, j, distance] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] ?? 0, b[j] ?? 0);
    while (i < a.length && (a[i] ?? 0) <= value) i++;
    while (j < b.length && (b[j] ?? 0) <= value) j++;
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length));
  }
  const scaled = distance * Math.sqrt((a.length * b.length) / (a.length + b.length));
  let tail = 0;
  for (let term = 1; term <= 100; term++) {
    tail += (term % 2 === 1 ? 2 : -2) * Math.exp(-2 * (term * scaled) ** 2);
  }
  // The series does not converge where the distance is nothing at all.
  return { distance, distanceP: scaled < 0.2 ? 1 : Math.min(1, Math.max(0, tail)) };
}

/** P(Z > score) of the standard normal distribution: Abramowitz and Stegun 26.2.17, off by 7.5e-8 at most. */
function normalTail(score: number): number {
  const t = 1 / (1 + 0.2316419 * score);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (series * Math.exp(-(score ** 2) / 2)) / Math.sqrt(2 * Math.PI);
}
