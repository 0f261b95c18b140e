// The order of the values of a facet: what is peculiar to the results first, by lift against the whole index. Lift is how much
// more often a value stands in the results than in the index: 3 means three times as often.
interface Counted {
  readonly value: string;
  readonly count: number;
}

export interface FacetCounts {
  readonly total: number;
  /** The most frequent values. */
  readonly values: readonly Counted[];
  /** Number of all values that are counted, also of those that are not listed. */
  readonly distinct: number;
}

/** A value of the results. */
export interface OrderedValue extends Counted {
  /** Lift of a value, or what it is at least; null: the value is too rare in the results to say. */
  readonly lift: number | null;
  /** True if most of these domains have it only because something else implies it. */
  readonly isImplied: boolean;
}

/** Part of the results that has to have a value before it is called peculiar to them. */
const MIN_SHARE = 0.02;
const FEW = 10;

/**
 * Orders values of the results by lift, those behind that are too rare for it, and last those that are only implied.
 *
 * @param index counts of the whole index; null: they are not known, and the order stays as it is
 * @param seen counts of the results without what is only implied; null: nothing is
 */
export function orderedValues(
  found: FacetCounts,
  index: FacetCounts | null,
  seen: FacetCounts | null,
): readonly OrderedValue[] {
  const least = found.total < FEW ? 1 : Math.max(2, found.total * MIN_SHARE);
  const countOf = counter(index);
  const seenOf = counter(seen);
  const values = found.values.map(({ value, count }): OrderedValue => {
    const base = countOf(value);
    const isKnown = index !== null && base !== null && index.total > 0 && count >= least;
    return {
      value,
      count,
      lift: isKnown ? (count * index.total) / (found.total * Math.max(base, count)) : null,
      isImplied: seen !== null && 2 * (seenOf(value) ?? count) < count,
    };
  });
  if (index === null) return values;
  return values.toSorted(
    (a, b) =>
      Number(a.isImplied) - Number(b.isImplied) || (b.lift ?? -1) - (a.lift ?? -1) || b.count - a.count,
  );
}

/** Gives the count of a value; of one that is not listed, the most that it can have. Null: nothing is known of it. */
function counter(counts: FacetCounts | null): (value: string) => number | null {
  if (counts === null) return () => null;
  const { values, distinct } = counts;
  const known = new Map(values.map(({ value, count }) => [value, count]));
  const rest = distinct > values.length ? (values.at(-1)?.count ?? null) : 0;
  return (value) => known.get(value) ?? rest;
}
