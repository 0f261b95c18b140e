import type { Condition, Filter, FilterField, TextField } from './filter.ts';
import { foldCase } from './fold.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { ORDER_FIELDS } from './order.ts';
import { codePointCount, compareCodePoints } from './terms.ts';

const MAX_CONDITIONS = 8;
/** Lists within lists; enough for as many conditions. */
const MAX_DEPTH = 8;
/** Values of `in` and `not_in`. */
const MAX_VALUES = 1_000;
/** Code points of a value. */
const MAX_LENGTH = 1_000;

const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const;
const LISTS = ['in', 'not_in'] as const;
const PATTERNS = ['like', 'not_like'] as const;
type Operator = (typeof COMPARISONS)[number] | (typeof LISTS)[number] | (typeof PATTERNS)[number];

const FIELDS: readonly FilterField[] = [...ORDER_FIELDS, 'technologies'];
const OPERATORS: Readonly<Record<'number' | 'time' | 'text' | 'set', readonly Operator[]>> = {
  number: [...COMPARISONS, ...LISTS],
  time: [...COMPARISONS, ...LISTS],
  text: [...COMPARISONS, ...LISTS, ...PATTERNS],
  set: ['=', '<>', ...LISTS],
};

const TIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) \+00:00$/;

/** What is read on the way. */
interface Reading {
  conditions: number;
}

/**
 * Reads conditions `[field, op, value]`: one, or a list of them (and of such lists) joined by `"and"` or by `"or"`.
 *
 * @returns null if there is none
 */
export function parseFilter(filters: readonly unknown[]): Parsed<Filter | null> {
  if (filters.length === 0) return { ok: true, value: null };
  return parse(filters, 'filters', 1, { conditions: 0 });
}

function parse(filters: unknown, path: string, depth: number, reading: Reading): Parsed<Filter> {
  if (!Array.isArray(filters) || filters.length === 0) {
    return invalid(path, 'is no condition', 'give [field, operator, value], or a list of conditions');
  }
  const items: readonly unknown[] = filters;
  if (typeof items[0] === 'string') return parseCondition(items, path, reading);
  if (depth > MAX_DEPTH) return invalid(path, `lies in ${MAX_DEPTH} lists`, 'nest less deeply');
  if (items.length > 2 * MAX_CONDITIONS - 1) return tooMany();
  if (items.length % 2 === 0) {
    return invalid(path, 'does not end with a condition', 'put "and" or "or" between each two conditions');
  }
  const joined = items[1];
  const of: Filter[] = [];
  for (const [index, item] of items.entries()) {
    const place = `${path}[${index}]`;
    if (index % 2 === 0) {
      const one = parse(item, place, depth + 1, reading);
      if (!one.ok) return one;
      of.push(one.value);
    } else if (item !== 'and' && item !== 'or') {
      return invalid(place, 'joins two conditions', 'write "and" or "or", in lower case');
    } else if (item !== joined) {
      return invalid(
        place,
        `is "${item}" beside "${String(joined)}"`,
        'put one of the two into a list of its own',
      );
    }
  }
  const [only] = of;
  if (of.length === 1 && only !== undefined) return { ok: true, value: only };
  return { ok: true, value: { kind: joined === 'or' ? 'or' : 'and', of } };
}

function parseCondition(items: readonly unknown[], path: string, reading: Reading): Parsed<Condition> {
  const [name, written, value] = items;
  if (items.length !== 3) {
    return invalid(path, `has ${items.length} parts`, 'write a condition as [field, operator, value]');
  }
  if (++reading.conditions > MAX_CONDITIONS) return tooMany();
  const field = FIELDS.find((known) => known === name);
  if (field === undefined) {
    return invalid(`${path}[0]`, 'names no field that can be filtered by', `use one of ${FIELDS.join(', ')}`);
  }
  const operators = OPERATORS[kindOf(field)];
  const op = operators.find((known) => known === written);
  if (op === undefined) {
    return invalid(`${path}[1]`, `is no operator of ${field}`, `use one of ${operators.join(', ')}`);
  }
  return conditionOf(field, op, value, `${path}[2]`);
}

function conditionOf(field: FilterField, op: Operator, given: unknown, path: string): Parsed<Condition> {
  if (op === 'in' || op === 'not_in') {
    const values = parseValues(field, given, path);
    if (!values.ok) return values;
    return { ok: true, value: { kind: 'any_of', field, values: values.value, negated: op === 'not_in' } };
  }
  const parsed = parseValue(field, given, path);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (op === '=' || op === '<>') {
    return { ok: true, value: { kind: 'any_of', field, values: [value], negated: op === '<>' } };
  }
  if (op === 'like' || op === 'not_like') {
    const pattern = foldCase(String(value));
    return {
      ok: true,
      value: { kind: 'like', field: textField(field), pattern, negated: op === 'not_like' },
    };
  }
  return { ok: true, value: { kind: 'range', field: orderField(field), op, value } };
}

function parseValues(field: FilterField, given: unknown, path: string): Parsed<readonly (string | number)[]> {
  if (!Array.isArray(given)) return invalid(path, 'is no list', 'give a list of values');
  const items: readonly unknown[] = given;
  if (items.length === 0) return invalid(path, 'is empty', 'give at least one value');
  if (items.length > MAX_VALUES)
    return invalid(path, `has ${items.length} values`, `give at most ${MAX_VALUES}`);
  const values = new Set<string | number>();
  for (const [index, item] of items.entries()) {
    const value = parseValue(field, item, `${path}[${index}]`);
    if (!value.ok) return value;
    values.add(value.value);
  }
  const sorted = [...values].sort((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : compareCodePoints(String(a), String(b)),
  );
  return { ok: true, value: sorted };
}

function parseValue(field: FilterField, given: unknown, path: string): Parsed<string | number> {
  const kind = kindOf(field);
  if (kind === 'number') {
    if (typeof given === 'number' && Number.isSafeInteger(given)) return { ok: true, value: given + 0 };
    return invalid(path, `is no integer, which ${field} is`, 'give one from 0 to 1000');
  }
  if (typeof given !== 'string') {
    const remedy =
      given === null
        ? 'give a text; unknown values fulfil <>, not_in and not_like'
        : kind === 'time'
          ? 'give a time as 2026-01-31 00:00:00 +00:00'
          : 'give a text';
    return invalid(path, `is no text, which ${field} is`, remedy);
  }
  if (kind === 'time') {
    const seconds = secondsOf(given);
    if (seconds !== null) return { ok: true, value: seconds };
    return invalid(path, 'is no time', 'write it as 2026-01-31 00:00:00 +00:00');
  }
  const length = codePointCount(given);
  if (length > MAX_LENGTH) return invalid(path, `has ${length} characters`, `give at most ${MAX_LENGTH}`);
  if (given.isWellFormed()) return { ok: true, value: given };
  return invalid(path, 'has half of a surrogate pair', 'write characters beyond U+FFFF as whole pairs');
}

function kindOf(field: FilterField): keyof typeof OPERATORS {
  if (field === 'domain_rank') return 'number';
  if (field === 'last_visited') return 'time';
  return field === 'technologies' ? 'set' : 'text';
}

/** Only fields of these kinds have the operators that lead here. */
function textField(field: FilterField): TextField {
  if (field === 'domain_rank' || field === 'last_visited' || field === 'technologies') {
    throw new TypeError(`${field} is no text`);
  }
  return field;
}

function orderField(field: FilterField): Exclude<FilterField, 'technologies'> {
  if (field === 'technologies') throw new TypeError(`${field} has no order`);
  return field;
}

/** Null if it is no time that there is. */
function secondsOf(text: string): number | null {
  const [, day, time] = TIME.exec(text) ?? [];
  const at = new Date(`${day}T${time}Z`);
  // A day that a month doesn't have becomes one of the next.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(`${day}T${time}`)) return null;
  return at.getTime() / 1_000;
}

function tooMany(): ReturnType<typeof invalid> {
  return invalid(
    'filters',
    `has more than ${MAX_CONDITIONS} conditions`,
    'give fewer; in takes a list of values',
  );
}
