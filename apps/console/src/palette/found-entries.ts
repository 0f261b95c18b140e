// Entries that the API finds: domains and technologies by what is typed; saved searches, lists and crawls as there are.
import { type QueryFunctionContext, useQueries } from '@tanstack/react-query';
import type { KeyScope } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { counted, momentText, number, timeOf } from '../format.ts';
import { inScript } from '../names.ts';
import { useSettled } from '../query/settled.ts';
import { TEXT } from '../text.ts';
import { PALETTE_TEXT as WORDS } from '../text/palette.ts';
import type { Entry } from './entries.ts';

/** Least characters for which domains and technologies are looked up. */
const MIN_TYPED = 2;
/** Domains among which those that begin with what is typed come first. */
const MAX_DOMAINS = 20;
const MAX_TECHNOLOGIES = 8;
/** Characters beyond which a text begins no name of a technology: more are refused. */
const MAX_PREFIX = 100;
/** Saved searches and lists that are looked through, by name. */
const MAX_KEPT = 1_000;
/** Crawls that are looked through, the latest. */
const MAX_CRAWLS = 50;

const FRESH_MS = 60_000;

interface FoundEntries {
  readonly entries: readonly Entry[];
  /** Sentences on what was not looked through. */
  readonly cut: readonly string[];
  /** True while entries for what is typed may still come. */
  readonly isLoading: boolean;
  /** Why entries may be missing; null: none are. */
  readonly error: Error | null;
}

/** The entries for what is typed. Of several requests, those for the last text count. */
export function useFoundEntries(typed: string, scopes: readonly KeyScope[]): FoundEntries {
  const settled = useSettled(typed.trim());
  const maySearch = scopes.includes('search');
  const isTyped = settled.length >= MIN_TYPED;
  const isName = /^[\p{L}\p{N}.-]+$/u.test(settled);
  const sources = useQueries({
    queries: [
      source(
        ['domains', settled],
        (options) => domainsLike(settled, options),
        maySearch && isTyped && isName,
      ),
      source(
        ['technologies', settled],
        (options) => technologiesLike(settled, options),
        maySearch && isTyped && settled.length <= MAX_PREFIX,
      ),
      source(['saved'], savedSearches, maySearch),
      source(['lists'], domainLists, maySearch),
      source(['crawls'], crawls, scopes.includes('admin')),
    ],
  });
  const query = typed.trim();
  return {
    entries: [
      ...sources.flatMap(({ data }) => data?.entries ?? []),
      ...(query === '' || !maySearch ? [] : [searchFor(query)]),
    ],
    cut: sources.flatMap(({ data }) => (data === undefined || data.isAll ? [] : [data.cut])),
    isLoading: settled !== query || sources.some(({ isFetching }) => isFetching),
    error: sources.find(({ error }) => error !== null)?.error ?? null,
  };
}

type Options = Pick<QueryFunctionContext, 'signal'>;

interface Looked {
  readonly entries: readonly Entry[];
  /** False: there is more. */
  readonly isAll: boolean;
  /** A sentence on what was not looked through, if there is more. */
  readonly cut: string;
}

function source(key: readonly string[], load: (options: Options) => Promise<Looked>, enabled: boolean) {
  return {
    queryKey: ['palette', ...key],
    queryFn: ({ signal }: QueryFunctionContext) => load({ signal }),
    enabled,
    staleTime: FRESH_MS,
  };
}

/** Domains that begin with a name, or with which it is in. */
async function domainsLike(name: string, options: Options): Promise<Looked> {
  const request = { q: `site:${name.length > 3 ? '*' : ''}${name}*`, limit: MAX_DOMAINS };
  const { items, total_count: total } = await client.query.search(request, options);
  const entries = items.map(({ domain, title }): Entry => ({
    id: `domain ${domain}`,
    group: 'domain',
    name: inScript(domain) ?? domain,
    ...(inScript(domain) === null ? {} : { words: domain }),
    ...(title !== null && { detail: title }),
    to: `/domains/${domain}`,
  }));
  return { entries, isAll: total <= items.length, cut: WORDS.cut.domains(number(total)) };
}

async function technologiesLike(prefix: string, options: Options): Promise<Looked> {
  const { items, total_count: total } = await client.technologies.list(
    { prefix, limit: MAX_TECHNOLOGIES },
    options,
  );
  const used = items.filter(({ domains }) => domains > 0);
  const entries = used.map(({ name, domains }): Entry => ({
    id: `technology ${name}`,
    group: 'technology',
    name,
    detail: counted(domains, TEXT.search.domain, TEXT.search.domains),
    to: `/trends/${encodeURIComponent(name)}`,
  }));
  return { entries, isAll: total <= items.length, cut: WORDS.cut.technologies };
}

async function savedSearches(options: Options): Promise<Looked> {
  const { items, next_token: next } = await client.searches.list({ limit: MAX_KEPT }, options);
  const entries = items.map(({ id, label, q }): Entry => ({
    id: `saved ${id}`,
    group: 'saved',
    name: label ?? id,
    words: `${id} ${q ?? ''}`,
    ...(q !== null && { detail: q }),
    to: `/saved/${encodeURIComponent(id)}`,
  }));
  return { entries, isAll: next === '', cut: WORDS.cut.saved(number(MAX_KEPT)) };
}

async function domainLists(options: Options): Promise<Looked> {
  // There are never more.
  const { items } = await client.lists.list({ limit: MAX_KEPT }, options);
  const entries = items.map(({ id, domains }): Entry => ({
    id: `list ${id}`,
    group: 'list',
    name: WORDS.list(id),
    detail: counted(domains, TEXT.search.domain, TEXT.search.domains),
    to: searchPath(WORDS.list(id)),
  }));
  return { entries, isAll: true, cut: '' };
}

async function crawls(options: Options): Promise<Looked> {
  const { items, next_token: next } = await client.admin.crawls.list({ limit: MAX_CRAWLS }, options);
  const entries = items.map(({ id, created_at: created, state, sites }): Entry => ({
    id: `crawl ${id}`,
    group: 'crawl',
    name: WORDS.crawlOf(momentText(timeOf(created)), counted(sites.total, 'site')),
    words: `${state} ${number(sites.total)}`,
    detail: state,
    to: `/crawls/${encodeURIComponent(id)}`,
  }));
  return { entries, isAll: next === '', cut: WORDS.cut.crawls(number(MAX_CRAWLS)) };
}

function searchFor(query: string): Entry {
  return { id: `query ${query}`, group: 'query', name: WORDS.searchFor(query), to: searchPath(query) };
}

function searchPath(query: string): string {
  return `/search?${new URLSearchParams({ q: query }).toString()}`;
}
