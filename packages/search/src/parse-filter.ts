import {
  comparisonOf,
  isOrderField,
  isTextField,
  ORDER_FIELDS,
  compareCodePoints,
  ownName,
  parseTimestamp,
  readDomain,
  TIMESTAMP_FORMS,
  type FieldNaming,
} from '@sitegrep/site';
import { parsePattern } from '@sitegrep/patterns';
import { SEARCH_BOUNDS } from './bounds.ts';
import {
  OPERATOR_NAMES,
  OPERATORS,
  operatorsOf,
  type Condition,
  type ConditionValue,
  type Operator,
} from './filter.ts';
import type { Expression } from './expression/expression.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import {
  isListField,
  isVersionedField,
  LABEL_FIELD_NAMES,
  LIST_FIELDS,
  type FilterField,
  type ListField,
  type ValuedField,
  type VersionedField,
} from './label-fields.ts';
import { knownValues, type KnownValues } from './known-values.ts';
import { isListName, LIST_NAME_REMEDY, LISTED_NAMES } from './list-names.ts';
import { isMatchField, MATCH_FIELD_NAMES, readMatch } from './label-match.ts';
import { didYouMean, didYouMeanField, shown } from './nearest.ts';
import { codePointCount } from './terms.ts';
import { readRange } from './version-range.ts';

/** Fields that conditions may name. */
export const FILTER_FIELDS: readonly FilterField[] = [
  ...ORDER_FIELDS,
  ...LABEL_FIELD_NAMES,
  ...MATCH_FIELD_NAMES,
  ...LIST_FIELDS,
];

const { maxConditions, maxFilterDepth, maxListed, maxValueLength } = SEARCH_BOUNDS;

/** Number of conditions that were read so far, the closed sets of values, and the names of fields. */
interface Reading {
  conditions: number;
  readonly known: KnownValues;
  readonly nameOf: FieldNaming;
}

/**
 * Reads conditions `[field, op, value]`: one, or a list of them (and of such lists) joined by `"and"` or by `"or"`.
 *
 * @param known values of fields of closed sets; others are refused there
 * @param nameOf names that fields have in conditions
 * @returns null if there is none
 */
export function parseFilter(
  filters: readonly unknown[],
  known: KnownValues = {},
  nameOf: FieldNaming = ownName,
): Parsed<Expression | null> {
  if (filters.length === 0) return { ok: true, value: null };
  return parse(filters, 'filters', 1, { conditions: 0, known, nameOf });
}

function parse(filters: unknown, path: string, depth: number, reading: Reading): Parsed<Expression> {
  if (!Array.isArray(filters) || filters.length === 0) {
    return invalid(path, 'is not a condition', 'give [field, operator, value], or a list of conditions');
  }
  const items: readonly unknown[] = filters;
  if (typeof items[0] === 'string') {
    return then(parseCondition(items, path, reading), (condition) => ({ kind: 'condition', condition }));
  }
  if (depth > maxFilterDepth) return invalid(path, `lies in ${maxFilterDepth} lists`, 'nest less deeply');
  if (items.length > 2 * maxConditions - 1) return tooMany();
  if (items.length % 2 === 0) {
    return invalid(path, 'does not end with a condition', 'put "and" or "or" between each two conditions');
  }
  const joined = items[1];
  const of: Expression[] = [];
  for (const [index, item] of items.entries()) {
    const itemPath = `${path}[${index}]`;
    if (index % 2 === 0) {
      const one = parse(item, itemPath, depth + 1, reading);
      if (!one.ok) return one;
      of.push(one.value);
    } else if (item !== 'and' && item !== 'or') {
      return invalid(itemPath, 'joins two conditions', 'write "and" or "or", in lower case');
    } else if (item !== joined) {
      return invalid(
        itemPath,
        `is "${item}" beside "${String(joined)}"`,
        'put one of the two into a list of its own',
      );
    }
  }
  const [only] = of;
  if (of.length === 1 && only !== undefined) return { ok: true, value: only };
  return { ok: true, value: { kind: joined === 'or' ? 'or' : 'and', of } };
}

function tooMany(): ReturnType<typeof invalid> {
  return invalid(
    'filters',
    `has more than ${maxConditions} conditions`,
    'give fewer; in takes a list of values',
  );
}

function parseCondition(items: readonly unknown[], path: string, reading: Reading): Parsed<Condition> {
  const [fieldName, written, given] = items;
  if (items.length !== 3) {
    return invalid(path, `has ${items.length} parts`, 'write a condition as [field, operator, value]');
  }
  if (++reading.conditions > maxConditions) return tooMany();
  const field = FILTER_FIELDS.find((known) => reading.nameOf(known) === fieldName);
  if (field === undefined) {
    const problem = `is ${shown(fieldName)}, which is not a field that can be filtered by`;
    const fields = FILTER_FIELDS.map(reading.nameOf);
    return invalid(
      `${path}[0]`,
      problem,
      `${didYouMeanField(fieldName, fields)}use one of ${fields.join(', ')}`,
    );
  }
  const name = OPERATOR_NAMES.find((known) => known === written);
  const condition =
    name === undefined ? null : conditionOf(OPERATORS[name], field, given, `${path}[2]`, reading);
  if (condition !== null) return condition;
  const names = operatorsOf(field);
  const problem = `is ${shown(written)}, which is not an operator of ${reading.nameOf(field)}`;
  return invalid(`${path}[1]`, problem, `${didYouMean(written, names)}use one of ${names.join(', ')}`);
}

/** @returns null if the field does not have the operator */
function conditionOf(
  operator: Operator,
  field: FilterField,
  given: unknown,
  path: string,
  reading: Reading,
): Parsed<Condition> | null {
  switch (operator.fields) {
    case 'all': {
      if (isMatchField(field)) return null;
      const values = operator.takes === 'values' ? given : [given];
      const pathOf = (index: number): string => (operator.takes === 'values' ? `${path}[${index}]` : path);
      return then(parseValues(field, values, path, pathOf, reading), (read) =>
        operator.condition(field, read),
      );
    }
    case 'ordered':
      if (!isOrderField(field)) return null;
      return then(parseValue(field, given, path, reading), (value) => operator.condition(field, value));
    case 'text':
      if (!isTextField(field)) return null;
      return checkedPattern(
        then(parseValue(field, given, path, reading), (value) => operator.condition(field, String(value))),
        path,
      );
    case 'matched': {
      if (!isMatchField(field)) return null;
      const written = parseValue(field, given, path, reading);
      if (!written.ok) return written;
      return then(readMatch(field, String(written.value), path), (value) => operator.condition(field, value));
    }
    case 'versioned':
      if (!isVersionedField(field)) return null;
      return then(parseVersions(field, given, path, reading), ([of, range]) =>
        operator.condition(field, of, range),
      );
  }
}

/** A condition; refused if it has a pattern that can not be read. */
function checkedPattern(condition: Parsed<Condition>, path: string): Parsed<Condition> {
  if (!condition.ok || condition.value.kind !== 'regex') return condition;
  const pattern = parsePattern(condition.value.pattern);
  if (pattern.ok) return condition;
  const { at, problem, remedy } = pattern.error;
  return invalid(path, `cannot be looked for, at column ${at + 1}: ${problem}`, remedy);
}

/** How a condition on the versions of each field is written. */
const VERSIONED: Readonly<Record<VersionedField, string>> = {
  tech: 'a technology and versions: WooCommerce@<8.9',
  plugin: 'a plugin and versions: contact-form-7@<5.3.2',
  theme: 'a theme and versions: astra@<4',
};

/** Reads what has versions, `@` and a range of them. */
function parseVersions(
  field: VersionedField,
  given: unknown,
  path: string,
  reading: Reading,
): Parsed<readonly [of: string, range: string]> {
  const written = parseValue(field, given, path, reading);
  if (!written.ok) return written;
  const text = String(written.value);
  const at = text.lastIndexOf('@');
  const range = readRange(text.slice(at + 1));
  if (at === -1 || range === null) {
    const problem = at === -1 ? 'which has no @' : 'after whose @ there is no range of versions';
    return invalid(path, `is ${shown(text)}, ${problem}`, `write ${VERSIONED[field]}`);
  }
  const named = knownValues(field, text.slice(0, at), path, reading.known);
  return then(named, ([of = '']) => [of, range]);
}

function then<From, To>(parsed: Parsed<From>, next: (value: From) => To): Parsed<To> {
  return parsed.ok ? { ok: true, value: next(parsed.value) } : parsed;
}

function parseValues(
  field: ValuedField | ListField,
  given: unknown,
  path: string,
  pathOf: (index: number) => string,
  reading: Reading,
): Parsed<readonly ConditionValue[]> {
  if (!Array.isArray(given)) return invalid(path, 'is not a list', 'give a list of values');
  const items: readonly unknown[] = given;
  if (items.length === 0) return invalid(path, 'is empty', 'give at least one value');
  if (items.length > maxListed)
    return invalid(path, `has ${items.length} values`, `give at most ${maxListed} at a time`);
  const values = new Set<ConditionValue>();
  for (const [index, item] of items.entries()) {
    const written = parseValue(field, item, pathOf(index), reading);
    if (!written.ok) return written;
    const stored = storedValues(field, written.value, pathOf(index), reading.known);
    if (!stored.ok) return stored;
    for (const value of stored.value) values.add(value);
  }
  const sorted = [...values].sort((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : compareCodePoints(String(a), String(b)),
  );
  return { ok: true, value: sorted };
}

/** Values as they are stored that a value means which the field's whole value is compared with. */
function storedValues(
  field: ValuedField | ListField,
  value: ConditionValue,
  path: string,
  known: KnownValues,
): Parsed<readonly ConditionValue[]> {
  if (typeof value !== 'string') return { ok: true, value: [value] };
  if (isListField(field))
    return isListName(value)
      ? { ok: true, value: [value] }
      : invalid(
          path,
          `is ${shown(value)}, which is not the name of ${LISTED_NAMES[field]}`,
          LIST_NAME_REMEDY,
        );
  if (field !== 'domain') return knownValues(field, value, path, known);
  const named = readDomain(value);
  if (named.kind === 'domain') return { ok: true, value: [named.domain] };
  return invalid(path, `is ${shown(value)}, which ${named.problem}`, named.remedy);
}

function parseValue(
  field: FilterField,
  given: unknown,
  path: string,
  { nameOf }: Reading,
): Parsed<ConditionValue> {
  const comparison = isOrderField(field) ? comparisonOf(field) : 'text';
  if (comparison === 'integer') {
    if (typeof given === 'number' && Number.isSafeInteger(given)) return { ok: true, value: given + 0 };
    return invalid(path, `is not an integer, which ${nameOf(field)} is`, 'give one from 0 to 1000');
  }
  if (typeof given !== 'string') {
    const remedy =
      given === null
        ? `give a text; unknown values fulfil <>, not_in, not_like and not_regex`
        : comparison === 'time'
          ? `give a time as ${TIMESTAMP_FORMS}`
          : 'give a text';
    return invalid(path, `is not text, which ${nameOf(field)} is`, remedy);
  }
  if (comparison === 'time') {
    const milliseconds = parseTimestamp(given);
    if (milliseconds !== null) return { ok: true, value: Math.floor(milliseconds / 1_000) };
    return invalid(path, `is ${shown(given)}, which is not a time`, `write it as ${TIMESTAMP_FORMS}`);
  }
  const length = codePointCount(given);
  if (length > maxValueLength)
    return invalid(path, `has ${length} characters`, `give at most ${maxValueLength}`);
  if (given.isWellFormed()) return { ok: true, value: given };
  return invalid(path, 'has half of a surrogate pair', 'write characters beyond U+FFFF as whole pairs');
}
