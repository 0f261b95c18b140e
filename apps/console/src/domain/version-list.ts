import { client } from '../api/client.ts';

/** The versions of a page as a query, the oldest first. */
export function versionList(domain: string, url: string) {
  return {
    queryKey: ['versions', domain, url],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      (await Array.fromAsync(client.domains.allVersions(domain, url, { signal }))).toReversed(),
  };
}
