import type { FoundItems } from './found-items.ts';

/** Changes that match. */
export const FOUND_CHANGES: FoundItems<'change'> = {
  inOrder: notDecided,
  valuesOf: ({ values }) => values,
  readOf: () => ({}),
  hitOf: ({ values, ...change }) => ({ ...change, sortValues: values }),
  rendered: notDecided,
  documentsOf: notDecided,
};

function notDecided(): never {
  throw new Error('conditions on changes are not decided yet');
}
