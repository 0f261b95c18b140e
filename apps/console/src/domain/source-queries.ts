// Sources of pages, and of versions of them, as queries.
import { client } from '../api/client.ts';
import type { Part } from './source-state.ts';

/** Time for which a source is kept that is no longer shown, in milliseconds: it may have megabytes. */
const KEPT_MS = 10_000;

interface Context {
  readonly signal: AbortSignal;
}

/** The source of a page as it stands. */
export function pageSource(domain: string, url: string, part: Part) {
  return {
    queryKey: ['source', domain, url, part],
    queryFn: ({ signal }: Context) => client.domains.source(domain, url, { part, signal }),
    gcTime: KEPT_MS,
  };
}

/** The source of a version of a page. */
export function versionSource(domain: string, url: string, id: string, part: Part) {
  return {
    queryKey: ['version-source', domain, url, id, part],
    queryFn: ({ signal }: Context) => client.domains.versionSource(domain, { url, id, part }, { signal }),
    gcTime: KEPT_MS,
  };
}
