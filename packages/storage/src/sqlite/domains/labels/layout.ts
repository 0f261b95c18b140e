import type { State } from '../state.ts';

/** An item that lists have by its labels: a document under its revision, or a record of changes under its number. */
export interface LabelledItem {
  readonly number: number;
  /** The labels of each kind, in the order of the kinds. */
  readonly labels: readonly (readonly string[])[];
}

/** Items that are listed by their labels, and how. */
export interface ListLayout<Item extends LabelledItem = LabelledItem> {
  /** Table of the items, and its column with their numbers. */
  readonly items: { readonly table: string; readonly number: string };
  /** Tables of runs, of the chunks of their lists, and of what these contain. */
  readonly runs: string;
  readonly chunks: string;
  readonly lists: string;
  /** Table of the items of runs that were removed since these were built; null: readers know of them otherwise. */
  readonly gone: string | null;
  /** Names of the kinds of labels. */
  readonly kinds: readonly string[];
  /** Counts of the state: all items, the last number, up to which one items are in runs, how many later ones there are. */
  readonly counts: {
    readonly items: CountName;
    readonly last: CountName;
    readonly listed: CountName;
    readonly unlisted: CountName;
  };
  /** Items in rows alone, until a run is built of them. */
  readonly newItems: number;
  /** Makes what a run keeps of its items besides lists. */
  readonly packed: (items: readonly Item[]) => readonly Uint8Array[];
}

/** Names of the numbers of the state. */
type CountName = { [Name in keyof State]: State[Name] extends number ? Name : never }[keyof State];

/** Reads items with their labels. */
export interface LabelledItems<Item extends LabelledItem = LabelledItem> {
  /** Those of `from` ≤ number ≤ `to`, ascending. */
  between(from: number, to: number): Iterable<Item>;
}
