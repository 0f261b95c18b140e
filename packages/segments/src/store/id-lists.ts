// Lists of ids, ascending.
import { lowerBound } from './lower-bound.ts';

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
