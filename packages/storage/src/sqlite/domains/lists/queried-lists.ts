import type { Expression } from '@sitegrep/search';
import { listsIn, MAX_LISTS, UnknownList } from '../../../lists/domain-lists.ts';
import type { ListReader } from './list-rows.ts';

/** @throws UnknownList if an expression names a list that does not exist */
export function requireLists(reader: ListReader, where: Expression): void {
  for (const id of listsIn(where)) {
    if (reader.get(id) !== null) continue;
    throw new UnknownList(
      id,
      reader.following('', MAX_LISTS).map((row) => row.id),
    );
  }
}

/** The names of a list after one, in order; null: there is no such list. */
export function namesAfter(
  reader: ListReader,
  id: string,
  after: string,
  limit: number,
): readonly string[] | null {
  const row = reader.get(id);
  if (row === null) return null;
  const firsts = reader.firsts(row);
  const names: string[] = [];
  // The chunk before the first one that begins behind it may have names behind it, too.
  const start = Math.max(
    0,
    firsts.findLastIndex((first) => first <= after),
  );
  for (let index = start; index < firsts.length && names.length < limit; index++) {
    const some = reader.chunk(row, index);
    names.push(...some.filter((name) => name > after).slice(0, limit - names.length));
  }
  return names;
}
