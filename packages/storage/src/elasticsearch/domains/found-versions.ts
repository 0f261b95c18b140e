import { versionValue } from '../../result-order.ts';
import { foundByPage } from './found-by-page.ts';
import { parseVersions, type DomainSource } from './stored.ts';
import { incomplete, readSources } from './stored-pages.ts';
import { type ListedPast, parsePast } from './versions/listed-past.ts';

/** Versions of pages that match, those that stand included. */
export const FOUND_VERSIONS = foundByPage<'version'>(async ({ parts, point, query, options }, matches) => {
  const domains = matches.map(({ document }) => document.domain);
  const wish = { domains, fields: ['domain', 'versions', 'past_versions'] as const };
  const sources = await readSources(parts.client, point, wish, options.signal);
  return sources.map((source, index) => {
    const { domain, rank } = source;
    const { document, pages: numbers } = matches[index] ?? {};
    const listed = versionsOf(source);
    return (numbers ?? []).map((number) => {
      const version = listed[number];
      if (version === undefined || document === undefined) throw incomplete(domain);
      const { values, compressedBytes, standing } = document;
      const sortValues = query.order.map(({ field }) =>
        versionValue(field, version, (own) => values.get(own) ?? null),
      );
      return {
        hit: { domain, rank, ...version, sortValues },
        number,
        compressedBytes,
        isPast: number >= standing,
      };
    });
  });
});

/** The versions of a document in the order of their numbers. */
function versionsOf({ versions, past_versions: past }: Pick<DomainSource, 'versions' | 'past_versions'>) {
  const standing = parseVersions(versions).map(
    ({ url, number: id, title, charset, truncated, firstSeen }) => ({
      url,
      id,
      title,
      charset,
      truncated,
      firstSeen,
      lastSeen: null,
      goneAt: null,
    }),
  );
  const gone: readonly ListedPast[] = past === undefined ? [] : parsePast(past);
  return [...standing, ...gone];
}
