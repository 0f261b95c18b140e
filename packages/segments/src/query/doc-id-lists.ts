// Lists of document ids, ascending.

/** Two ascending lists that share nothing, as one. */
export function merged(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (b.length === 0) return a;
  const all = new Uint32Array(a.length + b.length);
  let [i, j] = [0, 0];
  for (let to = 0; to < all.length; to++) {
    const fromA = j >= b.length || (i < a.length && (a[i] ?? 0) < (b[j] ?? 0));
    all[to] = (fromA ? a[i++] : b[j++]) ?? 0;
  }
  return all;
}

/** What is in one ascending list and not in another. */
export function difference(all: Uint32Array, without: Uint32Array): Uint32Array {
  if (without.length === 0) return all;
  const left = new Uint32Array(all.length);
  let [next, count] = [0, 0];
  for (let at = 0; at < all.length; at++) {
    const docId = all[at] ?? 0;
    while (next < without.length && (without[next] ?? 0) < docId) next++;
    if (without[next] !== docId) left[count++] = docId;
  }
  return left.subarray(0, count);
}
