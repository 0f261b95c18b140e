import type { FacetCounts, FacetPart } from '@sitegrep/search';
import { FirstInOrder } from '../first-in-order.ts';

/** The UTF-8 of a value as a latin1 text: such texts compare by code point of the values. */
export function facetKey(value: string): string {
  return Buffer.from(value).toString('latin1');
}

/**
 * A part of the most frequent values of a facet, and how many there are.
 *
 * @param counts number of domains of each value, by its `facetKey`
 * @param without number of domains without a value
 */
export function topValues(
  counts: ReadonlyMap<string, number>,
  { limit, offset, min }: FacetPart,
  without: number,
): FacetCounts {
  const first = new FirstInOrder<Count>(compare, offset + limit);
  let listed = 0;
  for (const count of counts) {
    if (count[1] < min) continue;
    listed++;
    first.add(count);
  }
  const values = first
    .sorted()
    .slice(offset)
    .map(([key, domains]) => ({ value: Buffer.from(key, 'latin1').toString(), domains }));
  return { values, distinct: counts.size, listed, without };
}

type Count = readonly [key: string, domains: number];

function compare([a, domainsOfA]: Count, [b, domainsOfB]: Count): number {
  if (domainsOfA !== domainsOfB) return domainsOfB - domainsOfA;
  return a < b ? -1 : a > b ? 1 : 0;
}
