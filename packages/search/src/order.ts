import { type FieldNaming, ownName } from '@sitegrep/site';
import { SEARCH_BOUNDS } from './bounds.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { type Level, LEVELS, type OrderRule, type SortField } from './levels.ts';
import { didYouMeanField, shown } from './nearest.ts';

/**
 * Reads rules `field,asc` or `field,desc`, the most important one first; none: the usual order of the level.
 *
 * @param nameOf names that fields have in rules
 * @returns a total order: rules that break ties come last. Rules after all of these can decide nothing and are dropped.
 */
export function parseOrder<L extends Level>(
  level: L,
  rules: readonly string[],
  nameOf: FieldNaming = ownName,
): Parsed<readonly OrderRule<SortField<L>>[]> {
  const { sortFields, usualOrder, tieBreak } = LEVELS[level];
  const read = parseRules(rules, sortFields, nameOf);
  if (!read.ok) return read;
  const chosen: readonly OrderRule<SortField<L>>[] = read.value.length === 0 ? [usualOrder] : read.value;
  const last = tieBreak.map((field): OrderRule<SortField<L>> => ({ field, direction: 'asc' }));
  const named = new Set<SortField<L>>();
  const order: OrderRule<SortField<L>>[] = [];
  for (const rule of [...chosen, ...last]) {
    if (tieBreak.every((field) => named.has(field))) break;
    if (!named.has(rule.field)) order.push(rule);
    named.add(rule.field);
  }
  return { ok: true, value: order };
}

function parseRules<Field extends SortField>(
  rules: readonly string[],
  fields: readonly Field[],
  nameOf: FieldNaming,
): Parsed<readonly { readonly field: Field; readonly direction: 'asc' | 'desc' }[]> {
  const { maxOrderRules } = SEARCH_BOUNDS;
  if (rules.length > maxOrderRules)
    return invalid('order_by', `has ${rules.length} rules`, `give at most ${maxOrderRules}`);
  const order: { readonly field: Field; readonly direction: 'asc' | 'desc' }[] = [];
  for (const [index, text] of rules.entries()) {
    const rule = parseRule(`order_by[${index}]`, text, fields, nameOf);
    if (!rule.ok) return rule;
    if (order.some(({ field }) => field === rule.value.field)) {
      return invalid(
        `order_by[${index}]`,
        `orders by ${nameOf(rule.value.field)} a second time`,
        'name each field once',
      );
    }
    order.push(rule.value);
  }
  return { ok: true, value: order };
}

function parseRule<Field extends SortField>(
  path: string,
  text: string,
  fields: readonly Field[],
  nameOf: FieldNaming,
): Parsed<{ readonly field: Field; readonly direction: 'asc' | 'desc' }> {
  const comma = text.indexOf(',');
  const name = comma === -1 ? text : text.slice(0, comma);
  const direction = comma === -1 ? '' : text.slice(comma + 1);
  const field = fields.find((known) => nameOf(known) === name);
  if (field === undefined) {
    const names = fields.map(nameOf);
    return invalid(
      path,
      `is ${shown(text)}, which begins with no field that can be ordered by`,
      `${didYouMeanField(name, names)}use one of ${names.join(', ')}`,
    );
  }
  if (direction !== 'asc' && direction !== 'desc') {
    return invalid(
      path,
      `is ${shown(text)}, which ends with no direction`,
      `write "${name},asc" or "${name},desc" without spaces, in lower case`,
    );
  }
  return { ok: true, value: { field, direction } };
}
