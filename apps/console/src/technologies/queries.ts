// What the page of technologies asks the API.
import { client } from '../api/client.ts';
import { searchAt } from '../api/search.ts';
import { AROUND } from '../search/result-parts.ts';

/** Interval at which the set in use is read again, in milliseconds: stored pages are judged meanwhile. */
const READ_EVERY_MS = 5_000;

/** Pages that the editor shows. */
const SHOWN_PAGES = 10;

/** Name of the value that is the version. */
const VERSION = 'version_found';

export const SET_KEY = ['technology-set'] as const;

export function technologySet() {
  return {
    queryKey: SET_KEY,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.admin.technologies({ signal }),
    refetchInterval: READ_EVERY_MS,
  };
}

export function categoryPaths() {
  return {
    queryKey: ['categories'],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      (await client.technologies.categories({}, { signal })).items.map(({ path }) => path),
    staleTime: Infinity,
  };
}

/** The pages that fulfil a query, with their lines and the version that a pattern gives them. */
export function matchingPages(q: string, version: string) {
  return {
    queryKey: ['technology-pages', q, version],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      searchAt(
        'page',
        {
          q,
          limit: SHOWN_PAGES,
          snippets: { per_item: 2, around: AROUND, lines: 0 },
          ...(version === '' ? {} : { extract: [{ as: VERSION, pattern: version }] }),
        },
        { signal, retries: 0 },
      ),
    enabled: q.trim() !== '',
  };
}

/** Number of the domains with a page that fulfils a query. */
export function matchingDomains(q: string) {
  return {
    queryKey: ['technology-domains', q],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const options = { signal, retries: 0 };
      // Within parentheses, a query may be read as something else than by itself; its tree is not.
      const { tree } = await client.query.explain({ q, level: 'page' }, options);
      const request = { query: { same_page: tree }, count_only: true };
      return (await searchAt('domain', request, options)).total_count;
    },
    enabled: q.trim() !== '',
  };
}

/** The version that was read out of a page; null: none. */
export function versionIn(extracted: Readonly<Record<string, unknown>> | undefined): string | null {
  const { [VERSION]: value = null } = extracted ?? {};
  return typeof value === 'string' ? value : null;
}
