import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';

/** The stored pages of a domain as a list. */
export function pageList(domain: string) {
  return listQuery(['domain-pages', domain], (from, options) =>
    client.domains.pages(domain, { limit: 100, ...from }, options),
  );
}
