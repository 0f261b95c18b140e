import { ORDER_FIELDS, type OrderField } from '@sitegrep/site';
import { SEARCH_BOUNDS } from './bounds.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { didYouMean, shown } from './nearest.ts';

/** Unknown values (null) come last in either direction. Texts compare by code point, times by whole second. */
export interface OrderRule {
  readonly field: OrderField;
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
  const { maxOrderRules } = SEARCH_BOUNDS;
  if (rules.length > maxOrderRules)
    return invalid('order_by', `has ${rules.length} rules`, `give at most ${maxOrderRules}`);
  const order: OrderRule[] = [];
  for (const [index, text] of rules.entries()) {
    const rule = parseRule(`order_by[${index}]`, text);
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
  const chosen = order.length === 0 ? [DEFAULT_RULE] : order;
  const domainAt = chosen.findIndex(({ field }) => field === 'domain');
  return { ok: true, value: domainAt === -1 ? [...chosen, TIE_BREAK] : chosen.slice(0, domainAt + 1) };
}

function parseRule(path: string, text: string): Parsed<OrderRule> {
  const comma = text.indexOf(',');
  const name = comma === -1 ? text : text.slice(0, comma);
  const direction = comma === -1 ? '' : text.slice(comma + 1);
  const field = ORDER_FIELDS.find((known) => known === name);
  if (field === undefined) {
    return invalid(
      path,
      `is ${shown(text)}, which begins with no field that can be ordered by`,
      `${didYouMean(name, ORDER_FIELDS)}use one of ${ORDER_FIELDS.join(', ')}`,
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
