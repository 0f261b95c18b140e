// The keys that work on every page, some of them in pairs such as `g s`.
import { type PathInRail, PAGES, RAIL } from '../pages.ts';
import { TEXT } from '../text.ts';

/** Time in which the second key of a pair must come, in milliseconds. */
const PAIR_MS = 1_000;

export type Shortcut =
  | { readonly does: 'open'; readonly path: PathInRail }
  /** Shows the map of keys, folds the rail, or goes to the query. */
  | { readonly does: 'map' | 'fold' | 'query' };

const SINGLE: Readonly<Record<string, Shortcut>> = {
  '?': { does: 'map' },
  '[': { does: 'fold' },
  '/': { does: 'query' },
};

/** Pages by the second key of a pair. */
const BY_KEY: ReadonlyMap<string, PathInRail> = new Map(
  RAIL.map((name) => [PAGES[name].key, PAGES[name].path]),
);

/** Makes a reader of keys: it gets each with its time in milliseconds, and says what is to be done. */
export function shortcutReader(): (key: string, at: number) => Shortcut | null {
  let startOfPair = -Infinity;
  return (key, at) => {
    const isSecond = at - startOfPair < PAIR_MS;
    startOfPair = !isSecond && key === 'g' ? at : -Infinity;
    if (!isSecond) return SINGLE[key] ?? null;
    const path = BY_KEY.get(key);
    return path === undefined ? null : { does: 'open', path };
  };
}

/** All keys with what they do, as the map of keys shows them. */
export const SHORTCUT_TEXTS: readonly (readonly [keys: string, effect: string])[] = [
  ...TEXT.shortcuts.within,
  ...RAIL.map((name) => [`g ${PAGES[name].key}`, PAGES[name].title.toLowerCase()] as const),
  ...TEXT.shortcuts.anywhere,
];
