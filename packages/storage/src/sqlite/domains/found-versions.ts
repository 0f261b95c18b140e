import type { FoundItems } from './found-items.ts';

/** Versions of pages that match. */
export function openFoundVersions(): FoundItems<'version'> {
  const missing = (): never => {
    throw new TypeError('level version is not there');
  };
  return { find: missing, valuesOf: missing, readOf: missing, hitOf: missing, rendered: missing };
}
