// What changed at a domain over its visits, as rows of bars: its technologies with their versions, its title, whether it is there.
import type { LabelInterval } from '@sitegrep/client';
import { timeOf } from '../../format.ts';
import { versionIn } from './technology-groups.ts';

/** Rows that are shown. */
const MAX_ROWS = 12;

type BarLook = 'was' | 'is' | 'came' | 'gone' | 'away';

/** A part of a row; positions are fractions of the time from the first visit to the last one. */
export interface BarPart {
  readonly from: number;
  readonly to: number;
  /** Times of its ends; null: it goes on. */
  readonly since: string;
  readonly until: string | null;
  /** Version, title or outcome; empty: none. */
  readonly text: string;
  readonly look: BarLook;
}

export interface BarRow {
  readonly kind: 'tech' | 'title' | 'outcome';
  /** Name of the technology. */
  readonly name: string;
  readonly parts: readonly BarPart[];
}

export interface Bars {
  readonly rows: readonly BarRow[];
  /** Rows that there are beyond these. */
  readonly moreRows: number;
}

interface Visit {
  readonly at: string;
}

/** A time in which something was there. */
interface Stay {
  readonly since: string;
  readonly until: string | null;
  readonly text: string;
}

/** The bars of what changed; of a site that nothing changed at there are none. @param visits by time */
export function barsOf(items: readonly LabelInterval[], visits: readonly Visit[]): Bars {
  const [first, last] = [visits.at(0), visits.at(-1)];
  if (first === undefined || last === undefined || first.at === last.at) return { rows: [], moreRows: 0 };
  const partOf = partsWithin(first.at, last.at);
  const techs = technologyRows(items, partOf);
  const titles = titleRow(items, partOf);
  const shown = techs.slice(0, MAX_ROWS);
  const outcome = outcomeRow(items, partOf);
  const hasChanges = shown.length > 0 || titles !== null || outcome.parts.length > 1;
  return {
    rows: hasChanges ? [...shown, ...(titles === null ? [] : [titles]), outcome] : [],
    moreRows: techs.length - shown.length,
  };
}

type PartOf = (stay: Stay, look: BarLook) => BarPart;

function partsWithin(first: string, last: string): PartOf {
  const [from, to] = [msOf(first), msOf(last)];
  const at = (time: string): number => Math.min(1, Math.max(0, (msOf(time) - from) / (to - from)));
  return ({ since, until, text }, look) => ({
    from: at(since),
    to: until === null ? 1 : at(until),
    since,
    until,
    text,
    look,
  });
}

/** Technologies that came, went, or changed their versions; those that changed last come first. */
function technologyRows(items: readonly LabelInterval[], partOf: PartOf): readonly BarRow[] {
  const byName = Map.groupBy(
    items.filter(({ kind }) => kind === 'tech'),
    ({ value }) => value,
  );
  const names = new Set(byName.keys());
  const versions = new Map<string, Stay[]>();
  for (const item of items) {
    const read = item.kind === 'tech_version' ? versionIn(item.value, names) : null;
    if (read === null) continue;
    versions.set(read[0], [...(versions.get(read[0]) ?? []), stayOf(item, read[1])]);
  }
  return [...byName]
    .map(([name, labels]) => {
      const phases = labels.flatMap((label) => phasesOf(stayOf(label, ''), versions.get(name) ?? []));
      const came = labels.some(({ added_by: by }) => by === 'visit');
      const lastChange = Math.max(
        0,
        ...labels.flatMap(({ added_by: by, first_seen: since, gone_at: gone }) => [
          by === 'visit' ? msOf(since) : 0,
          gone === null ? 0 : msOf(gone),
        ]),
        ...phases.slice(1).map(({ since }) => msOf(since)),
      );
      const isGone = labels.every(({ gone_at: gone }) => gone !== null);
      const parts = phases.map((phase) => partOf(phase, lookOf(phase, isGone, came && phases.length === 1)));
      return { row: { kind: 'tech' as const, name, parts }, lastChange };
    })
    .filter(({ lastChange }) => lastChange > 0)
    .sort((a, b) => b.lastChange - a.lastChange || (a.row.name < b.row.name ? -1 : 1))
    .map(({ row }) => row);
}

function lookOf({ until }: Stay, isGone: boolean, hasCome: boolean): BarLook {
  if (isGone) return 'gone';
  if (until !== null) return 'was';
  return hasCome ? 'came' : 'is';
}

/** The time in which a technology was there, divided where its versions changed. */
function phasesOf(whole: Stay, versions: readonly Stay[]): readonly Stay[] {
  const within = versions.filter(
    ({ since, until }) =>
      (until === null || until > whole.since) && (whole.until === null || since < whole.until),
  );
  const times = within.flatMap(({ since, until }) => [since, ...(until === null ? [] : [until])]);
  const cuts = [...new Set(times)]
    .filter((time) => time > whole.since && (whole.until === null || time < whole.until))
    .sort();
  const starts = [whole.since, ...cuts];
  const phases: Stay[] = [];
  for (const [index, since] of starts.entries()) {
    const until = starts[index + 1] ?? whole.until;
    const text = within
      .filter((one) => one.since <= since && (one.until === null || one.until > since))
      .map((one) => one.text)
      .join(', ');
    const last = phases.at(-1);
    if (last !== undefined && last.text === text) phases[phases.length - 1] = { ...last, until };
    else phases.push({ since, until, text });
  }
  return phases;
}

/** The titles of the home page; null: it always had the same. */
function titleRow(items: readonly LabelInterval[], partOf: PartOf): BarRow | null {
  const titles = items
    .filter(({ kind }) => kind === 'title')
    .map((item) => stayOf(item, item.value))
    .sort((a, b) => (a.since < b.since ? -1 : 1));
  if (titles.length < 2) return null;
  const parts = titles.map((title) => partOf(title, title.until === null ? 'is' : 'was'));
  return { kind: 'title', name: '', parts };
}

/** The row that shows when the site was there: at all times but those in which visits said that it is gone, or has moved. */
function outcomeRow(items: readonly LabelInterval[], partOf: PartOf): BarRow {
  const away = items
    .filter(({ kind }) => kind === 'outcome')
    .map((item) => stayOf(item, item.value))
    .sort((a, b) => (a.since < b.since ? -1 : 1));
  const parts: BarPart[] = [];
  let since = items.reduce((min, one) => (one.first_seen < min ? one.first_seen : min), '9');
  for (const stay of away) {
    if (stay.since > since) parts.push(partOf({ since, until: stay.since, text: '' }, 'came'));
    parts.push(partOf(stay, 'away'));
    if (stay.until === null) return { kind: 'outcome', name: '', parts };
    since = stay.until;
  }
  return { kind: 'outcome', name: '', parts: [...parts, partOf({ since, until: null, text: '' }, 'came')] };
}

/** A label that one visit missed counts as there until the next one does. */
function stayOf({ first_seen: since, gone_at: until }: LabelInterval, text: string): Stay {
  return { since, until, text };
}

/** Times that are written below the bars, evenly over the visits, with their positions. */
export function ticksOf(
  visits: readonly Visit[],
  count = 4,
): readonly { readonly at: number; readonly time: Date }[] {
  const [first, last] = [visits.at(0), visits.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [from, to] = [msOf(first.at), msOf(last.at)];
  return Array.from({ length: count + 1 }, (_, index) => ({
    at: index / count,
    time: new Date(from + ((to - from) * index) / count),
  }));
}

function msOf(time: string): number {
  return timeOf(time).getTime();
}
