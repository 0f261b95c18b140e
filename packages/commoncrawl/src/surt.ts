// Keys of the index: host labels in the opposite order, without a leading www., then `)` and the path. They are sorted by
// code units, so that records of a host and of those below it are next to each other.

/** Key of a host without its closing parenthesis: `de,example,shop` of shop.example.de. */
export function hostKey(host: string): string {
  return withoutWww(host).split('.').toReversed().join(',');
}

/** The host of a key that `hostKey` gave. */
export function hostOfKey(key: string): string {
  return key.split(',').toReversed().join('.');
}

/** The index drops `www.`, `www2.` and the like from keys. */
export function withoutWww(host: string): string {
  const found = /^www\d*\.(?=[^.]+\.)/.exec(host);
  return found === null ? host : host.slice(found[0].length);
}

/** Keys from `from` on, inclusive, up to `to`, exclusive. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** Keys of the records of a host alone. */
export function rangeOfHost(key: string): KeyRange {
  return { from: `${key})`, to: `${key}*` };
}

/** Keys of the records of a host and of all below it. */
export function rangeWithBelow(key: string): KeyRange {
  return { from: `${key})`, to: `${key}-` };
}

/** Keys of the records of all hosts below a suffix, such as `de`. */
export function rangeBelow(key: string): KeyRange {
  return { from: `${key},`, to: `${key}-` };
}
