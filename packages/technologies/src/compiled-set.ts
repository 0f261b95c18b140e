import type { CoreTechnology } from 'wappalyzer-core';
import type { Category, Fingerprints } from './fingerprints.ts';
import type { Gate, TextField } from './patterns.ts';

/** Texts that are scanned, each for the literals of all patterns of its fields. */
export const TEXT_GROUPS: Readonly<
  Record<TextGroup, { readonly fields: readonly TextField[]; readonly of: 'all' | 'gated' | 'open' }>
> = {
  /** Inline scripts are a part of the source: one scan finds the literals of both, and those of elements. */
  page: { fields: ['html', 'scripts'], of: 'all' },
  css: { fields: ['css'], of: 'all' },
  robots: { fields: ['robots'], of: 'all' },
  text: { fields: ['text'], of: 'open' },
  /** Nearly all patterns for text are of technologies that few pages open the gate to. */
  gatedText: { fields: ['text'], of: 'gated' },
};

export type TextGroup = 'css' | 'gatedText' | 'page' | 'robots' | 'text';

/** Stands for a width or a distance without a bound. */
export const UNBOUNDED = 0xffff_ffff;

/** How long one start of a pattern may take: nothing to speak of, milliseconds, without end. */
export const SLOWNESS = { none: 0, slow: 1, endless: 2 } as const;

/** What stands before the sections of a compiled set. */
export interface SetHead {
  readonly source: Fingerprints['source'];
  readonly categories: Readonly<Record<string, Category>>;
  /** Technologies without conditions; they come first. */
  readonly open: number;
  readonly gates: readonly {
    readonly opensOn: Gate['opensOn'];
    readonly technologies: readonly number[];
  }[];
  /** Technologies behind gates that have patterns for text. */
  readonly gatedText: readonly number[];
  /** Technologies that others name, by name. */
  readonly named: Readonly<Record<string, number>>;
}

/** One technology, as JSON. */
export type TechnologyRecord = Pick<CoreTechnology, 'categories' | 'excludes' | 'implies' | 'name'>;

export function isSetHead(head: unknown): head is SetHead {
  return typeof head === 'object' && head !== null && 'gates' in head && 'categories' in head;
}

/**
 * Makes a thing for each key when it is first asked for, and keeps it. For keys of which there are no more than entries in
 * a set of fingerprints: nothing is ever dropped.
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
