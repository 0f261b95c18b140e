// Reads conditions on the labels that a change added or removed.
import { readDomain } from '@sitegrep/site';
import { SEARCH_BOUNDS } from './bounds.ts';
import {
  CHANGE_FIELDS,
  type ChangeCondition,
  type ChangeField,
  type ChangeMatchField,
  isChangeField,
  isChangeMatchField,
} from './change-fields.ts';
import { type Condition, type ConditionValue, isNegated, isValueCondition } from './filter.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { knownValues, type KnownValues } from './known-values.ts';
import { MATCH_FIELD_NAMES } from './label-match.ts';
import { didYouMeanField, shown } from './nearest.ts';
import { parseFilter } from './parse-filter.ts';

/** All fields whose changes are recorded. A literal has no keys besides those of its type. */
const CHANGE_FIELD_NAMES: readonly (ChangeField | ChangeMatchField)[] = [
  ...(Object.keys(CHANGE_FIELDS) as readonly ChangeField[]),
  ...MATCH_FIELD_NAMES.filter(isChangeMatchField),
];

/** Fields that only changes have, each with the value as it is stored; null: no value of the field. */
const OWN_FIELDS = {
  category: (value) => value,
  generator: (value) => value,
  charset: (value) => value.toLowerCase(),
  header: (value) => value.toLowerCase(),
  header_value: (value) => /^([^=]+)=(.+)$/s.exec(value)?.slice(1).join('\0') ?? null,
  cookie: (value) => value,
  title: (value) => value,
  description: (value) => value,
  outcome: (value) => (value === 'gone' || value === 'moved' ? value : null),
  moved_to: (value) => {
    const read = readDomain(value);
    return read.kind === 'domain' ? read.domain : null;
  },
} as const satisfies { readonly [Field in ChangeField]?: (value: string) => string | null };
type OwnField = keyof typeof OWN_FIELDS;

/** How values of fields are written that not every text is one of. */
const TAKES: { readonly [Field in OwnField]?: string } = {
  header_value: 'a header field, = and its value: server=nginx',
  outcome: 'gone or moved',
  moved_to: 'a domain: example.com',
};

/**
 * Reads a condition on changed labels: the name of a field, for any of its labels, or a condition `[field, operator, value]` as in
 * `filters`, whose operator is `=`, `in`, `matches` or `version`.
 */
export function parseChange(given: unknown, path: string, known: KnownValues): Parsed<ChangeCondition> {
  const items: readonly unknown[] = Array.isArray(given) ? given : [given];
  const [name, operator, value] = items;
  const field = CHANGE_FIELD_NAMES.find((one) => one === name);
  if (field === undefined) {
    const problem = `is ${shown(name)}, which is not a field whose changes are recorded`;
    const remedy = `${didYouMeanField(name, CHANGE_FIELD_NAMES)}use one of ${CHANGE_FIELD_NAMES.join(', ')}`;
    return invalid(Array.isArray(given) ? `${path}[0]` : path, problem, remedy);
  }
  if (items.length === 1) return { ok: true, value: { kind: 'any', field } };
  if (isOwnField(field)) return ownCondition(field, operator, value, path, known);
  const read = parseFilter([field, ...items.slice(1)], known);
  if (!read.ok)
    return invalid(read.error.field.replace(/^filters/, path), read.error.problem, read.error.remedy);
  const condition = read.value?.kind === 'condition' ? changeOf(read.value.condition) : null;
  if (condition !== null) return { ok: true, value: condition };
  const remedy = isChangeMatchField(field) ? 'write matches' : 'write =, in or version';
  return invalid(`${path}[1]`, `is ${shown(operator)}, which changes do not take`, remedy);
}

/** A condition on what changed out of one on domains; null: it is none. */
export function changeOf(condition: Condition): ChangeCondition | null {
  if (isNegated(condition)) return null;
  // Of conditions on values, labels fulfil those alone that name values.
  if (isValueCondition(condition) && condition.kind !== 'any_of') return null;
  switch (condition.kind) {
    case 'any_of': {
      const { field, values } = condition;
      if (!isChangeField(field)) return null;
      const labels = field === 'rank' ? [...new Set(values.map(rankLabel))] : values.map(String);
      return { kind: 'any_of', field, values: labels };
    }
    case 'in_list':
      return null;
    case 'versions':
      return { kind: 'versions', field: condition.field, of: condition.of, range: condition.range };
    case 'matching':
      return isChangeMatchField(condition.field)
        ? { kind: 'matching', field: condition.field, value: condition.value }
        : null;
  }
}

/** The label of a rank: it counts in whole hundreds. */
function rankLabel(rank: ConditionValue): string {
  return String(100 * Math.floor(Number(rank) / 100));
}

function isOwnField(field: string): field is OwnField {
  return Object.hasOwn(OWN_FIELDS, field);
}

function ownCondition(
  field: OwnField,
  operator: unknown,
  value: unknown,
  path: string,
  known: KnownValues,
): Parsed<ChangeCondition> {
  if (operator !== '=' && operator !== 'in')
    return invalid(
      `${path}[1]`,
      `is ${shown(operator)}, which is not an operator of ${field}`,
      'write = or in',
    );
  const given: readonly unknown[] = operator === 'in' && Array.isArray(value) ? value : [value];
  const { maxListed, maxValueLength } = SEARCH_BOUNDS;
  if (given.length === 0 || given.length > maxListed)
    return invalid(`${path}[2]`, `has ${given.length} values`, `give 1 to ${maxListed}`);
  const values = new Set<string>();
  for (const one of given) {
    const label =
      typeof one === 'string' && one !== '' && one.length <= maxValueLength ? OWN_FIELDS[field](one) : null;
    if (label === null)
      return invalid(
        `${path}[2]`,
        `is ${shown(one)}, which ${field} does not take`,
        `write ${TAKES[field] ?? `a text of at most ${maxValueLength} characters`}`,
      );
    const named = field === 'category' ? knownValues(field, label, `${path}[2]`, known) : null;
    if (named !== null && !named.ok) return named;
    for (const stored of named?.value ?? [label]) values.add(stored);
  }
  return { ok: true, value: { kind: 'any_of', field, values: [...values].sort() } };
}
