/**
 * Index of the first of some ascending values, from `from` on, that is not below `value`; the length if there is
 * none. Galloping search, so that looking for ascending values one after another costs little.
 */
export function lowerBound(values: Float64Array, value: number, from = 0): number {
  let low = from;
  let step = 1;
  while (low + step <= values.length && (values[low + step - 1] ?? value) < value) {
    low += step;
    step *= 2;
  }
  let high = Math.min(values.length, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Ids, ascending.

type Ids = Float64Array<ArrayBuffer>;

/** Ids that are in both lists. */
export function intersection(a: Ids, b: Ids): Ids {
  const [small, large] = a.length <= b.length ? [a, b] : [b, a];
  return chosen(small, large, true);
}

/** Ids that are in the first list and not in the other. */
export function without(ids: Ids, others: Ids): Ids {
  return others.length === 0 ? ids : chosen(ids, others, false);
}

/** Ids that are in either list. */
export function union(a: Ids, b: Ids): Ids {
  const more = chosen(b, a, false);
  const all = new Float64Array(a.length + more.length);
  all.set(a);
  all.set(more, a.length);
  return more.length === 0 ? a : all.sort();
}

function chosen(ids: Ids, others: Ids, isThere: boolean): Ids {
  let at = 0;
  return ids.filter((id) => {
    at = lowerBound(others, id, at);
    return (others[at] === id) === isThere;
  });
}
