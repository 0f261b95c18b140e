import type { Crawl } from '@sitegrep/storage';

/** Maximum length of the name of a crawl. */
const MAX_NAME_CHARACTERS = 200;

const RETRY = 'Failed sites of ';

type Named = Pick<Crawl, 'spec' | 'firstEntries'> & { readonly sites: Pick<Crawl['sites'], 'total'> };

/** Name of a crawl: the one that it was given, or one made from what was submitted, such as `shop.example and 99 more`. */
export function nameOfCrawl({ spec, firstEntries, sites }: Named): string {
  if (spec.name !== undefined) return spec.name;
  if (spec.scheduleId !== undefined) return spec.scheduleId;
  if (spec.source !== undefined) return spec.source.kind === 'index' ? 'the whole index' : spec.source.list;
  const [first] = firstEntries;
  if (first === undefined) return 'a list';
  const others = sites.total - 1;
  return others > 0 ? `${hostOf(first)} and ${others.toLocaleString('en')} more` : hostOf(first);
}

/** Name of the crawl that repeats the failed sites of another one. */
export function nameOfRetry(crawl: Named): string {
  const name = nameOfCrawl(crawl);
  if (name.startsWith(RETRY)) return name;
  // Without half of a pair of surrogates.
  return `${RETRY}${name}`.slice(0, MAX_NAME_CHARACTERS).replace(/\p{Cs}$/u, '');
}

function hostOf(entry: string): string {
  return URL.parse(entry)?.hostname ?? entry;
}
