// Everything that a search is asked for: as it stands in an address, in requests, and in a command line.
import type { Level } from '@sitegrep/client';
import { counted } from '../format.ts';
import { TEXT } from '../text.ts';

export interface Criteria {
  readonly q: string;
  readonly level: Level;
  readonly order: string;
  /** Lines of a source before and after that of each match. */
  readonly context: number;
  /** The order of the values of facets. */
  readonly counts: (typeof FACET_ORDERS)[number];
}

/** Values of facets come in the order of how peculiar they are to the results, or of how many have them. */
export const FACET_ORDERS = ['peculiar', 'most'] as const;

/** Numbers of lines that are offered, and the usual one. */
export const CONTEXTS: readonly number[] = [0, 1, 2, 5, 10];
const USUAL_CONTEXT = 1;

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
export function criteriaIn({
  q = '',
  level: written,
  order: wish = '',
  context: lines,
  counts: first,
}: Parameters): Criteria {
  const level = LEVELS_OF_SEARCH.find((one) => one === written) ?? 'domain';
  const [usual] = ORDERS[level];
  const isOfOther = !ordersOf(level).includes(wish) && Object.values(ORDERS).flat().includes(wish);
  const context = CONTEXTS.find((one) => String(one) === lines) ?? USUAL_CONTEXT;
  const counts = FACET_ORDERS.find((one) => one === first) ?? 'peculiar';
  return { q, level, order: wish === '' || isOfOther ? usual : wish, context, counts };
}

export function parametersOf({ q, level, order, context, counts }: Criteria): Parameters {
  return {
    ...(q !== '' && { q }),
    // Changes have an address of their own.
    ...((level === 'page' || level === 'version') && { level }),
    ...(order !== ORDERS[level][0] && { order }),
    ...(context !== USUAL_CONTEXT && level !== 'change' && { context: String(context) }),
    ...(counts !== 'peculiar' && { counts }),
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

/** The noun of what a level finds: `pages`. */
export function nounOf(level: Level): string {
  return NOUNS[level][1];
}
