// Pages or versions that match, as the index decides or their sources do; what is shown of them is in the lists of each document.
import { type Expression, onDomains, isDecided, type OrderRule } from '@sitegrep/search';
import { isOrderField, type SortValue } from '@sitegrep/site';
import { readsHits, wishOf } from '@sitegrep/texts';
import type { Hits } from '../../domains.ts';
import { compareValues, domainRulesOf, isAfter, startOf } from '../../result-order.ts';
import { FirstInOrder } from '../../first-in-order.ts';
import { candidatesFor } from './candidates.ts';
import { KnownView, planFor } from './decide.ts';
import {
  type Found,
  type LevelByPage,
  type SortedItem,
  type Task,
  verified,
  withinTime,
} from './found-items.ts';
import { ItemsInOrder, type ItemsOf } from './items-in-order.ts';
import { nestedPaths, UNIT } from './page-mapping.ts';
import { shareOfPages } from './page-shares.ts';
import { queryFor } from './query.ts';
import { resolve } from './resolve.ts';
import { NOTHING_RESOLVED } from './resolved.ts';
import type { Match } from './verifier.ts';

/** Pages that a walk finds in one go. */
const AHEAD = 5_000;

/** The items of a level that is by page, whichever it is. */
interface FoundByPage<L extends LevelByPage> {
  atOnce(): null;
  find(task: Task<L>): Promise<Found<SortedItem<Hits[L]>>>;
  findAhead(task: Task<L>): Promise<Found<SortedItem<Hits[L]>>>;
  valuesOf(item: SortedItem<Hits[L]>): Hits[L]['sortValues'];
  show(task: Task<L>, items: readonly SortedItem<Hits[L]>[]): Promise<readonly Hits[L][]>;
}

/** The items of a level that is by page. */
export function foundByPage<L extends LevelByPage>(itemsOf: ItemsOf<L>): FoundByPage<L> {
  return {
    atOnce: () => null,
    find: (task) => sortedItems(task, itemsOf, task.query.limit),
    findAhead: (task) => sortedItems(task, itemsOf, Math.max(task.query.limit, AHEAD)),
    valuesOf: ({ hit }) => hit.sortValues,
    show: async (task, items) =>
      readsHits(task.query) ? await withSources(task, items) : items.map(({ hit }) => hit),
  };
}

/** Up to `limit` pages from the position of a query on. */
async function sortedItems<L extends LevelByPage>(
  task: Task<L>,
  itemsOf: ItemsOf<L>,
  limit: number,
): Promise<Found<SortedItem<Hits[L]>>> {
  const { where, order } = task.query;
  const byDomain = domainRulesOf(order);
  const ofPages = isDecided(where, UNIT) ? shareOfPages(where) : null;
  if (byDomain !== null && ofPages !== null)
    return await sortedByIndex(task, itemsOf, { byDomain, ofPages, limit });
  const fields = order.map(({ field }) => field).filter((field) => isOrderField(field));
  const { matching, documents } = verified(task, fields);
  const sorted =
    byDomain === null
      ? await allSorted(task, itemsOf, matching, limit)
      : await sortedByDomain(task, itemsOf, { matching, byDomain, limit });
  return { ...partOf(sorted, limit), documents };
}

function partOf<Item>({ total, pages }: SortedItems<Item>, limit: number): Omit<Found<Item>, 'documents'> {
  return { total, items: pages.slice(0, limit), isCut: pages.length > limit };
}

interface SortedItems<Item> {
  /** Number of all that match. */
  readonly total: number;
  /** Those that are sought, in order, and one more if there is one. */
  readonly pages: readonly Item[];
}

/** Documents whose lists of pages are read together. */
const LISTS_AT_A_TIME = 100;

/** Pages of any order: the lists of all documents are read. */
async function allSorted<L extends LevelByPage>(
  task: Task<L>,
  itemsOf: ItemsOf<L>,
  matching: AsyncIterable<Match>,
  limit: number,
): Promise<SortedItems<SortedItem<Hits[L]>>> {
  const { order, from } = task.query;
  const { skip, last } = startOf(from);
  const compare = compareValues(order);
  const first = new FirstInOrder<SortedItem<Hits[L]>>(
    (a, b) => compare(a.hit.sortValues, b.hit.sortValues),
    skip + limit + 1,
  );
  let total = 0;
  let some: Match[] = [];
  const addSome = async (): Promise<void> => {
    for (const pages of await itemsOf(task, some)) {
      total += pages.length;
      for (const page of pages) if (isAfter(order, page.hit.sortValues, last)) first.add(page);
    }
    some = [];
  };
  for await (const match of matching) if (some.push(match) === LISTS_AT_A_TIME) await addSome();
  await addSome();
  return { total, pages: first.sorted().slice(skip) };
}

/** Pages of an order in which those of a domain follow each other: only the lists of documents that are shown are read. */
async function sortedByDomain<L extends LevelByPage>(
  task: Task<L>,
  itemsOf: ItemsOf<L>,
  {
    matching,
    byDomain,
    limit,
  }: {
    readonly matching: AsyncIterable<Match>;
    readonly byDomain: readonly OrderRule[];
    readonly limit: number;
  },
): Promise<SortedItems<SortedItem<Hits[L]>>> {
  const { skip, last } = startOf(task.query.from);
  const lastDomain = last?.slice(0, byDomain.length) ?? null;
  const compareDomains = compareValues(byDomain);
  // The domain of the page that was seen last may have no more of them.
  const first = new FirstInOrder<{ readonly match: Match; readonly values: readonly SortValue[] }>(
    (a, b) => compareDomains(a.values, b.values),
    skip + limit + 2,
  );
  let total = 0;
  for await (const match of matching) {
    total += match.pages.length;
    const values = byDomain.map(({ field }) => match.document.values.get(field) ?? null);
    if (lastDomain === null || compareDomains(values, lastDomain) >= 0) first.add({ match, values });
  }
  const inOrder = first.sorted().map(({ match }) => match);
  const pages = new ItemsInOrder(task, itemsOf, limit);
  const atATime = Math.min(LISTS_AT_A_TIME, skip + limit + 1);
  for (let at = 0; at < inOrder.length && !pages.areEnough; at += atATime) {
    await pages.add(inOrder.slice(at, at + atATime));
  }
  return { total, pages: pages.found };
}

/**
 * Pages of such an order, where the index decides: it counts them, sorts the documents, and lists the pages of those that are shown.
 *
 * @param ofPages what the pages fulfil besides the conditions on their domains
 */
async function sortedByIndex<L extends LevelByPage>(
  task: Task<L>,
  itemsOf: ItemsOf<L>,
  {
    byDomain,
    ofPages,
    limit,
  }: { readonly byDomain: readonly OrderRule[]; readonly ofPages: Expression; readonly limit: number },
): Promise<Found<SortedItem<Hits[L]>>> {
  const { parts, point, query, options } = task;
  const { where, level, from, facets } = query;
  const { skip, last } = startOf(from);
  const domains = onDomains(where, level);
  const plan = planFor(where, level);
  const wish = {
    where: domains,
    paths: nestedPaths(level),
    questions: plan.questions,
    fields: byDomain.map(({ field }) => field),
    order: {
      rules: byDomain,
      after: last === null ? null : beforeDomain(byDomain, last),
      atATime: Math.min(DOCUMENTS_AT_A_TIME, skip + limit + 1),
      counted: ofPages,
    },
  };
  const pages = new ItemsInOrder(task, itemsOf, limit);
  let total: number | null = null;
  for await (const batch of candidatesFor(parts.client, point, wish, options.signal)) {
    total ??= batch.pages;
    const matches = batch.candidates.flatMap((document) => {
      const numbers = plan.match(new KnownView(plan, document, () => null));
      return numbers === null ? [] : [{ document, pages: numbers }];
    });
    for (let at = 0; at < matches.length && !pages.areEnough; at += LISTS_AT_A_TIME)
      await pages.add(matches.slice(at, at + LISTS_AT_A_TIME));
    if (pages.areEnough) break;
  }
  const resolved =
    facets === undefined
      ? NOTHING_RESOLVED
      : await resolve(parts.client, point, { where: domains }, options.signal);
  return {
    ...partOf({ total: total ?? 0, pages: pages.found }, limit),
    documents: () => ({
      queries: [queryFor(domains, resolved)],
      matches: () => parts.verifier.matching(point, { where, level, fields: [], captures: [] }, options),
    }),
  };
}

/** Documents that the index sorts in one go. */
const DOCUMENTS_AT_A_TIME = 1_000;

const LAST_CHARACTER = '\u{10ffff}';

/** Values right before those of a domain: what comes after them begins with it. @param rules the last one is for `domain` */
function beforeDomain(rules: readonly OrderRule[], values: readonly SortValue[]): readonly SortValue[] {
  const domain = String(values[rules.length - 1]);
  const isDescending = rules.at(-1)?.direction === 'desc';
  const end = String.fromCodePoint((domain.codePointAt(domain.length - 1) ?? 1) - 1);
  const before = isDescending ? `${domain}\0` : `${domain.slice(0, -1)}${end}${LAST_CHARACTER}`;
  return [...values.slice(0, rules.length - 1), before];
}

/** Hits with what is shown of their sources. */
async function withSources<L extends LevelByPage>(
  task: Task<L>,
  shown: readonly SortedItem<Hits[L]>[],
): Promise<readonly Hits[L][]> {
  const { parts, point, query } = task;
  const byDomain = [...Map.groupBy(shown, ({ hit }) => hit.domain)];
  const documents = byDomain.map(([domain, items]) => ({
    domain,
    compressed_bytes: items[0]?.compressedBytes ?? 0,
    withVersions: items.some(({ isPast }) => isPast),
    numbers: items.map(({ number }) => number),
  }));
  const read = await parts.sources.ofPages(point, documents, wishOf(query), withinTime(task));
  const byItem = new Map(
    byDomain.flatMap(([, items], document) => items.map((item, index) => [item, read[document]?.[index]])),
  );
  return shown.map((item) => ({ ...item.hit, ...byItem.get(item) }));
}
