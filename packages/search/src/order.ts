import { ORDER_FIELDS, type OrderField } from '@sitegrep/site';
import { SEARCH_BOUNDS } from './bounds.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { didYouMean, shown } from './nearest.ts';

/** Unknown values (null) come last in either direction. Texts compare by code point, times by whole second. */
export interface OrderRule {
  readonly field: OrderField;
  readonly direction: 'asc' | 'desc';
}

/** Fields of a page that pages can be ordered by, besides those of their domain. */
export const PAGE_ORDER_FIELDS = ['url', 'fetched_at'] as const;
export type PageOrderField = OrderField | (typeof PAGE_ORDER_FIELDS)[number];

/** A rule for pages. Addresses compare by code point. */
export interface PageOrderRule {
  readonly field: PageOrderField;
  readonly direction: 'asc' | 'desc';
}

const DEFAULT_RULE: OrderRule = { field: 'domain_rank', direction: 'desc' };
const TIE_BREAK: OrderRule = { field: 'domain', direction: 'asc' };

/**
 * Reads rules `field,asc` or `field,desc`, the most important one first; none: by rank, highest first.
 *
 * @returns a total order: a rule for `domain` comes last. Rules after one for `domain` can decide nothing and are dropped.
 */
export function parseOrder(rules: readonly string[]): Parsed<readonly OrderRule[]> {
  const order = parseRules(rules, ORDER_FIELDS);
  if (!order.ok) return order;
  const chosen = order.value.length === 0 ? [DEFAULT_RULE] : order.value;
  return { ok: true, value: endingWith(chosen, [TIE_BREAK]) };
}

/** The same for pages: rules for `domain` and `url` come last, unless one for `url` and one for `domain` stand before. */
export function parsePageOrder(rules: readonly string[]): Parsed<readonly PageOrderRule[]> {
  const order = parseRules<PageOrderField>(rules, [...ORDER_FIELDS, ...PAGE_ORDER_FIELDS]);
  if (!order.ok) return order;
  const chosen = order.value.length === 0 ? [DEFAULT_RULE] : order.value;
  return {
    ok: true,
    value: endingWith<PageOrderRule>(chosen, [TIE_BREAK, { field: 'url', direction: 'asc' }]),
  };
}

/** Rules with further ones behind, without those that can decide nothing because all of the last ones stand before. */
function endingWith<Rule extends PageOrderRule>(
  rules: readonly Rule[],
  last: readonly Rule[],
): readonly Rule[] {
  const named = new Set<string>();
  const order: Rule[] = [];
  for (const rule of [...rules, ...last]) {
    if (last.every(({ field }) => named.has(field))) break;
    if (!named.has(rule.field)) order.push(rule);
    named.add(rule.field);
  }
  return order;
}

function parseRules<Field extends PageOrderField>(
  rules: readonly string[],
  fields: readonly Field[],
): Parsed<readonly { readonly field: Field; readonly direction: 'asc' | 'desc' }[]> {
  const { maxOrderRules } = SEARCH_BOUNDS;
  if (rules.length > maxOrderRules)
    return invalid('order_by', `has ${rules.length} rules`, `give at most ${maxOrderRules}`);
  const order: { readonly field: Field; readonly direction: 'asc' | 'desc' }[] = [];
  for (const [index, text] of rules.entries()) {
    const rule = parseRule(`order_by[${index}]`, text, fields);
    if (!rule.ok) return rule;
    if (order.some(({ field }) => field === rule.value.field)) {
      return invalid(
        `order_by[${index}]`,
        `orders by ${rule.value.field} a second time`,
        'name each field once',
      );
    }
    order.push(rule.value);
  }
  return { ok: true, value: order };
}

function parseRule<Field extends PageOrderField>(
  path: string,
  text: string,
  fields: readonly Field[],
): Parsed<{ readonly field: Field; readonly direction: 'asc' | 'desc' }> {
  const comma = text.indexOf(',');
  const name = comma === -1 ? text : text.slice(0, comma);
  const direction = comma === -1 ? '' : text.slice(comma + 1);
  const field = fields.find((known) => known === name);
  if (field === undefined) {
    return invalid(
      path,
      `is ${shown(text)}, which begins with no field that can be ordered by`,
      `${didYouMean(name, fields)}use one of ${fields.join(', ')}`,
    );
  }
  if (direction !== 'asc' && direction !== 'desc') {
    return invalid(
      path,
      `is ${shown(text)}, which ends with no direction`,
      `write "${field},asc" or "${field},desc" without spaces, in lower case`,
    );
  }
  return { ok: true, value: { field, direction } };
}
