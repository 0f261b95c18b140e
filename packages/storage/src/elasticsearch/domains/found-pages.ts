import { pageValue } from '../../result-order.ts';
import { foundByPage } from './found-by-page.ts';
import { parseVersions } from './stored.ts';
import { incomplete, readSources } from './stored-pages.ts';

/** Pages that match. */
export const FOUND_PAGES = foundByPage<'page'>(async ({ parts, point, query, options }, matches) => {
  const domains = matches.map(({ document }) => document.domain);
  const wish = { domains, fields: ['domain', 'versions'] as const };
  const sources = await readSources(parts.client, point, wish, options.signal);
  return sources.map(({ domain, rank, versions }, index) => {
    const { document, pages: numbers } = matches[index] ?? {};
    const listed = parseVersions(versions);
    return (numbers ?? []).map((number) => {
      const page = listed[number];
      if (page === undefined || document === undefined) throw incomplete(domain);
      const { url, fetchedAt, charset, truncated, title } = page;
      const { values, compressedBytes } = document;
      const sortValues = query.order.map(({ field }) =>
        pageValue(field, page, (own) => values.get(own) ?? null),
      );
      const hit = { domain, rank, url, fetchedAt, charset, truncated, title, sortValues };
      return { hit, number, compressedBytes, isPast: false };
    });
  });
});
