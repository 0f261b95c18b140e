import type { Extraction, Query, Snippets } from '@sitegrep/search';

/** Parts of its hits that a query reads out of sources. */
export interface HitWish {
  readonly snippets?: Snippets;
  readonly extract?: readonly Extraction[];
}

/** Whether a query shows anything of sources. */
export function readsHits({ snippets, extract }: Query): boolean {
  return snippets !== undefined || extract !== undefined;
}

export function wishOf({ snippets, extract }: Query): HitWish {
  return {
    ...(snippets === undefined ? {} : { snippets }),
    ...(extract === undefined ? {} : { extract }),
  };
}
