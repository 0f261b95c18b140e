// The versions of pages where none is kept: the page as it is stored.
import { NO_NOISE } from '@sitegrep/versions';
import type { DomainIndex } from '../domains.ts';
import { diffOfSources } from './diff-of-sources.ts';
import { contentDigest } from './packed-content.ts';

export function presentOnly(
  index: Pick<DomainIndex, 'pages' | 'sources'>,
): Pick<DomainIndex, 'versions' | 'versionSources' | 'versionDiff'> {
  const own: Pick<DomainIndex, 'versions' | 'versionSources'> = {
    async versions(domain, url) {
      const [listed, sources, rendered] = await Promise.all([
        index.pages(domain, [url]),
        index.sources(domain, [url]),
        index.sources(domain, [url], 'rendered'),
      ]);
      if (listed === null) return null;
      const [page] = listed.pages;
      const [source] = sources?.pages ?? [];
      if (page === undefined || source === undefined) return { revision: listed.revision, versions: [] };
      const [written] = rendered?.pages ?? [];
      const content = {
        source: Buffer.from(source.utf8),
        rendered: written === undefined ? null : Buffer.from(written.utf8),
      };
      const { title, charset, truncated, sourceBytes, renderedBytes, fetchedAt } = page;
      return {
        revision: listed.revision,
        versions: [
          {
            id: fetchedAt,
            firstSeen: fetchedAt,
            lastSeen: null,
            goneAt: null,
            title,
            charset,
            truncated,
            sourceBytes,
            renderedBytes,
            digest: contentDigest(content),
          },
        ],
      };
    },
    async versionSources(domain, url, ids, part = 'body') {
      const found = await index.sources(domain, [url], part);
      if (found === null) return null;
      const sources = ids.flatMap((id) =>
        found.pages
          .filter(({ fetchedAt }) => fetchedAt === id)
          .map(({ charset, truncated, utf8, fetchedAt }) => ({
            id,
            charset,
            truncated,
            utf8,
            firstSeen: fetchedAt,
            lastSeen: null,
          })),
      );
      return { revision: found.revision, noise: NO_NOISE, sources };
    },
  };
  return {
    ...own,
    // There is one version, so the sources are equal and nothing is compared.
    versionDiff: async (domain, url, wish) =>
      diffOfSources(await own.versionSources(domain, url, [wish.from, wish.to], wish.part), wish),
  };
}
