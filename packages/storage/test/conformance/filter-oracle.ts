import {
  FILTER_FIELDS,
  LABEL_FIELD_NAMES,
  MATCH_FIELD_NAMES,
  OPERATOR_NAMES,
  type OperatorName,
  type SearchInput,
} from '@sitegrep/search';
import { DOMAIN_FIELDS, ORDER_FIELDS, specifiedName } from '@sitegrep/site';
import { byCodePoint } from './documents.ts';
import { LABELLED } from './label-oracle.ts';
import { isListed } from './listed-domains.ts';
import { fulfilsMatch } from './match-oracle.ts';
import { matches, valueOf, type Known } from './oracle.ts';

/**
 * Whether the documents of `documentOf`, each page of which has jQuery 3.7.1 and the plugin form 5.3.1, fulfil ranges of
 * versions.
 */
export const VERSION_RANGES = {
  tech: {
    'jQuery@3.x': true,
    'jQuery@>=3.7 <4': true,
    'jQuery@<3': false,
    'jQuery@3.6 || 2': false,
    'Node.js@*': false,
  },
  plugin: { 'form@<5.3.2': true, 'Form@5': true, 'form@<5.3.1': false, 'jQuery@*': false },
  theme: { 'form@<5.3.2': false },
} as const satisfies Readonly<Record<string, Readonly<Record<string, boolean>>>>;

function isInRange(field: string, given: unknown): boolean {
  const byField: Readonly<Record<string, Readonly<Record<string, boolean>>>> = VERSION_RANGES;
  return byField[field]?.[String(given)] ?? false;
}

/** Whether a search finds a domain, by a plain look at all that it asks for, in the words of the asker. */
export function isFound(known: Known, input: SearchInput): boolean {
  const { document } = known;
  const { search_terms = [], exclude_terms = [], keywords = [], filters = [] } = input;
  const runs = (term: string): readonly string[] => term.match(/[\p{Letter}\p{Decimal_Number}]+/gu) ?? [];
  const holds = (term: string): boolean =>
    input.mode === 'entry' ? runs(term).every((run) => matches(document, [run])) : matches(document, [term]);
  const { title, description, metaKeywords } = document.facts;
  const isWord = (keyword: string): boolean =>
    [title ?? '', description ?? '', ...metaKeywords].some((text) =>
      likeness(`\ue000${keyword}\ue000`, '\ue000').test(text),
    );
  return (
    search_terms.every(holds) &&
    !exclude_terms.some(holds) &&
    keywords.every(isWord) &&
    (filters.length === 0 || fulfils(known, filters))
  );
}

/** @param filters a condition, or a list of them */
function fulfils(known: Known, filters: readonly unknown[]): boolean {
  const [first, second, third] = filters;
  if (typeof first === 'string') return isTrue(known, own(first), operatorNamed(second), third);
  const operands = filters.filter((item) => Array.isArray(item));
  const answer = (operand: readonly unknown[]): boolean => fulfils(known, operand);
  return second === 'or' ? operands.some(answer) : operands.every(answer);
}

/** The name that a field has everywhere but in the operation that is asked. */
function own(specified: string): string {
  return FILTER_FIELDS.find((field) => specifiedName(field) === specified) ?? specified;
}

function operatorNamed(name: unknown): OperatorName {
  const operator = OPERATOR_NAMES.find((one) => one === name);
  if (operator === undefined) throw new Error(`no operator ${String(name)}`);
  return operator;
}

/** Fields whose values are compared as they are written. */
const AS_WRITTEN: ReadonlySet<string> = new Set(['tech', 'tech_seen', 'tls']);

function isTrue(known: Known, field: string, op: OperatorName, given: unknown): boolean {
  const sign = (value = given): number => compared(read(known, field), value);
  const fits = (pattern: RegExp): boolean => {
    const value = read(known, field);
    return value !== null && pattern.test(String(value));
  };
  const isOneOf = (): boolean => {
    const values: readonly unknown[] = Array.isArray(given) ? given : [given];
    if (field === 'list') return isListed(known.document.domain, values);
    const label = LABEL_FIELD_NAMES.find((name) => name === field);
    if (label === undefined) return values.some((value) => sign(value) === 0);
    const own = LABELLED[label](known.document);
    if (AS_WRITTEN.has(label)) return values.some((value) => own.includes(String(value)));
    const folded = new Set(own.map((value) => value.toLowerCase()));
    return values.some((value) => folded.has(String(value).toLowerCase()));
  };
  switch (op) {
    case '=':
    case 'in':
      return isOneOf();
    case '<>':
    case 'not_in':
      return !isOneOf();
    case '<':
      return sign() < 0;
    case '<=':
      return sign() <= 0;
    case '>':
      return sign() > 0;
    case '>=':
      return sign() >= 0;
    case 'like':
      return fits(likeness(String(given), '%'));
    case 'regex':
      return fits(new RegExp(String(given), 'u'));
    case 'not_regex':
      return !fits(new RegExp(String(given), 'u'));
    case 'not_like':
      return !fits(likeness(String(given), '%'));
    case 'matches':
    case 'not_matches': {
      const match = MATCH_FIELD_NAMES.find((name) => name === field);
      if (match === undefined) throw new Error(`${field} is compared otherwise`);
      return fulfilsMatch(known.document, match, String(given)) === (op === 'matches');
    }
    case 'version':
      return isInRange(field, given);
  }
}

/** Sign of the difference of two values; NaN if one is unknown. */
function compared(value: string | number | null, given: unknown): number {
  if (value === null) return Number.NaN;
  return typeof value === 'number' && typeof given === 'number'
    ? value - given
    : byCodePoint(String(value), String(given));
}

/** The value of a field; times as they are shown, which compare as texts. */
function read(known: Known, name: string): string | number | null {
  const field = ORDER_FIELDS.find((one) => one === name);
  if (field === undefined) throw new Error(`no field ${name}`);
  const value = valueOf(known, { field, direction: 'asc' });
  if (typeof value !== 'number' || DOMAIN_FIELDS[field].kind !== 'time') return value;
  return `${new Date(1000 * value).toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
}

/** The engine's own notion of equal without regard to case; a joker stands for anything. */
function likeness(pattern: string, joker: string): RegExp {
  const escaped = Array.from(pattern, (char) =>
    char === joker ? '[^]*' : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return new RegExp(`^${escaped.join('')}$`, 'iu');
}
