// The entries of the palette, in groups, as they stand in its list.
import type { PALETTE_TEXT } from '../text/palette.ts';
import { fitOf } from './match.ts';

export type Group = keyof typeof PALETTE_TEXT.groups;

export interface Entry {
  /** Stands for it where it was chosen before. */
  readonly id: string;
  readonly group: Group;
  readonly name: string;
  /** Further words by which it is found. */
  readonly words?: string;
  /** Shown behind its name. */
  readonly detail?: string;
  /** Keys that do the same. */
  readonly keys?: string;
  /** Address within the console that it leads to, such as `/crawls`; absent: it does something. */
  readonly to?: string;
  /** Selector of the element that gets the focus there; absent: the content of the page. */
  readonly focus?: string;
  /** Does it. @returns a note, which the palette shows and stays open for; null: it closes */
  readonly run?: () => Promise<string | null> | string | null;
  /** True if what it does is shown in place of the palette. */
  readonly isNext?: boolean;
}

/** Entries of a group in the list. */
export interface EntryGroup {
  readonly group: Group;
  readonly entries: readonly Entry[];
  /** True if not all that fit are shown. */
  readonly isCut: boolean;
}

/** Entries that a group shows while something is typed. */
const MAX_SHOWN = 8;
/** Groups in which everything is shown while nothing is typed. */
const AT_FIRST: ReadonlySet<Group> = new Set(['recent', 'page', 'action']);

/**
 * The entries that fit what is typed: groups and entries in the order of how well the best of them fits.
 *
 * @param recent entries that were chosen before, the latest first
 */
export function shownEntries(
  typed: string,
  entries: readonly Entry[],
  recent: readonly Entry[],
): readonly EntryGroup[] {
  const before = recent.map((entry) => ({ ...entry, group: 'recent' as const }));
  const known = new Set(recent.map(({ id }) => id));
  const isEmpty = typed.trim() === '';
  const all = [...before, ...entries.filter(({ id }) => !isEmpty || !known.has(id))];
  const fitting = all.flatMap((entry) => {
    const fit = fitOf(typed, entry.name, entry.words);
    return fit === null || (isEmpty && !AT_FIRST.has(entry.group)) ? [] : [{ entry, fit }];
  });
  // What was chosen before stands where it was, among what fits as well.
  const listed = fitting.filter(({ entry }) => entry.group === 'recent' || !known.has(entry.id));
  const byGroup = Map.groupBy(listed, ({ entry }) => entry.group);
  return Array.from(byGroup, ([group, found]) => {
    const ordered = isEmpty ? found : found.toSorted((a, b) => b.fit - a.fit);
    const shown = isEmpty ? ordered : ordered.slice(0, MAX_SHOWN);
    const isCut = shown.length < ordered.length;
    return { group, entries: shown.map(({ entry }) => entry), isCut, best: ordered[0]?.fit ?? 0 };
  }).toSorted((a, b) => b.best - a.best);
}
