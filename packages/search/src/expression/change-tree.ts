// Conditions on changes in the JSON form of an expression.
import { parseTimestamp, TIMESTAMP_FORMS } from '@sitegrep/site';
import { parseChange } from '../change-condition.ts';
import type { ChangeCondition } from '../change-fields.ts';
import { invalid, type Parsed } from '../invalid-input.ts';
import type { KnownValues } from '../known-values.ts';
import { didYouMean, shown } from '../nearest.ts';
import {
  CHANGE_CAUSES,
  type ChangePart,
  type Expression,
  isChangePart,
  partsOf,
  type TimeSpan,
} from './expression.ts';

/** Reads the value of a node that is a condition on a change. */
export function readChangeNode(
  name: 'added' | 'removed' | 'at' | 'by',
  value: unknown,
  path: string,
  known: KnownValues,
): Parsed<ChangePart> {
  switch (name) {
    case 'added':
    case 'removed': {
      const condition = parseChange(value, path, known);
      return condition.ok
        ? { ok: true, value: { kind: 'change_label', side: name, condition: condition.value } }
        : condition;
    }
    case 'at':
      return readTimes(value, path);
    case 'by': {
      const by = CHANGE_CAUSES.find((cause) => cause === value);
      if (by !== undefined) return { ok: true, value: { kind: 'change_by', by } };
      const remedy = `${didYouMean(value, CHANGE_CAUSES)}use one of ${CHANGE_CAUSES.join(', ')}`;
      return invalid(path, `is ${shown(value)}, which no change is by`, remedy);
    }
  }
}

function readTimes(value: unknown, path: string): Parsed<ChangePart> {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const unknown = members.find(([name]) => name !== 'from' && name !== 'until');
  if (members.length === 0 || unknown !== undefined)
    return invalid(
      path,
      `is ${shown(value)}, which is no span of time`,
      'give an object with from, until or both',
    );
  const ends: { from: number | null; until: number | null } = { from: null, until: null };
  for (const [name, end] of members) {
    const time = typeof end === 'string' ? parseTimestamp(end) : null;
    if (time === null && end !== null)
      return invalid(
        `${path}.${name}`,
        `is ${shown(end)}, which is not a time`,
        `write it as ${TIMESTAMP_FORMS}`,
      );
    ends[name === 'from' ? 'from' : 'until'] = time === null ? null : Math.floor(time / 1_000);
  }
  const fault = timeFault(ends, Date.now());
  return fault === null
    ? { ok: true, value: { kind: 'change_time', ...ends } }
    : invalid(path, fault.problem, fault.remedy);
}

interface Fault {
  readonly problem: string;
  readonly remedy: string;
}

/** The fault of a span in which there can be no change; null: it has none. @param now in milliseconds */
export function timeFault({ from, until }: TimeSpan, now: number): Fault | null {
  if (from === null) return null;
  if (until !== null && from >= until)
    return {
      problem: `begins at ${timeOf(from)}, which is not before its end, ${timeOf(until)}`,
      remedy: 'give the earlier time first',
    };
  if (from * 1_000 <= now) return null;
  const today = new Date(now).toISOString().slice(0, 10);
  return {
    problem: `begins at ${timeOf(from)}, which is in the future`,
    remedy: `give a time up to today, ${today}: changes are recorded when they are seen`,
  };
}

/** The fault of parts that are to be on one page, or of one change, and cannot be; null: there is none. */
export function joinFault(kind: 'same_page' | 'same_change', of: Expression): Fault | null {
  const parts = [...partsOf(of)];
  if (kind === 'same_page')
    return parts.some((part) => isChangePart(part) || part.kind === 'same_change')
      ? {
          problem: 'has a condition on changes, which are not of a page',
          remedy: 'write it beside what is on one page',
        }
      : null;
  const other = parts.find((part) => !isChangePart(part) && !isJoint(part));
  if (other === undefined) return null;
  const isOfPage = other.kind !== 'condition' && other.kind !== 'keyword' && other.kind !== 'same_change';
  return {
    problem: isOfPage
      ? 'has a text or pattern, which is looked for on pages as they are now'
      : `has ${other.kind === 'same_change' ? 'another group of one change' : 'a condition on the domain as it is now'}`,
    remedy: 'write it beside the group: of one change are only added, removed, at and by',
  };
}

function isJoint({ kind }: Expression): boolean {
  return kind === 'and' || kind === 'or' || kind === 'not' || kind === 'constant';
}

/** The node of a condition on changes. */
export function changeTree(part: ChangePart): unknown {
  switch (part.kind) {
    case 'change_label':
      return { [part.side]: conditionTree(part.condition) };
    case 'change_time':
      return spanTree(part);
    case 'change_by':
      return { by: part.by };
  }
}

/** The node of a span of time. */
export function spanTree({ from, until }: TimeSpan): unknown {
  return {
    at: {
      ...(from === null ? {} : { from: timeOf(from) }),
      ...(until === null ? {} : { until: timeOf(until) }),
    },
  };
}

function conditionTree(condition: ChangeCondition): unknown {
  switch (condition.kind) {
    case 'any':
      return condition.field;
    case 'any_of': {
      const { field, values } = condition;
      const written = field === 'header_value' ? values.map((value) => value.replace('\0', '=')) : values;
      return [field, 'in', field === 'rank' ? values.map(Number) : written];
    }
    case 'versions':
      return [condition.field, 'version', `${condition.of}@${condition.range}`];
    case 'matching':
      return [condition.field, 'matches', condition.value];
  }
}

/** A time in whole seconds, in words. */
function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
