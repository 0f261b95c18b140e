// Items of an aggregation: a technology in a category in a group, with the number of domains of each of the three.
import { AGGREGATION_COUNTS, type AggregationItem, type AggregationTask } from '@sitegrep/contract';
import { badRequest } from '../failure.ts';
import { technologyGroups } from '../technology-catalogue.ts';

/** Numbers of domains by group, by path of a category, and by name of a technology. */
export interface TechnologyCounts {
  readonly groups: ReadonlyMap<string, number>;
  readonly categories: ReadonlyMap<string, number>;
  readonly technologies: ReadonlyMap<string, number>;
}

type Limits = Pick<
  AggregationTask,
  | 'internal_groups_list_limit'
  | 'internal_categories_list_limit'
  | 'internal_technologies_list_limit'
  | 'internal_list_limit'
>;

/** Items of the most frequent groups, of their most frequent categories, and of the most frequent technologies of these. */
export function aggregationItems(
  { groups, categories, technologies }: TechnologyCounts,
  {
    internal_list_limit: each,
    internal_groups_list_limit: maxGroups = 5,
    internal_categories_list_limit: maxCategories = 5,
    internal_technologies_list_limit: maxTechnologies = 10,
  }: Limits,
): AggregationItem[] {
  const chosen = mostFrequent(technologyGroups(), ({ id }) => groups.get(id), each ?? maxGroups);
  return chosen.flatMap(({ one: group, domains: inGroup }) => {
    const some = mostFrequent(group.categories, ({ path }) => categories.get(path), each ?? maxCategories);
    return some.flatMap(({ one: category, domains: inCategory }) => {
      const names = mostFrequent(
        category.technologies,
        (name) => technologies.get(name),
        each ?? maxTechnologies,
      );
      return names.map(({ one: technology, domains }) => ({
        type: 'aggregation_technologies_item' as const,
        group: group.id,
        category: category.id,
        technology,
        groups_count: inGroup,
        categories_count: inCategory,
        technologies_count: domains,
      }));
    });
  });
}

/** Those that any domain has, the most frequent first. @param all in the order of those that are equally frequent */
function mostFrequent<One>(
  all: readonly One[],
  domainsOf: (one: One) => number | undefined,
  limit: number,
): readonly { readonly one: One; readonly domains: number }[] {
  return all
    .map((one) => ({ one, domains: domainsOf(one) ?? 0 }))
    .filter(({ domains }) => domains > 0)
    .sort((a, b) => b.domains - a.domains)
    .slice(0, limit);
}

type Comparison = (a: AggregationItem, b: AggregationItem) => number;

/** Reads rules `field,asc` or `field,desc`; none: all counts, highest first. @throws Failure bad_request */
export function aggregationOrder(rules: readonly string[]): Comparison {
  const usual = AGGREGATION_COUNTS.map((count) => `${count},desc`);
  const compared = (rules.length === 0 ? usual : rules).map((rule, index): Comparison => {
    const [name, direction, ...rest] = rule.split(',');
    const count = AGGREGATION_COUNTS.find((one) => one === name);
    if (count === undefined || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) {
      throw badRequest({
        field: `order_by[${index}]`,
        problem: `is ${JSON.stringify(rule.slice(0, 60))}, which is not a rule`,
        remedy: `write one of ${AGGREGATION_COUNTS.join(', ')}, and after a comma asc or desc`,
      });
    }
    const sign = direction === 'asc' ? 1 : -1;
    return (a, b) => sign * (a[count] - b[count]);
  });
  // The sort is stable: equal items stay by group, category and technology.
  return (a, b) => compared.map((compare) => compare(a, b)).find((sign) => sign !== 0) ?? 0;
}
