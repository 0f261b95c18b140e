// Fields of the query language that are conditions on a change: what it added or removed, its time, and what it is by.
import { changeOf, parseChange } from '../change-condition.ts';
import type { ChangeCondition } from '../change-fields.ts';
import { readSpan } from '../days.ts';
import {
  CHANGE_CAUSES,
  or,
  type ChangeLabel,
  type ChangePart,
  type Expression,
} from '../expression/expression.ts';
import { timeFault } from '../expression/change-tree.ts';
import { isValueCondition, testOfValue } from '../filter.ts';
import { invalid, type Parsed } from '../invalid-input.ts';
import type { KnownValues } from '../known-values.ts';
import { didYouMean, didYouMeanField, shown } from '../nearest.ts';
import {
  CHANGED_FIELDS,
  type ChangeConditionName,
  isConditionField,
  isLineField,
  isUnrecorded,
  type OwnChangedField,
} from './field-names.ts';
import { conditionOfField, lists } from './fields.ts';

/** Fields of the language that stand for others where a value is missing; the rest have their own name. */
const FIELDS_OF: Readonly<Record<string, readonly string[]>> = {
  lang: ['language', 'content_language'],
  cert: ['cert_issuer', 'cert_name'],
};

/** Fields that are not conditions on domains, each with how their value is read. */
const OWN_VALUES: Readonly<Record<string, 'value' | 'values'>> = {
  title: 'value',
  description: 'value',
  generator: 'value',
  charset: 'values',
  outcome: 'values',
  moved_to: 'values',
} satisfies Readonly<Record<OwnChangedField, 'value' | 'values'>>;

/** The condition that a field with a value stands for. The fault names `value`. */
export function changeOfField(
  name: ChangeConditionName,
  value: string,
  known: KnownValues,
): Parsed<Expression> {
  switch (name) {
    case 'added':
    case 'removed':
      return labelsOfField(name, value, known);
    case 'at':
      return timesOf(value);
    case 'by':
      return causesOf(value);
  }
}

function causesOf(value: string): Parsed<Expression> {
  const parts: Expression[] = [];
  for (const one of lists(value)) {
    const by = CHANGE_CAUSES.find((cause) => cause === one);
    if (by === undefined) {
      const remedy = `${didYouMean(one, CHANGE_CAUSES)}write some of ${CHANGE_CAUSES.join(', ')}`;
      return invalid('value', `by: is followed by ${shown(one)}`, remedy);
    }
    parts.push({ kind: 'change_by', by });
  }
  return joined(parts, 'by', value, `write some of ${CHANGE_CAUSES.join(', ')}`);
}

function timesOf(value: string): Parsed<Expression> {
  const now = Date.now();
  const span = readSpan(value, 'ago', now);
  if (span === null)
    return invalid(
      'value',
      `at: is followed by ${shown(value)}`,
      'write days, months or ages in days, for instance at:<30d, at:2026-10, at:>2026-10-01 or at:2026-10-01..2026-11-01',
    );
  const [from, until] = [span.from, span.until].map((time) => (time === null ? null : time / 1_000));
  const part = { kind: 'change_time', from: from ?? null, until: until ?? null } as const;
  const fault = timeFault(part, now);
  return fault === null
    ? { ok: true, value: part }
    : invalid('value', `at: is followed by ${shown(value)}, which ${fault.problem}`, fault.remedy);
}

function labelsOfField(side: ChangeLabel['side'], written: string, known: KnownValues): Parsed<Expression> {
  const [, named = '', value] = /^([^:]*)(?::(.*))?$/s.exec(written) ?? [];
  const ofSide = (condition: ChangeCondition): ChangePart => ({ kind: 'change_label', side, condition });
  if (value === undefined) {
    const parts: Expression[] = [];
    for (const name of lists(named)) {
      if (!Object.hasOwn(CHANGED_FIELDS, name)) return unrecorded(side, name);
      for (const field of FIELDS_OF[name] ?? [name]) {
        const condition = parseChange(field, 'value', known);
        if (!condition.ok) throw new TypeError(`changes of ${field} are not recorded`);
        parts.push(ofSide(condition.value));
      }
    }
    return joined(parts, side, written, `write a field and a value, for instance ${side}:tech:Shopify`);
  }
  if (!Object.hasOwn(CHANGED_FIELDS, named)) return unrecorded(side, named);
  const fault = (problem: string, remedy: string): Parsed<never> =>
    invalid('value', `${side}:${problem}`, remedy);
  if (value === '') return fault(`${named}: has no value`, `write one, or ${side}:${named} for any`);
  const conditions = conditionsOf(named, value, known);
  if (!conditions.ok) return fault(conditions.error.problem, conditions.error.remedy);
  return joined(conditions.value.map(ofSide), side, written, 'write a value of the field');
}

function unrecorded(side: ChangeLabel['side'], name: string): Parsed<never> {
  const problem =
    isConditionField(name) || name === 'url'
      ? `${side}: is followed by ${shown(name)}, whose changes are not recorded`
      : `${side}: is followed by ${shown(name)}, which is not a field whose changes are recorded`;
  return invalid(
    'value',
    problem,
    `${didYouMeanField(name, Object.keys(CHANGED_FIELDS))}use one of ${Object.keys(CHANGED_FIELDS).join(', ')}`,
  );
}

/** The conditions of which one is fulfilled by a label of a field. */
function conditionsOf(name: string, value: string, known: KnownValues): Parsed<readonly ChangeCondition[]> {
  if (name === 'header') return headerConditions(value, known);
  if (name === 'cookie') return ownConditions('cookie', lists(value), known);
  if (name === 'rank') return rankConditions(value, known);
  const own = OWN_VALUES[name];
  if (own !== undefined) return ownConditions(name, own === 'value' ? [value] : lists(value), known);
  if (!isConditionField(name) || isLineField(name) || isUnrecorded(name))
    throw new TypeError(`changes have a field ${name} that is not read`);
  const read = conditionOfField(name, value, known);
  if (!read.ok) return read;
  const parts = read.value.kind === 'or' ? read.value.of : [read.value];
  const conditions: ChangeCondition[] = [];
  for (const part of parts) {
    const condition = part.kind === 'condition' ? changeOf(part.condition) : null;
    if (condition === null)
      return invalid(
        'value',
        `${name}: is followed by ${shown(value)}, whose changes are not recorded`,
        'leave out @seen: a change tells technologies, not whether others imply them',
      );
    conditions.push(condition);
  }
  return { ok: true, value: conditions };
}

function headerConditions(value: string, known: KnownValues): Parsed<readonly ChangeCondition[]> {
  return value.includes('=')
    ? ownConditions('header_value', [value], known)
    : ownConditions('header', lists(value), known);
}

/** Ranks count in whole hundreds: those of which any rank fulfils the condition. */
function rankConditions(value: string, known: KnownValues): Parsed<readonly ChangeCondition[]> {
  const read = conditionOfField('rank', value, known);
  if (!read.ok) return read;
  const parts = read.value.kind === 'and' ? read.value.of : [read.value];
  const tests = parts.flatMap((part) =>
    part.kind === 'condition' && isValueCondition(part.condition) ? [testOfValue(part.condition)] : [],
  );
  const ranks = Array.from({ length: MAX_RANK + 1 }, (_, rank) => rank);
  const found = ranks.filter((rank) => tests.every((test) => test(rank)));
  const hundreds = [...new Set(found.map((rank) => String(100 * Math.floor(rank / 100))))];
  return hundreds.length === 0
    ? invalid('value', `rank: is followed by ${shown(value)}, which no rank is`, 'write one from 0 to 1000')
    : { ok: true, value: [{ kind: 'any_of', field: 'rank', values: hundreds.sort() }] };
}

const MAX_RANK = 1_000;

function ownConditions(
  field: string,
  values: readonly string[],
  known: KnownValues,
): Parsed<readonly ChangeCondition[]> {
  const read = parseChange([field, 'in', values], field, known);
  if (read.ok) return { ok: true, value: [read.value] };
  return invalid('value', `${field}: ${read.error.problem}`, read.error.remedy);
}

function joined(
  parts: readonly Expression[],
  name: string,
  written: string,
  remedy: string,
): Parsed<Expression> {
  const [only] = parts;
  if (only === undefined) return invalid('value', `${name}: is followed by ${shown(written)}`, remedy);
  return { ok: true, value: parts.length === 1 ? only : or(parts) };
}
