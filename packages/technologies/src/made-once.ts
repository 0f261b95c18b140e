/**
 * Makes a thing for each key when it is first asked for, and keeps it. For keys of which there are no more than entries in
 * a set of fingerprints: nothing is ever dropped.
 */
export function madeOnce<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
