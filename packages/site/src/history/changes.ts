// The changes of a site: what each of its visits added to the one before and removed from it.
import type { History, PastVisit, Sighting } from './history.ts';
import { isOfOutcome, type KindedLabel } from './kinds.ts';
import type { PageKey } from './visit.ts';

/** Reason of a change: a visit, or other fingerprints than before. */
export type ChangeReason = 'visit' | 'detector';

/** All that changed at a time. */
export interface Change {
  /** Whole seconds since the epoch: the visit that showed it first. */
  readonly at: number;
  /** Time of the visit before. */
  readonly previousAt: number;
  readonly by: ChangeReason;
  /** Labels in code unit order. */
  readonly added: readonly KindedLabel[];
  readonly removed: readonly KindedLabel[];
}

/**
 * Reason of a record: that of its change; or the change of that time is void (`retraction`), or its domain was deleted
 * (`deletion`). Records of the last two have no labels.
 */
export const RECORD_REASONS = ['visit', 'detector', 'retraction', 'deletion'] as const;
export type RecordReason = (typeof RECORD_REASONS)[number];

/** A change as storages record it, one for each time of a domain; a later record of the same time counts in its stead. */
export interface ChangeRecord extends Omit<Change, 'by'> {
  readonly by: RecordReason;
}

/** A label that was there for some time. */
export interface Interval {
  /** Position of the visit that showed it first, and of the last one that did. */
  readonly first: number;
  readonly last: number;
  /** Reason of its coming; null: it was there when the site, or the page that has it, was looked at for the first time. */
  readonly by: ChangeReason | null;
  /** Its end; null: it is still there, as far as is known. */
  readonly end: IntervalEnd | null;
  /** Position of the visit that missed it, while no other one has confirmed that; null: it was not missed, or it has ended. */
  readonly missed: number | null;
}

interface IntervalEnd {
  /** Position of the first visit that missed it. */
  readonly visit: number;
  readonly by: ChangeReason;
}

/** The changes of a site in order of time. One of a detector is one of which nothing is by a visit. */
export function changesOf(history: History): readonly Change[] {
  const { visits, labels } = history;
  const found = new Map<number, { added: KindedLabel[]; removed: KindedLabel[]; by: ChangeReason }>();
  const add = (side: 'added' | 'removed', number: number, by: ChangeReason, label: KindedLabel): void => {
    const known = found.get(number) ?? { added: [], removed: [], by };
    known[side].push(label);
    if (by === 'visit') known.by = by;
    found.set(number, known);
  };
  for (const [label, sightings] of labels) {
    if (isConstant(history, sightings)) continue;
    for (const { first, by, end } of intervalsOf(history, label)) {
      if (by !== null) add('added', first, by, label);
      if (end !== null) add('removed', end.visit, end.by, label);
    }
  }
  return [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([number, { added, removed, by }]) => ({
      at: visits[number]?.at ?? 0,
      previousAt: visits[number - 1]?.at ?? 0,
      by,
      added: added.toSorted(),
      removed: removed.toSorted(),
    }));
}

function isConstant({ visits }: History, [only, ...others]: readonly Sighting[]): boolean {
  return others.length === 0 && only?.from === 0 && only.to === visits.length - 1;
}

/** The intervals of a label, in order. */
export function intervalsOf(history: History, label: KindedLabel): readonly Interval[] {
  const sightings = history.labels.get(label) ?? [];
  return isOfOutcome(label) ? outcomeIntervals(history, sightings) : labelIntervals(history, sightings);
}

/** A label is gone after two visits in a row that know and miss it, at the time of the first. */
function labelIntervals({ visits }: History, sightings: readonly Sighting[]): readonly Interval[] {
  const intervals: Interval[] = [];
  let open: { first: number; by: ChangeReason | null } | null = null;
  for (const [index, { from, to, page }] of sightings.entries()) {
    open ??= { first: from, by: reasonOfComing(visits, from, page, intervals.length > 0) };
    const until = sightings[index + 1]?.from ?? visits.length;
    const { end, pending } = missedBetween(visits, to, until, page);
    if (end === null) {
      if (until === visits.length) intervals.push({ ...open, last: to, end, missed: pending });
      continue;
    }
    intervals.push({ ...open, last: to, end, missed: null });
    open = null;
  }
  return intervals;
}

/** Reason of the coming of a label; null if no earlier visit could have shown it. */
function reasonOfComing(
  visits: readonly PastVisit[],
  number: number,
  page: PageKey,
  wasThere: boolean,
): ChangeReason | null {
  const before = visits.findLastIndex((visit, other) => other < number && knows(visit, page));
  const earlier = visits[before];
  if (earlier === undefined) return wasThere ? 'visit' : null;
  return earlier.facts === visits[number]?.facts ? 'visit' : 'detector';
}

/**
 * The end of a label between the visit that showed it last and another one; null: it did not end there. `pending` is the visit
 * that missed it, if that is not confirmed.
 */
function missedBetween(
  visits: readonly PastVisit[],
  last: number,
  until: number,
  page: PageKey,
): { readonly end: IntervalEnd | null; readonly pending: number | null } {
  const { facts } = visits[last] ?? {};
  let pending: number | null = null;
  for (let number = last + 1; number < until; number++) {
    const visit = visits[number];
    if (visit === undefined || !knows(visit, page)) continue;
    if (pending === null) {
      if (visit.facts !== facts) return { end: { visit: number, by: 'detector' }, pending: null };
      pending = number;
    } else if (visit.source !== 'analysis') return { end: { visit: pending, by: 'visit' }, pending: null };
  }
  return { end: null, pending };
}

/** Tells whether a visit would have shown a label that is on a page. */
function knows({ pages }: PastVisit, page: PageKey): boolean {
  return pages === 'all' || includes(pages, page);
}

/** A site is gone, or has moved, after two visits in a row that say so, since the first; it is back at once. */
function outcomeIntervals({ visits }: History, sightings: readonly Sighting[]): readonly Interval[] {
  const said = new Set(sightings.flatMap(({ from, to }) => range(from, to)));
  const intervals: Interval[] = [];
  let run: number[] = [];
  const close = (end: IntervalEnd | null): void => {
    const [first, ...others] = run;
    if (first !== undefined && others.length > 0) {
      intervals.push({ first, last: run.at(-1) ?? first, by: 'visit', end, missed: null });
    }
    run = [];
  };
  for (const [number, { source }] of visits.entries()) {
    if (said.has(number)) run.push(number);
    else if (source !== 'analysis') close({ visit: number, by: 'visit' });
  }
  close(null);
  return intervals;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Tells whether a key is among some. @param keys ascending */
function includes(keys: readonly PageKey[], key: PageKey): boolean {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? key) < key) low = middle + 1;
    else high = middle;
  }
  return keys[low] === key;
}
