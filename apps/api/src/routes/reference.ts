import { createHash } from 'node:crypto';
import { openApiDocument } from '@sitegrep/openapi';
import type { FastifyInstance } from 'fastify';
import { addOperation } from '../operation-route.ts';

/** Kept by clients and caches, and asked for again each time: what a 304 costs is nothing. */
const CACHING = 'no-cache';

/** GET /openapi.json: what the API takes and answers. Open to all. */
export function addReferenceRoutes(app: FastifyInstance): void {
  const document = JSON.stringify(openApiDocument());
  const etag = `"${createHash('sha256').update(document).digest('base64url')}"`;

  addOperation(app, 'getOpenApi', {}, async (request, reply) => {
    reply.headers({ etag, 'cache-control': CACHING });
    if (isStill(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(document);
  });
}

/** Whether a client has it already, by its If-None-Match (RFC 9110, 13.1.2). */
function isStill(etag: string, known: string | undefined): boolean {
  const tags = known?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
