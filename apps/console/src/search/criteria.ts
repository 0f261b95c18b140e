// Everything that a search is asked for: as it stands in an address, in requests, and in a command line.
import type { Level } from '@sitegrep/client';
import { counted } from '../format.ts';
import { TEXT } from '../text.ts';

export interface Criteria {
  readonly q: string;
  readonly level: Level;
  readonly order: string;
}

const DEFAULT_ORDER = 'rank,desc';

/** Parameters of an address; those that say nothing else than the default are left out. */
type Parameters = { readonly [Name in keyof Criteria]?: string };

export function criteriaIn({ q = '', level, order = DEFAULT_ORDER }: Parameters): Criteria {
  return { q, level: level === 'page' ? 'page' : 'domain', order };
}

export function parametersOf({ q, level, order }: Criteria): Parameters {
  return {
    ...(q !== '' && { q }),
    ...(level === 'page' && { level }),
    ...(order !== DEFAULT_ORDER && { order }),
  };
}

/** A command line that asks the same. @param start of the API */
export function curlOf({ q, level, order }: Criteria, start: URL): string {
  const request = { q, ...(level === 'page' && { level }), order_by: [order], limit: 100 };
  const json = JSON.stringify(request).replaceAll("'", String.raw`'\''`);
  const url = new URL('search', start).href;
  return `curl -H "X-API-Key: $SITEGREP_KEY" -H 'Content-Type: application/json' ${url} -d '${json}'`;
}

const NOUNS: { readonly [L in Level]: readonly [one: string, more: string] } = {
  domain: [TEXT.search.domain, TEXT.search.domains],
  page: [TEXT.search.page, TEXT.search.pages],
};

/** How many of what a level finds: `1 page`, `1,301 domains`. */
export function totalText(total: number, level: Level): string {
  return counted(total, ...NOUNS[level]);
}
