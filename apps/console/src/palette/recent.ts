// What was chosen in the palette lately, in this browser only.
import type { KeyScope } from '@sitegrep/client';
import { readList } from '../query/kept-queries.ts';
import type { Entry, Group } from './entries.ts';

const STORED = 'sitegrep.palette';
const MAX_RECENT = 5;

/** An entry as it is kept: one that leads to an address is known by that, another one by its id. */
export type KeptEntry = Pick<Entry, 'id' | 'name' | 'group' | 'to'>;

export function keptEntries(): readonly KeptEntry[] {
  return readList(localStorage.getItem(STORED), isKept);
}

/** Forgets what was chosen, for whoever uses this browser next. */
export function forgetEntries(): void {
  localStorage.removeItem(STORED);
}

export function keepEntry({ id, name, group, to }: Entry): void {
  const kept = withEntry(keptEntries(), { id, name, group, ...(to !== undefined && { to }) });
  localStorage.setItem(STORED, JSON.stringify(kept));
}

/** Entries with one that was chosen now, which comes first. */
export function withEntry(kept: readonly KeptEntry[], chosen: KeptEntry): readonly KeptEntry[] {
  return [chosen, ...kept.filter(({ id }) => id !== chosen.id)].slice(0, MAX_RECENT);
}

/**
 * The kept entries as they can be chosen now: an act only where it can be done, and what was looked up if the key may see it, since
 * somebody else may have used this browser.
 *
 * @param entries all that can be chosen now without looking anything up
 */
export function recentEntries(
  kept: readonly KeptEntry[],
  entries: readonly Entry[],
  scopes: readonly KeyScope[],
): readonly Entry[] {
  const now = new Map(entries.map((entry) => [entry.id, entry]));
  return kept.flatMap((one) => {
    const entry = now.get(one.id);
    if (entry !== undefined) return [entry];
    const scope = FOUND[one.group];
    const isFound = scope !== undefined && scopes.includes(scope) && one.to?.startsWith('/') === true;
    return isFound ? [one] : [];
  });
}

/** Scopes that groups of what is looked up need, whose entries lead to the same address later. */
const FOUND: { readonly [Name in Group]?: KeyScope } = {
  domain: 'search',
  saved: 'search',
  list: 'search',
  crawl: 'admin',
  technology: 'search',
  query: 'search',
};

function isKept(one: unknown): one is KeptEntry {
  return (
    typeof one === 'object' &&
    one !== null &&
    'id' in one &&
    typeof one.id === 'string' &&
    'name' in one &&
    typeof one.name === 'string' &&
    'group' in one &&
    typeof one.group === 'string' &&
    (!('to' in one) || typeof one.to === 'string')
  );
}
