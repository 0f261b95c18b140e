import {
  formatTimestamp,
  MAX_SIZE_DAYS,
  NoParameters,
  parameterChecker,
  type SizesAnswer,
} from '@sitegrep/contract';
import { countOutdatedDomains } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { currentFactsVersion, domainsHaving } from '../../facts-coverage.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const checkNothing = parameterChecker(NoParameters);

/** GET /admin/stats: how much is stored. GET /admin/sizes: how much was stored on each day. */
export function addStatsRoutes(app: FastifyInstance, { storage }: ApiParts): void {
  addOperation(app, 'getStats', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const { domains } = storage;
    const factsVersion = await currentFactsVersion();
    const [stats, having, outdated] = await Promise.all([
      domains.stats(),
      domainsHaving(domains),
      countOutdatedDomains(storage, factsVersion),
    ]);
    return {
      success: true,
      data: {
        domains: stats.domains,
        pages: stats.pages,
        source_bytes: stats.sourceBytes,
        compressed_bytes: stats.compressedBytes,
        versions: stats.versions,
        version_bytes: stats.versionBytes,
        index_bytes: stats.indexBytes,
        total_bytes: stats.totalBytes,
        segments_count: stats.segmentCount,
        segments: stats.segments.map(({ documents, deletedDocuments, bytes }) => ({
          documents,
          deleted_documents: deletedDocuments,
          bytes,
        })),
        domains_with: {
          headers: having.get('headers') ?? 0,
          cookies: having.get('cookies') ?? 0,
          files: having.get('file') ?? 0,
          hosts: having.get('hosts') ?? 0,
          certificate: having.get('certificate') ?? 0,
          icon: having.get('icon') ?? 0,
        },
        facts_version: factsVersion,
        outdated_domains: { count: outdated.count, is_exact: outdated.isExact },
      },
    };
  });

  addOperation(app, 'listSizes', {}, async (request): Promise<SizesAnswer> => {
    requireValid(checkNothing(request.query));
    const sizes = await storage.sizes.list(MAX_SIZE_DAYS);
    return {
      success: true,
      data: {
        sizes: sizes.map(({ day, at, domains, pages, sourceBytes, totalBytes }) => ({
          day,
          measured_at: formatTimestamp(at),
          domains,
          pages,
          source_bytes: sourceBytes,
          total_bytes: totalBytes,
        })),
      },
    };
  });
}
