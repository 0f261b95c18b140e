import type { Extraction, Needle, Query, Snippets } from '@sitegrep/search';

/** Parts of its hits that a query reads out of sources. */
export interface HitWish {
  readonly snippets?: Snippets;
  readonly extract?: readonly Extraction[];
}

/** Whether a query shows anything of sources. */
export function readsHits({ snippets, extract }: Query): boolean {
  return snippets !== undefined || extract !== undefined;
}

/** Needles that are looked for in the sources of hits. */
export function needlesOfHits({ snippets }: HitWish): readonly Needle[] {
  return snippets?.sought.map(({ needle }) => needle) ?? [];
}

export function wishOf({ snippets, extract }: Query): HitWish {
  return {
    ...(snippets === undefined ? {} : { snippets }),
    ...(extract === undefined ? {} : { extract }),
  };
}
