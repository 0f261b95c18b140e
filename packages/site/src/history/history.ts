// The visits of a site with the labels that each showed, from which follow the changes and the intervals of labels.
import type { KindedLabel } from './kinds.ts';
import type { PageKey, Visit, VisitSource } from './visit.ts';

/** A visit in a history. */
export interface PastVisit {
  /** Whole seconds since the epoch. */
  readonly at: number;
  readonly source: VisitSource;
  readonly facts: string;
  readonly pages: readonly PageKey[] | 'all';
}

/** Neighbouring visits that showed a label on the same page first. */
export interface Sighting {
  /** Positions of the first and the last of them. */
  readonly from: number;
  readonly to: number;
  readonly page: PageKey;
}

export interface History {
  /** Visits in the order of their times, of which no two are the same. */
  readonly visits: readonly PastVisit[];
  /** The sightings of each label in order. */
  readonly labels: ReadonlyMap<KindedLabel, readonly Sighting[]>;
}

export const NO_HISTORY: History = { visits: [], labels: new Map() };

/** Visits of a history; of more, the earlier ones between the first and the last hundred are thinned out. */
export const MAX_VISITS = 1_000;
/** Labels of a history; further ones are not recorded. */
const MAX_RECORDED = 20_000;

/**
 * A history with more visits. A crawl and an analysis are later than those before them, whatever the clock says. Captures are of
 * the time that they state, and those of one day, UTC, are one visit: whichever come first, the result is the same.
 */
export function withVisits(history: History, more: readonly Visit[]): History {
  let [after, all]: [History, readonly Visit[] | null] = [history, null];
  for (const visit of more) {
    const known = all ?? after.visits;
    const timed = { ...visit, at: timeOf(known, visit) };
    const last = known.at(-1);
    const isLast = (last === undefined || timed.at > last.at) && sameDayIn(known, timed) === -1;
    if (isLast && all === null) after = appended(after, timed);
    else all = inserted(all ?? allVisits(after), timed);
  }
  return thinned(all === null ? after : all.reduce(appended, NO_HISTORY));
}

type Timed = Pick<Visit, 'at' | 'source'>;

/** Time of a visit in seconds, which no other one has. */
function timeOf(visits: readonly Timed[], { at, source }: Timed): number {
  const seconds = Math.floor(at / 1_000);
  const last = visits.at(-1);
  if (last === undefined || seconds > last.at) return seconds;
  const before = visits.findLast((visit) => visit.source !== 'captures');
  const isCaptured = source === 'captures';
  let time = isCaptured || before === undefined ? seconds : Math.max(seconds, before.at + 1);
  const taken = new Set(
    visits.filter((visit) => visit.source !== source || !isCaptured).map((visit) => visit.at),
  );
  while (taken.has(time)) time += isCaptured ? -1 : 1;
  return time;
}

const DAY_SECONDS = 86_400;

/** Position of the visit that captures of the same day are; -1: there is none. @param visit with its time in seconds */
function sameDayIn(visits: readonly Timed[], { at, source }: Timed): number {
  if (source !== 'captures') return -1;
  const day = Math.floor(at / DAY_SECONDS);
  return visits.findLastIndex(
    (visit) => visit.source === 'captures' && Math.floor(visit.at / DAY_SECONDS) === day,
  );
}

/** @param visit later than all, with its time in seconds */
function appended({ visits, labels }: History, visit: Visit): History {
  const number = visits.length;
  const after = new Map(labels);
  for (const [label, page] of visit.labels) {
    const sightings = labels.get(label);
    if (sightings === undefined && after.size >= MAX_RECORDED) continue;
    after.set(label, sightedAt(sightings ?? [], number, page));
  }
  return { visits: [...visits, pastVisit(visit)], labels: after };
}

/** @param sightings of earlier visits */
function sightedAt(sightings: readonly Sighting[], number: number, page: PageKey): readonly Sighting[] {
  const last = sightings.at(-1);
  return last !== undefined && last.to === number - 1 && last.page === page
    ? [...sightings.slice(0, -1), { ...last, to: number }]
    : [...sightings, { from: number, to: number, page }];
}

/** Inserts a visit by its time in seconds, or joins it with the captures of its day. */
function inserted(all: readonly Visit[], visit: Visit): readonly Visit[] {
  const index = sameDayIn(all, visit);
  const joined = joinedVisits(all[index], visit);
  return [...all.filter((_, number) => number !== index), joined].toSorted((a, b) => a.at - b.at);
}

/** The visit that found a site as the crawl before it; null: there is none. @param at milliseconds since the epoch */
export function repeatedVisit(history: History, at: number): Visit | null {
  const number = history.visits.findLastIndex(
    ({ source, pages }) => source !== 'captures' && pages.length > 0,
  );
  const visit = history.visits[number];
  if (visit === undefined) return null;
  const shown = Array.from(history.labels).flatMap(([label, sightings]): [KindedLabel, PageKey][] => {
    const sighting = sightings.find(({ from, to }) => from <= number && number <= to);
    return sighting === undefined ? [] : [[label, sighting.page]];
  });
  return { ...visit, at, source: 'crawl', labels: new Map(shown) };
}

/** All visits with their labels, and their times in seconds. */
function allVisits({ visits, labels }: History): readonly Visit[] {
  const shown = visits.map(() => new Map<KindedLabel, PageKey>());
  for (const [label, sightings] of labels) {
    for (const { from, to, page } of sightings) {
      for (let number = from; number <= to; number++) shown[number]?.set(label, page);
    }
  }
  return visits.map((visit, number) => ({ ...visit, labels: shown[number] ?? new Map() }));
}

/** Two visits as one: what either showed was shown. */
function joinedVisits(one: Visit | undefined, other: Visit): Visit {
  if (one === undefined) return other;
  const labels = new Map(one.labels);
  for (const [label, page] of other.labels) labels.set(label, Math.min(page, labels.get(label) ?? page));
  const pages =
    one.pages === 'all' || other.pages === 'all'
      ? 'all'
      : [...new Set([...one.pages, ...other.pages])].toSorted((a, b) => a - b);
  const facts = one.facts > other.facts ? one.facts : other.facts;
  return { ...one, at: Math.min(one.at, other.at), facts, labels, pages };
}

function pastVisit({ at, source, facts, pages }: Visit): PastVisit {
  return { at, source, facts, pages };
}

/** Visits at either end that stay. */
const KEPT_ENDS = 100;

/** A history with at most `MAX_VISITS` visits: those go first that are like the one before and the one after. */
function thinned(history: History): History {
  const { visits, labels } = history;
  const tooMany = visits.length - MAX_VISITS;
  if (tooMany <= 0) return history;
  const telling = new Set<number>();
  for (const sightings of labels.values()) {
    for (const { from, to } of sightings)
      for (const number of [from - 1, from, to, to + 1]) telling.add(number);
  }
  const middle = visits.map((_, number) => number).slice(KEPT_ENDS, -KEPT_ENDS);
  const gone = new Set(
    [
      ...middle.filter((number) => !telling.has(number)),
      ...middle.filter((number) => telling.has(number)),
    ].slice(0, tooMany),
  );
  return allVisits(history)
    .filter((_, number) => !gone.has(number))
    .reduce(appended, NO_HISTORY);
}
