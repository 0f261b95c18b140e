import { facetKey } from './top-values.ts';

/** Memory for the different texts that groups capture, in characters. */
const MAX_CHARACTERS = 32 << 20;

/** Counts documents by the texts that a group of a pattern has in them. */
export interface CapturedCounts {
  /** @returns false if there are more texts than fit into memory */
  add(texts: Iterable<string>): boolean;
  /** The counts by `facetKey`. */
  result(): { readonly counts: ReadonlyMap<string, number>; readonly without: number };
}

export function capturedCounts(): CapturedCounts {
  const counts = new Map<string, number>();
  let [without, characters] = [0, 0];
  return {
    add(texts) {
      let isEmpty = true;
      for (const text of texts) {
        isEmpty = false;
        const key = facetKey(text);
        const known = counts.get(key);
        if (known === undefined) characters += key.length;
        counts.set(key, (known ?? 0) + 1);
      }
      if (isEmpty) without++;
      return characters <= MAX_CHARACTERS;
    },
    result: () => ({ counts, without }),
  };
}
