// The intervals in which the labels of a domain were there, as rows with bars.
import type { LabelInterval } from '@sitegrep/client';
import { timeOf } from '../format.ts';
import { KINDS, type LabelKind } from '../text/history.ts';

/** A label with all the times that it was there, the first one first. */
export interface LabelRow {
  readonly kind: LabelKind;
  readonly value: string;
  /** Kinds of what names it, of a host. */
  readonly namedBy: readonly string[];
  readonly intervals: readonly [LabelInterval, ...LabelInterval[]];
}

/** Labels of one kind. */
export interface KindRows {
  readonly kind: LabelKind;
  readonly rows: readonly LabelRow[];
}

export function keyOf({ kind, value, namedBy }: LabelRow): string {
  return [kind, value, ...namedBy].join('\n');
}

/** The labels by their kinds. @param items intervals of each label by time */
export function rowsByKind(items: readonly LabelInterval[]): readonly KindRows[] {
  const rows = new Map<string, LabelRow>();
  for (const item of items) {
    const row = { kind: item.kind, value: item.value, namedBy: item.named_by ?? [] };
    const key = keyOf({ ...row, intervals: [item] });
    const before = rows.get(key);
    rows.set(key, { ...row, intervals: before === undefined ? [item] : [...before.intervals, item] });
  }
  const byKind = Map.groupBy(rows.values(), ({ kind }) => kind);
  return KINDS.flatMap((kind) => {
    const some = byKind.get(kind);
    return some === undefined ? [] : [{ kind, rows: some }];
  });
}

/** Tells whether a label came, went, or was missed since the first visit. */
export function hasChanged({ intervals }: LabelRow): boolean {
  return intervals.some(
    ({ added_by: by, gone_at: gone, missing_since: missing }) =>
      by !== null || gone !== null || missing !== null,
  );
}

/** State of a label after the last visit. */
export type LabelState =
  | { readonly kind: 'there' }
  | {
      readonly kind: 'thereSince' | 'back' | 'gone' | 'missed' | 'over';
      readonly at: string;
      readonly by: string;
    };

/** Kinds of labels that are over, and not gone, when no visit says so any more. */
const OF_OUTCOME: ReadonlySet<LabelKind> = new Set(['outcome', 'moved_to']);

export function stateOf({ kind, intervals }: LabelRow): LabelState {
  const last = intervals.at(-1) ?? intervals[0];
  const by = (reason: LabelInterval['added_by']): string => reason ?? 'visit';
  if (last.gone_at !== null)
    return { kind: OF_OUTCOME.has(kind) ? 'over' : 'gone', at: last.gone_at, by: by(last.removed_by) };
  if (last.missing_since !== null) return { kind: 'missed', at: last.missing_since, by: 'visit' };
  if (last.added_by === null && intervals.length === 1) return { kind: 'there' };
  return {
    kind: intervals.length === 1 ? 'thereSince' : 'back',
    at: last.first_seen,
    by: by(last.added_by),
  };
}

/** Width of bars in their own units. */
export const BAR_WIDTH = 1_000;
/** Width of a bar of one visit. */
const MIN_WIDTH = 6;

/** Times in milliseconds that bars reach from and to. */
export type TimeSpan = readonly [from: number, to: number];

/** The span of visits. @param visits by time */
export function spanOf(visits: readonly { readonly at: string }[]): TimeSpan {
  const [first, last] = [visits.at(0), visits.at(-1)];
  return first === undefined || last === undefined ? [0, 0] : [msOf(first.at), msOf(last.at)];
}

/** Position of a time. */
export function positionIn([from, to]: TimeSpan, at: string): number {
  return to === from ? 0 : Math.round(((msOf(at) - from) / (to - from)) * BAR_WIDTH);
}

/** A part of a bar: from visit to visit that showed the label, or the time around them in which it counts as there. */
export interface BarPart {
  readonly look: 'seen' | 'between';
  readonly x: number;
  readonly width: number;
}

export function barOf({ intervals }: LabelRow, span: TimeSpan): readonly BarPart[] {
  return intervals.flatMap((interval) => {
    const { first_seen: first, gone_at: gone, missing_since: missing, seen } = interval;
    const end = gone ?? missing;
    const between = part(
      'between',
      positionIn(span, first),
      end === null ? BAR_WIDTH : positionIn(span, end),
    );
    return [
      between,
      ...seen.map(({ from, to }) => part('seen', positionIn(span, from), positionIn(span, to))),
    ];
  });
}

function part(look: BarPart['look'], from: number, to: number): BarPart {
  const x = Math.min(from, BAR_WIDTH - MIN_WIDTH);
  return { look, x, width: Math.max(MIN_WIDTH, to - x) };
}

function msOf(time: string): number {
  return timeOf(time).getTime();
}
