import type { OrderField, OrderRule } from '@sitegrep/search';

/** A stretch of a query's order: the rows it holds, and the order inside it. Every row of it precedes the next stretch's. */
export interface Stretch {
  /** SQL condition over table `domain`. */
  readonly where: string;
  readonly parameters: readonly (string | number)[];
  /** SQL ordering terms. */
  readonly orderBy: string;
}

/** Column of each field, and whether it can be unknown. */
const COLUMNS: Readonly<Record<OrderField, { readonly name: string; readonly nullable: boolean }>> = {
  domain_rank: { name: 'rank', nullable: false },
  domain: { name: 'domain', nullable: false },
  last_visited: { name: 'visited', nullable: true },
  country_iso_code: { name: 'country', nullable: true },
  language_code: { name: 'language', nullable: true },
  content_language_code: { name: 'content_language', nullable: true },
};

export function columnOf(field: OrderField): string {
  return COLUMNS[field].name;
}

/** The rules that decide: none behind the one for `domain`, which is unique. */
export function decidingRules(order: readonly OrderRule[]): readonly OrderRule[] {
  return order.slice(0, order.findIndex(({ field }) => field === 'domain') + 1);
}

/**
 * Cuts an order, or what of it lies behind a row, into stretches that an index can be walked along: in each, some leading
 * fields are fixed, the next one is bounded or unknown, and the rest is free. A single comparison of whole rows would say
 * the same, but no index serves one with unknown values and mixed directions.
 *
 * @param rules as `decidingRules` gives them
 * @param after the values of that row for each rule, or null for the whole order
 */
export function stretchesOf(
  rules: readonly OrderRule[],
  after: readonly (string | number | null)[] | null,
): readonly Stretch[] {
  if (after === null) return stretchesFrom(rules, [], null);
  // Rows that differ from it in the last rule only come first, those that differ in the first rule last.
  return rules
    .map((_, index) => index)
    .toReversed()
    .flatMap((index) => {
      const value = after[index] ?? null;
      const fixed = after.slice(0, index);
      return value === null ? [] : stretchesFrom(rules, fixed, value);
    });
}

/** The rows whose first fields are `fixed` and whose next field is behind `value` (null: any), unknown ones last. */
function stretchesFrom(
  rules: readonly OrderRule[],
  fixed: readonly (string | number | null)[],
  value: string | number | null,
): readonly Stretch[] {
  const [rule, ...rest] = rules.slice(fixed.length);
  if (rule === undefined) return [];
  const conditions = rules
    .slice(0, fixed.length)
    .map(({ field }, index) => `${columnOf(field)} ${(fixed[index] ?? null) === null ? 'IS NULL' : '= ?'}`);
  const parameters = fixed.filter((known) => known !== null);
  const { name, nullable } = COLUMNS[rule.field];
  const tail = rest.map(orderingTerm);

  const bound = value === null ? [] : [`${name} ${rule.direction === 'asc' ? '>' : '<'} ?`];
  const known = value === null && nullable ? [`${name} IS NOT NULL`] : bound;
  const stretches = [
    {
      where: conjunction([...conditions, ...known]),
      parameters: value === null ? parameters : [...parameters, value],
      orderBy: [`${name} ${rule.direction}`, ...tail].join(', '),
    },
  ];
  if (nullable) {
    stretches.push({
      where: conjunction([...conditions, `${name} IS NULL`]),
      parameters,
      orderBy: tail.join(', '),
    });
  }
  return stretches;
}

function orderingTerm({ field, direction }: OrderRule): string {
  const { name, nullable } = COLUMNS[field];
  return `${name} ${direction}${nullable ? ' NULLS LAST' : ''}`;
}

function conjunction(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'TRUE' : conditions.join(' AND ');
}
