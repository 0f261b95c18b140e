import { createHash } from 'node:crypto';
import { openApiDocument } from '@sitegrep/openapi';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addOperation } from '../operation-route.ts';
import { referencePage } from '../reference-page/page.ts';

/** Kept by clients and caches, and asked for again each time: what a 304 costs is nothing. */
const CACHING = 'no-cache';

/** GET /openapi.json: what the API takes and answers. GET /docs: the same for people. Both open to all. */
export function addReferenceRoutes(app: FastifyInstance): void {
  const document = openApiDocument();
  const page = referencePage(document);
  addOperation(
    app,
    'getOpenApi',
    {},
    answerWith(JSON.stringify(document), 'application/json; charset=utf-8'),
  );
  addOperation(
    app,
    'getReference',
    {},
    answerWith(page.text, 'text/html; charset=utf-8', {
      'content-security-policy': page.contentSecurityPolicy,
    }),
  );
}

/** Answers with a text that stays the same as long as the process runs; those who have it are told so. */
function answerWith(text: string, type: string, headers: Readonly<Record<string, string>> = {}) {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.headers({ ...headers, etag, 'cache-control': CACHING });
    if (isStill(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.type(type).send(text);
  };
}

/** Whether a client has it already, by its If-None-Match (RFC 9110, 13.1.2). */
function isStill(etag: string, known: string | undefined): boolean {
  const tags = known?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
