// Trends: how many domains fulfilled an expression at several times, by the changes of the labels that it names.
import type { TrendPlan } from '@sitegrep/search';

/** A change of a label that an expression names. */
export interface TrendEvent {
  /** Seconds since the epoch. */
  readonly at: number;
  /** Number of the label among those that the changes of all domains are of. */
  readonly label: number;
  readonly isAdded: boolean;
  /** True if newer fingerprints saw something else, while the site stayed as it was. */
  readonly isByDetector: boolean;
}

/** A domain with changes of labels that an expression names, or with labels that its document lacks though they are there. */
interface ChangedDomain {
  /** Start of the day of its first visit, in seconds since the epoch; null: it was always there. */
  readonly firstDay: number | null;
  /** True if its document fulfils the expression. */
  readonly isCounted: boolean;
  /** Number of labels that it has of each leaf of the plan. Is changed. */
  readonly labels: Int32Array;
  /** Flags of the parts of the rest: 1 for each that it fulfils. */
  readonly rest: Uint8Array;
  /** Events in any order. */
  readonly events: TrendEvent[];
}

/** How many domains fulfilled an expression at several times. */
export interface Trend {
  /** The number before each time. */
  readonly domains: readonly number[];
  /** How often a domain began to fulfil it from the first of the times until before the last one, by its first visit or later. */
  readonly began: number;
  /** How often one ended to. */
  readonly ended: number;
}

/** Counts domains at several times. */
export interface TrendCounter {
  /** Counts domains whose documents fulfil the expression, at all times since their first visit. @param firstDay as of `ChangedDomain` */
  count(firstDay: number | null, domains: number): void;
  /** Corrects the count of a domain by its changes. */
  correct(domain: ChangedDomain): void;
  result(): Trend;
}

/**
 * @param ends in seconds since the epoch, ascending: what happened at that second or later is not counted
 * @param leafOf gives the leaf of the plan that a label is of
 */
export function trendCounter(
  { isFulfilled }: Pick<TrendPlan, 'isFulfilled'>,
  ends: readonly number[],
  leafOf: (label: number) => number,
): TrendCounter {
  /** The difference of each count to the one before. */
  const steps = new Float64Array(ends.length + 1);
  /** States of the labels of a domain: the last domain that had a change of each, and whether it has the label. */
  let owners = new Float64Array(64);
  let states = new Uint8Array(64);
  let domain = 0;
  let began = 0;
  let ended = 0;

  /** Counts domains from one time on, until before another one. @param from null: always @param until null: until now */
  function add(from: number | null, until: number | null, domains: number): void {
    if (from !== null && until !== null && from >= until) return;
    const first = indexAfter(ends, from);
    const last = until === null ? ends.length : indexAfter(ends, until);
    if (isBetween(first)) began += domains;
    if (isBetween(last)) ended += domains;
    if (first === last) return;
    steps[first] = (steps[first] ?? 0) + domains;
    steps[last] = (steps[last] ?? 0) - domains;
  }

  /** Tells whether a moment is between the first of the times and the last one. @param index of the first time after it */
  function isBetween(index: number): boolean {
    return index > 0 && index < ends.length;
  }

  function undo({ label, isAdded, isByDetector }: TrendEvent, labels: Int32Array): void {
    if (label >= owners.length) [owners, states] = [grown(owners, label), grownBytes(states, label)];
    if (owners[label] !== domain) {
      owners[label] = domain;
      states[label] = isAdded ? 1 : 0;
    }
    const before = isAdded ? 0 : 1;
    if (isByDetector || states[label] === before) return;
    states[label] = before;
    const leaf = leafOf(label);
    labels[leaf] = (labels[leaf] ?? 0) + (isAdded ? -1 : 1);
  }

  return {
    count: (firstDay, domains) => add(firstDay, null, domains),
    correct({ firstDay, isCounted, labels, rest, events }) {
      domain++;
      if (isCounted) add(firstDay, null, -1);
      let until: number | null = null;
      let holds = isFulfilled(labels, rest);
      events.sort((a, b) => b.at - a.at);
      for (const [index, event] of events.entries()) {
        undo(event, labels);
        // What a moment changed, it changed at once.
        if (events[index + 1]?.at === event.at) continue;
        const held = isFulfilled(labels, rest);
        if (held === holds) continue;
        if (holds) add(Math.max(firstDay ?? 0, event.at), until, 1);
        [until, holds] = [event.at, held];
      }
      if (holds) add(firstDay, until, 1);
    },
    result() {
      let sum = 0;
      return { domains: ends.map((_, index) => (sum += steps[index] ?? 0)), began, ended };
    },
  };
}

/** Index of the first time that is later than one; null is before all. */
function indexAfter(ends: readonly number[], at: number | null): number {
  if (at === null) return 0;
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function grown(values: Float64Array<ArrayBuffer>, index: number): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * (index + 1));
  more.set(values);
  return more;
}

function grownBytes(values: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(2 * (index + 1));
  more.set(values);
  return more;
}
