import { NoParameters, parameterChecker } from '@sitegrep/contract';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const checkNothing = parameterChecker(NoParameters);

/** GET /admin/stats: how much is stored. */
export function addStatsRoute(app: FastifyInstance, { storage }: ApiParts): void {
  addOperation(app, 'getStats', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const stats = await storage.domains.stats();
    return {
      success: true,
      data: {
        domains: stats.domains,
        pages: stats.pages,
        source_bytes: stats.sourceBytes,
        compressed_bytes: stats.compressedBytes,
        index_bytes: stats.indexBytes,
        total_bytes: stats.totalBytes,
        segments_count: stats.segmentCount,
        segments: stats.segments.map(({ documents, deletedDocuments, bytes }) => ({
          documents,
          deleted_documents: deletedDocuments,
          bytes,
        })),
      },
    };
  });
}
