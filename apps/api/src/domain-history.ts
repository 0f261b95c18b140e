// The history of a domain as the API shows it: its visits, and the times in which its labels were there.
import { type DomainHistoryAnswer, formatTimestamp, type LabelInterval } from '@sitegrep/contract';
import {
  CHANGE_KINDS,
  countLooked,
  type ChangeKind,
  type History,
  HOST_KIND_NAMES,
  HOST_KINDS,
  hostOfLabel,
  type Interval,
  intervalsOf,
  type KindedLabel,
  partsOfKinded,
  shownLabel,
} from '@sitegrep/site';
import type { DaySpan } from './day-span.ts';

type ShownVisit = DomainHistoryAnswer['data']['visits'][number];

/** An interval with its label. */
interface Found {
  readonly label: KindedLabel;
  readonly kind: ChangeKind;
  readonly interval: Interval;
}

/** Runs of visits that are shown of an interval. */
const MAX_RUNS = 50;

/** The visits in a span of time. */
export function visitsIn({ visits }: History, { from, until }: DaySpan): readonly ShownVisit[] {
  return visits
    .filter(({ at }) => at >= (from ?? at) && at < (until ?? Infinity))
    .map((visit) => ({
      at: shownTime(visit.at),
      source: visit.source,
      pages_count: countLooked(visit),
    }));
}

/** Intervals that have a part in a span of time: by kind, label and time. @param kind null: of all kinds */
export function intervalsIn(
  history: History,
  kind: ChangeKind | null,
  { from, until }: DaySpan,
): readonly Found[] {
  const { visits } = history;
  const found: Found[] = [];
  for (const label of history.labels.keys()) {
    const own = partsOfKinded(label).kind;
    if (kind !== null && own !== kind) continue;
    for (const interval of intervalsOf(history, label)) {
      const first = visits[interval.first]?.at ?? 0;
      const end = interval.end === null ? Infinity : (visits[interval.end.visit]?.at ?? 0);
      if (first < (until ?? Infinity) && end > (from ?? -1)) found.push({ label, kind: own, interval });
    }
  }
  const order = new Map(CHANGE_KINDS.map((one, index) => [one, index]));
  const kindOf = (one: Found): number => order.get(one.kind) ?? 0;
  return found.sort(
    (a, b) =>
      kindOf(a) - kindOf(b) ||
      (a.label < b.label ? -1 : a.label > b.label ? 1 : a.interval.first - b.interval.first),
  );
}

export function shownInterval(history: History, { label: kinded, kind, interval }: Found): LabelInterval {
  const { first, last, by, end, missed } = interval;
  const { label } = partsOfKinded(kinded);
  const timeOf = (visit: number): string => shownTime(history.visits[visit]?.at ?? 0);
  const seen = runsOf(history, kinded, interval);
  const kinds = kind === 'host' ? hostOfLabel(label).kinds : null;
  return {
    kind,
    value: shownLabel(kind, label),
    ...(kinds === null
      ? {}
      : { named_by: HOST_KIND_NAMES.filter((name) => kinds.includes(HOST_KINDS[name])) }),
    first_seen: timeOf(first),
    last_seen: timeOf(last),
    gone_at: end === null ? null : timeOf(end.visit),
    missing_since: missed === null ? null : timeOf(missed),
    added_by: by,
    removed_by: end?.by ?? null,
    visits_count: seen.reduce((sum, { from, to }) => sum + to - from + 1, 0),
    seen: seen
      .slice(-MAX_RUNS)
      .map(({ from, to }) => ({ from: timeOf(from), to: timeOf(to), visits: to - from + 1 })),
    seen_left_out: Math.max(0, seen.length - MAX_RUNS),
  };
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** The visits in a row that showed a label in an interval, whatever page had it. */
function runsOf({ labels }: History, label: KindedLabel, { first, last }: Interval): readonly Run[] {
  const runs: Run[] = [];
  for (const { from, to } of labels.get(label) ?? []) {
    if (from < first || from > last) continue;
    const before = runs.at(-1);
    if (before?.to === from - 1) runs[runs.length - 1] = { from: before.from, to };
    else runs.push({ from, to });
  }
  return runs;
}

/** @param at in seconds since the epoch */
function shownTime(at: number): string {
  return formatTimestamp(at * 1_000);
}
