import type { FacetCounts } from '@sitegrep/search';

/** The UTF-8 of a value as a latin1 text: such texts compare by code point of the values. */
export function facetKey(value: string): string {
  return Buffer.from(value).toString('latin1');
}

/**
 * The most frequent values of a facet, and how many there are.
 *
 * @param counts number of domains of each value, by its `facetKey`
 * @param without number of domains without a value
 */
export function topValues(counts: ReadonlyMap<string, number>, limit: number, without: number): FacetCounts {
  const top = limit < counts.size / FEW ? firstOf(counts, limit) : [...counts].sort(compare).slice(0, limit);
  const values = top.map(([key, domains]) => ({ value: Buffer.from(key, 'latin1').toString(), domains }));
  return { values, distinct: counts.size, without };
}

/** A part of all values that is found faster by itself than by sorting all. */
const FEW = 16;

function firstOf(counts: Iterable<Count>, limit: number): readonly Count[] {
  const top: Count[] = [];
  for (const entry of counts) {
    const last = top.at(-1);
    if (top.length === limit && last !== undefined && compare(entry, last) >= 0) continue;
    const at = top.findIndex((other) => compare(entry, other) < 0);
    top.splice(at === -1 ? top.length : at, 0, entry);
    if (top.length > limit) top.pop();
  }
  return top;
}

type Count = readonly [key: string, domains: number];

function compare([a, domainsOfA]: Count, [b, domainsOfB]: Count): number {
  if (domainsOfA !== domainsOfB) return domainsOfB - domainsOfA;
  return a < b ? -1 : a > b ? 1 : 0;
}
