import type { FoundItems } from './found-items.ts';

/** Changes that match. */
export const FOUND_CHANGES: FoundItems<'change'> = {
  atOnce: notDecided,
  find: notDecided,
  findAhead: notDecided,
  valuesOf: ({ sortValues }) => sortValues,
  show: (_, changes) => Promise.resolve(changes),
};

function notDecided(): never {
  throw new Error('conditions on changes are not decided yet');
}
