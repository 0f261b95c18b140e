import {
  compareCodePoints,
  isOrderField,
  isTextField,
  versionLabel,
  type OrderField,
  type SortValue,
  type TextField,
} from '@sitegrep/site';
import { compilePattern, type Matcher, parsePattern } from '@sitegrep/patterns';
import { SEARCH_BOUNDS } from './bounds.ts';
import { foldCase } from '@sitegrep/fold';
import {
  isListField,
  isVersionedField,
  VERSION_LABELS,
  type FilterField,
  type LabelField,
  type ListField,
  type ValuedField,
  type VersionedField,
} from './label-fields.ts';
import { isMatchField, matchChoice, type MatchField } from './label-match.ts';
import type { LabelChoice } from './match-rule.ts';
import { versionsIn } from './version-range.ts';

/** An unknown value (null) fulfils a condition that is negated, and no other. */
export type Condition = ValueCondition | LabelCondition | InList;
/** A condition on a field that results can be ordered by. */
export type ValueCondition = AnyOf<OrderField> | Range | Like | Regex;
/** A condition on the labels of a domain. */
export type LabelCondition = AnyOf<LabelField> | InVersions | Matching;

export function isValueCondition(condition: Condition): condition is ValueCondition {
  return isOrderField(condition.field);
}

/** The domain is in one of these lists, or fulfils one of these saved searches, which users keep in the index. */
export interface InList {
  readonly kind: 'in_list';
  readonly field: ListField;
  /** Names of lists or of saved searches, each once, at least one. */
  readonly values: readonly string[];
  readonly negated: boolean;
}

/** Value in a condition; of a time in seconds since the epoch. */
export type ConditionValue = string | number;

/** The value, or one of the labels that the field looks at, is one of these. */
interface AnyOf<Field extends ValuedField> {
  readonly kind: 'any_of';
  readonly field: Field;
  /** Each once, at least one. */
  readonly values: readonly ConditionValue[];
  readonly negated: boolean;
}

/** A version of a technology, a plugin or a theme is in the range. */
interface InVersions {
  readonly kind: 'versions';
  readonly field: VersionedField;
  /** The technology, or the slug of the plugin or theme. */
  readonly of: string;
  /** Range in the form of `readRange`. */
  readonly range: string;
}

/** One of the labels that the field chooses for the value. */
export interface Matching {
  readonly kind: 'matching';
  readonly field: MatchField;
  /** The value in the canonical form that `readMatch` gives it. */
  readonly value: string;
  readonly negated: boolean;
}

/** A condition that chooses among labels. */
export type ChoosingCondition = InVersions | Matching;

/** The labels among which a condition chooses. */
export function labelChoice(condition: ChoosingCondition): LabelChoice {
  if (condition.kind === 'matching') return matchChoice(condition.field, condition.value);
  const { field, of, range } = condition;
  const prefix = versionLabel(of, '');
  return {
    kind: VERSION_LABELS[field],
    prefix,
    among: (labels) =>
      versionsIn(
        range,
        Array.from(labels, (label) => label.slice(prefix.length)),
      ).map((version) => versionLabel(of, version)),
  };
}

/** Numbers compare as numbers, texts by code point. */
interface Range {
  readonly kind: 'range';
  readonly field: OrderField;
  readonly op: '<' | '<=' | '>' | '>=';
  readonly value: ConditionValue;
}

/** The complete folded value fits the pattern, in which `%` stands for any text, also an empty one. */
interface Like {
  readonly kind: 'like';
  readonly field: TextField;
  /** Folded. */
  readonly pattern: string;
  readonly negated: boolean;
}

/** The value contains a match of the pattern. */
export interface Regex {
  readonly kind: 'regex';
  readonly field: TextField;
  /** A regular expression in RE2 syntax, as `parsePattern` of package patterns accepts it. Case counts unless it has a flag. */
  readonly pattern: string;
  readonly negated: boolean;
}

/** An operator, by the fields that have it. */
export type Operator = { readonly note: string | null } & (
  | {
      readonly fields: 'all';
      /** Operand after the operator in a condition. */
      readonly takes: 'value' | 'values';
      readonly condition: (field: ValuedField | ListField, values: readonly ConditionValue[]) => Condition;
    }
  | {
      readonly fields: 'ordered';
      readonly takes: 'value';
      readonly condition: (field: OrderField, value: ConditionValue) => Condition;
    }
  | {
      readonly fields: 'text';
      readonly takes: 'value';
      readonly condition: (field: TextField, value: string) => Condition;
    }
  | {
      readonly fields: 'matched';
      readonly takes: 'value';
      readonly condition: (field: MatchField, value: string) => Condition;
    }
  | {
      readonly fields: 'versioned';
      readonly takes: 'value';
      readonly condition: (field: VersionedField, of: string, range: string) => Condition;
    }
);

/** All operators of conditions, by their names in requests. `note` is for the API reference. */
export const OPERATORS = {
  '=': anyOf('value', false),
  '<>': anyOf('value', true),
  '<': range('<'),
  '<=': range('<='),
  '>': range('>'),
  '>=': range('>='),
  in: anyOf('values', false),
  not_in: anyOf('values', true),
  like: like(false),
  not_like: like(true),
  regex: regex(false),
  not_regex: regex(true),
  matches: matching(false),
  not_matches: matching(true),
  version: {
    fields: 'versioned',
    takes: 'value',
    note: 'a technology, plugin or theme, @ and a range of versions: WooCommerce@<8.9',
    condition: (field, of, range) => ({ kind: 'versions', field, of, range }),
  },
} as const satisfies Readonly<Record<string, Operator>>;
export type OperatorName = keyof typeof OPERATORS;

function anyOf(takes: 'value' | 'values', negated: boolean): Operator {
  return {
    fields: 'all',
    takes,
    note: takes === 'values' ? `a list of 1 to ${SEARCH_BOUNDS.maxListed} values` : null,
    condition: (field, values) =>
      isListField(field)
        ? { kind: 'in_list', field, values: values.map(String), negated }
        : { kind: 'any_of', field, values, negated },
  };
}

function matching(negated: boolean): Operator {
  return {
    fields: 'matched',
    takes: 'value',
    note: 'a value in the form that the field takes: *.example.com',
    condition: (field, value) => ({ kind: 'matching', field, value, negated }),
  };
}

function range(op: Range['op']): Operator {
  return {
    fields: 'ordered',
    takes: 'value',
    note: null,
    condition: (field, value) => ({ kind: 'range', field, op, value }),
  };
}

function like(negated: boolean): Operator {
  return {
    fields: 'text',
    takes: 'value',
    note: '% is any text, case is ignored',
    condition: (field, value) => ({ kind: 'like', field, pattern: foldCase(value), negated }),
  };
}

function regex(negated: boolean): Operator {
  return {
    fields: 'text',
    takes: 'value',
    note: 'a regular expression in the syntax of RE2, which part of the value matches; case counts unless it begins with (?i)',
    condition: (field, pattern) => ({ kind: 'regex', field, pattern, negated }),
  };
}

/** Names of all operators. A literal has no keys besides those of its type. */
export const OPERATOR_NAMES = Object.keys(OPERATORS) as readonly OperatorName[];

/** Operators that a field has. */
export function operatorsOf(field: FilterField): readonly OperatorName[] {
  return OPERATOR_NAMES.filter((name) => {
    const { fields } = OPERATORS[name];
    switch (fields) {
      case 'all':
        return !isMatchField(field);
      case 'matched':
        return isMatchField(field);
      case 'ordered':
        return isOrderField(field);
      case 'text':
        return isTextField(field);
      case 'versioned':
        return isVersionedField(field);
    }
  });
}

export function isNegated(condition: Condition): boolean {
  return 'negated' in condition && condition.negated;
}

/** Test of whether a value fulfils a condition, apart from whether that is negated. */
export function testOfValue(condition: ValueCondition): (value: SortValue) => boolean {
  switch (condition.kind) {
    case 'any_of': {
      const values = new Set<SortValue>(condition.values);
      return (value) => values.has(value);
    }
    case 'like':
      return (value) => value !== null && isLike(foldCase(String(value)), condition.pattern);
    case 'regex': {
      const matcher = matcherOf(condition.pattern);
      return (value) => value !== null && matcher.test(String(value));
    }
    case 'range': {
      const { op } = condition;
      return (value) => {
        if (value === null) return false;
        const sign = compared(value, condition.value);
        if (sign === 0) return op === '<=' || op === '>=';
        return sign < 0 === op.startsWith('<');
      };
    }
  }
}

function matcherOf(pattern: string): Matcher {
  const read = parsePattern(pattern);
  if (!read.ok) throw new TypeError(`a condition has a pattern that can not be read: ${pattern}`);
  return compilePattern(read.value, { caseSensitive: true });
}

function compared(a: ConditionValue, b: ConditionValue): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareCodePoints(String(a), String(b));
}

/** Whether a folded text fits a pattern of `Like`. Takes at most the product of their lengths. */
export function isLike(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('%');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
