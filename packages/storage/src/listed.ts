import type { Listed } from './records.ts';

/** A page of a list. @param found its items, and one more if there are more @param nameOf gives the `next` after an item */
export function listed<Found, Item>(
  found: readonly Found[],
  limit: number,
  nameOf: (found: Found) => string | number,
  itemOf: (found: Found) => Item,
): Listed<Item> {
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    items: found.slice(0, limit).map(itemOf),
    next: last === undefined ? null : String(nameOf(last)),
  };
}
