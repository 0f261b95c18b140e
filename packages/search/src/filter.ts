import type { OrderField } from './order.ts';

/** What else must be true of a domain, besides what its sources hold. */
export type Filter = All | Any | Condition;

/** Of two operands or more. */
interface All {
  readonly kind: 'and';
  readonly of: readonly Filter[];
}

/** Of two operands or more. */
interface Any {
  readonly kind: 'or';
  readonly of: readonly Filter[];
}

/** An unknown value (null) fulfils a condition that is negated, and no other. */
export type Condition = AnyOf | Range | Like;

export type FilterField = OrderField | 'technologies';
export type TextField = Exclude<OrderField, 'domain_rank' | 'last_visited'>;

/** The value is one of these; of `technologies`: a name or a `group.category` of the domain is. `last_visited` in seconds. */
export interface AnyOf {
  readonly kind: 'any_of';
  readonly field: FilterField;
  /** Each once, at least one. */
  readonly values: readonly (string | number)[];
  readonly negated: boolean;
}

/** Numbers compare as numbers, texts by code point. */
interface Range {
  readonly kind: 'range';
  readonly field: OrderField;
  readonly op: '<' | '<=' | '>' | '>=';
  readonly value: string | number;
}

/** The whole folded value is the pattern, in which `%` stands for any characters, or none. */
interface Like {
  readonly kind: 'like';
  readonly field: TextField;
  /** Folded. */
  readonly pattern: string;
  readonly negated: boolean;
}

/** Whether a folded text is a pattern of `Like`. */
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
