// Completion of a query: names of fields, and their values with how many domains have them.
import { client } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { number } from '../format.ts';
import { TEXT } from '../text.ts';
import { recentQueries, savedQueries } from './history.ts';
import { valueOf } from './language.ts';

export interface Completion {
  /** Text that is put in place of what was typed. */
  readonly insert: string;
  /** Text that is shown; absent: what is inserted. */
  readonly shown?: string;
  /** Number of domains, or what the text means. */
  readonly detail: string;
  /** Whether it is in place of the whole query. */
  readonly isWhole?: boolean;
}

export interface Completions {
  /** Beginning of the text that is replaced. */
  readonly from: number;
  readonly options: readonly Completion[];
}

const NONE: Completions = { from: 0, options: [] };
const MAX_OPTIONS = 12;

/** Fields with what they mean. */
const FIELDS: readonly (readonly [name: string, meaning: string])[] = [
  ['tech:', 'technology, also with a version: tech:WooCommerce@<8.9'],
  ['category:', 'category of technologies'],
  ['country:', 'country of the site'],
  ['lang:', 'language of the site'],
  ['tld:', 'ending of the domain'],
  ['site:', 'domain with its subdomains'],
  ['has:', 'contact data, or a rendered page'],
  ['email:', 'address, or *@example.com'],
  ['rank:', 'rank of the domain: rank:>=300'],
  ['visited:', 'last visit: visited:>2026-06-01'],
  ['keyword:', 'text in title, description, keywords'],
  ['title:', 'text in the title'],
  ['text:', 'text between tags'],
  ['comment:', 'text in comments'],
  ['inline:', 'text in inline scripts'],
  ['script:', 'addresses of scripts'],
  ['link:', 'addresses of links'],
  ['meta:', 'meta tags'],
  ['url:', 'address of the page'],
  ['in:', 'scope of what follows'],
  ['case:', 'whether case counts in what follows'],
  ['re:', 'regular expression in quotes'],
  ['same:page(', 'all of it on one page'],
];

const WORDS: Readonly<Record<string, readonly string[]>> = {
  has: ['email', 'phone', 'profile', 'address', 'rendered'],
  case: ['yes', 'no'],
  in: ['body', 'text', 'comment', 'inline', 'script', 'link', 'meta', 'title', 'url', 'rendered'],
};

/** Facets that have the values of a field. */
const FACETS: Readonly<Record<string, string>> = {
  country: 'country',
  lang: 'lang',
  tld: 'tld',
};

/**
 * Completes what stands before the cursor.
 *
 * @param isRequested whether the user asked for it; otherwise values after a colon alone are offered
 */
export async function complete(query: string, cursor: number, isRequested: boolean): Promise<Completions> {
  const before = query.slice(0, cursor);
  const [, field, values = ''] = /(?:^|[\s(-])([a-z_]+):("[^"]*|[^\s()"]*)$/.exec(before) ?? [];
  if (field !== undefined) {
    const typed = values.startsWith('"') ? values : (values.split(',').at(-1) ?? '');
    const options = await valuesOf(field, typed.replace(/^"/, ''));
    return { from: cursor - typed.length, options: options.slice(0, MAX_OPTIONS) };
  }
  if (!isRequested) return NONE;
  const [word = ''] = /[^\s()-]*$/.exec(before) ?? [];
  const fields = FIELDS.filter(([name]) => name.startsWith(word.toLowerCase())).map(
    ([insert, detail]): Completion => ({ insert, detail }),
  );
  const whole = [
    ...savedQueries().map(({ query: insert, name }) => ({
      insert,
      detail: name === insert ? TEXT.search.savedQueries : name,
      isWhole: true,
    })),
    ...recentQueries().map((insert) => ({ insert, detail: TEXT.search.recent, isWhole: true })),
  ].filter(({ insert }) => insert !== query && insert.includes(query.trim()));
  return { from: cursor - word.length, options: [...whole.slice(0, 5), ...fields].slice(0, 30) };
}

async function valuesOf(field: string, typed: string): Promise<readonly Completion[]> {
  const words = WORDS[field];
  const folded = typed.toLowerCase();
  if (words !== undefined)
    return words.filter((word) => word.startsWith(folded)).map((insert) => ({ insert, detail: '' }));
  if (field === 'tech') {
    const { items } = await cached(['technologies', typed], () =>
      client.technologies.list({ limit: MAX_OPTIONS, ...(typed !== '' && { prefix: typed }) }),
    );
    return items.map(({ name, domains }) => option(name, domains));
  }
  if (field === 'category') {
    const { items } = await cached(['categories'], () => client.technologies.categories());
    return items
      .filter(({ path, name }) => path.includes(folded) || name.toLowerCase().includes(folded))
      .map(({ path, domains }) => option(path, domains));
  }
  const facet = FACETS[field];
  if (facet === undefined) return [];
  const { facets = [] } = await cached(['values', facet], () =>
    client.query.search({ count_only: true, facets: [{ field: facet, limit: 100 }] }),
  );
  return (facets[0]?.values ?? [])
    .filter(({ value }) => value.toLowerCase().startsWith(folded))
    .map(({ value, domains }) => option(value, domains));
}

function option(value: string, domains: number): Completion {
  return { insert: valueOf(value), shown: value, detail: number(domains) };
}

function cached<Value>(key: readonly string[], load: () => Promise<Value>): Promise<Value> {
  return queryClient.fetchQuery({ queryKey: ['completion', ...key], queryFn: load, staleTime: 60_000 });
}
