/**
 * The first place, not before `from`, whose value is not below `value`; the length if there is none. Values ascend.
 * Steps grow from `from` on, so that looking for ascending values one after the other costs little.
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

// Lists of ids, ascending.

type Ids = Float64Array<ArrayBuffer>;

/** What is in both. */
export function intersection(a: Ids, b: Ids): Ids {
  const [small, large] = a.length <= b.length ? [a, b] : [b, a];
  return chosen(small, large, true);
}

/** What is in the first and not in the other. */
export function without(ids: Ids, others: Ids): Ids {
  return others.length === 0 ? ids : chosen(ids, others, false);
}

function chosen(ids: Ids, others: Ids, isThere: boolean): Ids {
  let at = 0;
  return ids.filter((id) => {
    at = lowerBound(others, id, at);
    return (others[at] === id) === isThere;
  });
}
