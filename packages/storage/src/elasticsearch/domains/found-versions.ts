import type { FoundItems } from './found-items.ts';

const missing = (): never => {
  throw new TypeError('level version is not there');
};

/** Versions of pages that match. */
export const FOUND_VERSIONS: FoundItems<'version'> = {
  atOnce: missing,
  find: missing,
  findAhead: missing,
  valuesOf: missing,
  show: missing,
};
