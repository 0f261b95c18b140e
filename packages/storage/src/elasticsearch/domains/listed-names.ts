// Conditions on lists as a cluster evaluates them: queries look the names up in the documents that have them.
import type { estypes } from '@elastic/elasticsearch';
import type { Expression, InList, ListField } from '@sitegrep/search';
import { StorageBusy } from '../../errors.ts';
import { listsIn, UnknownList } from '../../lists/domain-lists.ts';
import type { ListDocument } from '../records/mappings.ts';
import { type ClusterLists, namesId } from './lists.ts';

/** How often in succession lists may change while a search looks names up. */
const ATTEMPTS = 20;

/**
 * Runs a search with the names of its lists as they are at one time: it runs again if one of them was changed meanwhile, because
 * the documents of the earlier names may have been gone before it looked them up.
 *
 * @param run gets the expression with `placedLists`
 * @throws UnknownList
 */
export async function withLists<Answer>(
  lists: ClusterLists,
  where: Expression,
  run: (where: Expression) => Promise<Answer>,
): Promise<Answer> {
  const ids = listsIn(where);
  if (ids.length === 0) return await run(where);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const read = await lists.read(ids);
    const missing = ids.find((id) => !read.has(id));
    if (missing !== undefined) throw new UnknownList(missing, await lists.known());
    const answer = await run(placedLists(where, lists.index, read));
    const after = await lists.read(ids);
    if (ids.every((id) => after.get(id)?.generation === read.get(id)?.generation)) return answer;
  }
  throw new StorageBusy(`the lists ${ids.join(', ')} are changed again and again`);
}

/** Separates the alias of the index of names from the id of a document in it. */
const BEHIND_ALIAS = ' ';

/** An expression whose conditions on lists name the documents that have the names, in place of the lists. */
export function placedLists(
  where: Expression,
  index: string,
  lists: ReadonlyMap<string, ListDocument>,
): Expression {
  return withListValues(where, 'list', (id) => {
    const { generation = '', firsts = [] } = lists.get(id) ?? {};
    return Array.from(firsts.keys(), (number) => `${index}${BEHIND_ALIAS}${namesId(generation, number)}`);
  });
}

/** An expression whose conditions of a field name others. @param valuesOf gives them for each name */
export function withListValues(
  where: Expression,
  field: ListField,
  valuesOf: (id: string) => readonly string[],
): Expression {
  const placed = (part: Expression): Expression => withListValues(part, field, valuesOf);
  switch (where.kind) {
    case 'condition': {
      const { condition } = where;
      if (condition.kind !== 'in_list' || condition.field !== field) return where;
      return { kind: 'condition', condition: { ...condition, values: condition.values.flatMap(valuesOf) } };
    }
    case 'and':
    case 'or':
      return { kind: where.kind, of: where.of.map(placed) };
    case 'not':
    case 'same_page':
    case 'same_change':
    case 'same_version':
      return { kind: where.kind, of: placed(where.of) };
    case 'constant':
    case 'near':
    case 'text':
    case 'pattern':
    case 'keyword':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
      return where;
  }
}

/** Query for the domains in lists, apart from whether that is negated. @param condition with `placedLists` */
export function listedDomains({ values }: Pick<InList, 'values'>): estypes.QueryDslQueryContainer {
  if (values.length === 0) return { match_none: {} };
  const should = values.map((value) => {
    const [index = '', id = ''] = value.split(BEHIND_ALIAS);
    return { terms: { domain: { index, id, path: 'names' } } };
  });
  return { bool: { should, minimum_should_match: 1 } };
}
