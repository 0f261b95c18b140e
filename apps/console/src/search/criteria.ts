// Everything that a search is asked for: as it stands in an address, in requests, and in a command line.
import type { Level } from '@sitegrep/client';
import { counted } from '../format.ts';
import { TEXT } from '../text.ts';

export interface Criteria {
  readonly q: string;
  readonly level: Level;
  readonly order: string;
}

/** The usual order of each level, and further ones that only it has. */
const ORDERS: { readonly [L in Level]: readonly [usual: string, ...further: string[]] } = {
  domain: ['rank,desc'],
  page: ['rank,desc'],
  version: ['rank,desc', 'first_seen,desc', 'first_seen,asc', 'last_seen,desc'],
  change: ['at,desc', 'at,asc'],
};
/** Orders that every level can be in. */
const OF_ALL = ['rank,desc', 'domain,asc', 'visited,desc'];
const LEVELS_OF_SEARCH = ['page', 'version', 'change'] as const satisfies readonly Level[];

/** The orders that a level can be in: its own ones first, then those of all. */
export function ordersOf(level: Level): readonly string[] {
  return [...new Set([...ORDERS[level], ...OF_ALL])];
}

/** Parameters of an address; those that say nothing else than the default are left out. */
type Parameters = { readonly [Name in keyof Criteria]?: string };

/** The criteria of an address; an order that the level does not have is its usual one. */
export function criteriaIn({ q = '', level: written, order: wish = '' }: Parameters): Criteria {
  const level = LEVELS_OF_SEARCH.find((one) => one === written) ?? 'domain';
  const [usual] = ORDERS[level];
  const isOfOther = !ordersOf(level).includes(wish) && Object.values(ORDERS).flat().includes(wish);
  return { q, level, order: wish === '' || isOfOther ? usual : wish };
}

export function parametersOf({ q, level, order }: Criteria): Parameters {
  return {
    ...(q !== '' && { q }),
    // Changes have an address of their own.
    ...((level === 'page' || level === 'version') && { level }),
    ...(order !== ORDERS[level][0] && { order }),
  };
}

/** A command line that asks the same. @param start of the API */
export function curlOf({ q, level, order }: Criteria, start: URL): string {
  const request = { q, ...(level !== 'domain' && { level }), order_by: [order], limit: 100 };
  const json = JSON.stringify(request).replaceAll("'", String.raw`'\''`);
  const url = new URL('search', start).href;
  return `curl -H "X-API-Key: $SITEGREP_KEY" -H 'Content-Type: application/json' ${url} -d '${json}'`;
}

const NOUNS: { readonly [L in Level]: readonly [one: string, more: string] } = {
  domain: [TEXT.search.domain, TEXT.search.domains],
  page: [TEXT.search.page, TEXT.search.pages],
  version: [TEXT.search.version, TEXT.search.versions],
  change: [TEXT.search.change, TEXT.search.changes],
};

/** How many of what a level finds: `1 page`, `1,301 domains`. */
export function totalText(total: number, level: Level): string {
  return counted(total, ...NOUNS[level]);
}
