// Lists that the suites of queries draw conditions on.
import type { DomainIndex } from '../../src/domains.ts';

/** Names of each list, of which some are stored now and then, and some never are. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  odd: [
    'd1.test',
    'd3.test',
    'd5.test',
    'd7.test',
    'd03.test',
    'd17.test',
    'shop1.test',
    ...Array.from({ length: 70 }, (_, number) => 2 * number + 1).map((odd) => `s${odd % 7}-${odd}.test`),
  ],
  'low-d': ['d0.test', 'd1.test', 'd2.test', 'never.test'],
  shops: Array.from({ length: 12 }, (_, number) => `shop${8 * number}.test`),
  none: ['never.test', 'd1.test.example'],
};

export const LIST_NAMES: readonly string[] = Object.keys(LISTED);

/** Tells whether a domain is in one of some lists. */
export function isListed(domain: string, lists: readonly unknown[]): boolean {
  return lists.some((list) => LISTED[String(list)]?.includes(domain) === true);
}

/** The lists that a domain is in. */
export function listsWith(domain: string): ReadonlySet<string> {
  return new Set(LIST_NAMES.filter((list) => isListed(domain, [list])));
}

/** Puts some of the lists, or all. */
export async function putLists(
  index: Pick<DomainIndex, 'lists'>,
  some: readonly string[] = LIST_NAMES,
): Promise<void> {
  for (const id of some) await index.lists.put({ id, at: 0 }, [LISTED[id] ?? []]);
}
