// Pages, or versions of pages, in an order: those of a domain follow each other, or all are sorted.
import type { OrderRule, SortField } from '@sitegrep/search';
import type { SortValue } from '@sitegrep/site';
import { compareValues, domainRulesOf, isAfter } from '../../result-order.ts';
import { domainValues, firstDomains } from './found-domains.ts';
import type { SearchParts } from './found-items.ts';
import type { DomainRow } from './rows.ts';
import { includes, type Matches } from './sites.ts';

/** An item of a domain with its values for the rules of an order. */
interface ItemInOrder {
  readonly values: readonly SortValue[];
}

/** Items that match, by their domains. */
interface ItemsByDomain<Item extends ItemInOrder, Light extends ItemInOrder> {
  /** Revisions of their domains, ascending. */
  readonly revisions: Matches;
  count(row: DomainRow): number;
  /** The items of a domain, in any order, read one by one. */
  of(row: DomainRow): Iterable<Item>;
  /** The item without what takes memory, and with it again: all items would not fit. */
  lighter(item: Item): Light;
  whole(item: Light): Item;
}

/** A part of an order of pages, or of versions. */
interface PartOfOrder {
  readonly order: readonly OrderRule<SortField>[];
  readonly last: readonly SortValue[] | null;
  readonly skip: number;
  readonly limit: number;
}

export function itemsInOrder<Item extends ItemInOrder, Light extends ItemInOrder>(
  parts: SearchParts,
  items: ItemsByDomain<Item, Light>,
  part: PartOfOrder,
): readonly Item[] {
  const byDomain = domainRulesOf(part.order);
  return byDomain === null ? allSorted(parts, items, part) : sortedByDomain(parts, items, part, byDomain);
}

/** Items of an order in which those of a domain follow each other: only those of domains that are shown are read. */
function sortedByDomain<Item extends ItemInOrder>(
  parts: SearchParts,
  items: Pick<ItemsByDomain<Item, Item>, 'revisions' | 'count' | 'of'>,
  { order, last, skip, limit }: PartOfOrder,
  byDomain: readonly OrderRule[],
): readonly Item[] {
  const compare = compareValues(order);
  const lastDomain = last?.slice(0, byDomain.length) ?? null;
  const found: Item[] = [];
  let skipped = 0;
  const add = (row: DomainRow): boolean => {
    const count = items.count(row);
    if (skipped + count <= skip) {
      skipped += count;
      return true;
    }
    const sorted = Array.from(items.of(row))
      .filter(({ values }) => isAfter(order, values, last))
      .sort((a, b) => compare(a.values, b.values));
    for (const item of sorted) {
      if (skipped < skip) skipped++;
      else found.push(item);
    }
    return found.length < limit;
  };
  // The domain of the last item that was shown may have more of them.
  const before = lastDomain === null ? null : parts.find(String(lastDomain.at(-1)));
  if (before !== null && includes(items.revisions, before.revision)) {
    const isSame = compareValues(byDomain)(domainValues(before, byDomain), lastDomain ?? []) === 0;
    if (isSame && !add(before)) return found.slice(0, limit);
  }
  for (const row of firstDomains(parts, items.revisions, byDomain, lastDomain, skip + limit)) {
    parts.checkpoint();
    if (!add(row)) break;
  }
  return found.slice(0, limit);
}

/** Items of any order: all that match are read, and those that are shown once more. */
function allSorted<Item extends ItemInOrder, Light extends ItemInOrder>(
  { rows, checkpoint }: SearchParts,
  items: ItemsByDomain<Item, Light>,
  { order, last, skip, limit }: PartOfOrder,
): readonly Item[] {
  const compare = compareValues(order);
  const all: Light[] = [];
  for (const revision of items.revisions) {
    checkpoint();
    for (const item of items.of(rows.domain('revision', revision))) {
      if (isAfter(order, item.values, last)) all.push(items.lighter(item));
    }
  }
  return all
    .sort((a, b) => compare(a.values, b.values))
    .slice(skip, skip + limit)
    .map((item) => items.whole(item));
}
