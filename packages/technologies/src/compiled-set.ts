import type { CoreTechnology } from 'wappalyzer-core';
import type { Category, Fingerprints } from './fingerprints.ts';
import type { Gate, TextField } from './patterns.ts';

/** Texts that are scanned; each one for the literals of all patterns of its fields. */
export const TEXT_GROUPS: Readonly<
  Record<TextGroup, { readonly fields: readonly TextField[]; readonly of: 'all' | 'gated' | 'open' }>
> = {
  /** Inline scripts are part of the source: one scan finds the literals of both, and those of elements. */
  page: { fields: ['html', 'scripts'], of: 'all' },
  css: { fields: ['css'], of: 'all' },
  robots: { fields: ['robots'], of: 'all' },
  text: { fields: ['text'], of: 'open' },
  /** Nearly all patterns for text belong to technologies whose gate few pages open. */
  gatedText: { fields: ['text'], of: 'gated' },
};

export type TextGroup = 'css' | 'gatedText' | 'page' | 'robots' | 'text';

/** Width or distance without a bound. */
export const UNBOUNDED = 0xffff_ffff;

/** Time that one start of a pattern can take: negligible, milliseconds, unbounded. */
export const SLOWNESS = { none: 0, slow: 1, endless: 2 } as const;

/** Head of a compiled set. */
export interface SetHead {
  readonly source: Fingerprints['source'];
  readonly categories: Readonly<Record<string, Category>>;
  /** Whether patterns for script addresses are also tried on the addresses in inline scripts. */
  readonly readsInlineAddresses: boolean;
  /** Hosts whose files are those of the page's own site (own-host.ts), as regular expressions. */
  readonly deliveryHosts: readonly string[];
  /** Ids of the categories of plugins and themes of WordPress; null: versions are not judged. */
  readonly addOnCategories: readonly number[] | null;
  /** Number of technologies without conditions; they come first. */
  readonly open: number;
  readonly gates: readonly {
    readonly opensOn: Gate['opensOn'];
    readonly technologies: readonly number[];
  }[];
  /** Technologies behind gates that have patterns for text. */
  readonly gatedText: readonly number[];
  /** Numbers of the technologies that others refer to, by name. */
  readonly named: Readonly<Record<string, number>>;
}

/** One technology, stored as JSON. */
export type TechnologyRecord = Pick<CoreTechnology, 'categories' | 'excludes' | 'implies' | 'name'>;

export function isSetHead(head: unknown): head is SetHead {
  return typeof head === 'object' && head !== null && 'gates' in head && 'categories' in head;
}

/**
 * Creates a value for each key on first use and stores it. Nothing is ever dropped, so it is only for keys
 * whose number is bounded by the set of fingerprints.
 */
export function madeOnce<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
