import { createHash } from 'node:crypto';
import { openApiDocument } from '@sitegrep/openapi';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addOperation } from '../operation-route.ts';
import { referencePage } from '../reference-page/page.ts';

/** Clients may cache the document, but must revalidate it each time; a 304 costs next to nothing. */
const CACHING = 'no-cache';

/** GET /openapi.json: the description of the API. GET /docs: the same for people. GET / leads to them. None needs a key. */
export function addReferenceRoutes(app: FastifyInstance): void {
  addOperation(app, 'getEntry', {}, async ({ headers }, reply) => {
    reply.header('vary', 'Accept');
    if (headers.accept?.includes('text/html') === true) {
      // Relative, to stay below the path of a proxy.
      return reply.code(303).header('location', 'docs').send();
    }
    return { success: true, data: { name: 'sitegrep', docs: '/docs', openapi: '/openapi.json' } };
  });
  addOperation(
    app,
    'getOpenApi',
    {},
    answerWith(() => ({
      text: JSON.stringify(openApiDocument()),
      type: 'application/json; charset=utf-8',
      headers: {},
    })),
  );
  addOperation(
    app,
    'getReference',
    {},
    answerWith(() => {
      const { text, contentSecurityPolicy } = referencePage(openApiDocument());
      const headers = { 'content-security-policy': contentSecurityPolicy };
      return { text, type: 'text/html; charset=utf-8', headers };
    }),
  );
}

interface Text {
  readonly text: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Answers with a text that does not change while the process runs, or with 304 if the client has it. It is made at the
 * first request, since most processes never get one.
 */
function answerWith(make: () => Text) {
  let made: (Text & { readonly etag: string }) | null = null;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    made ??= withEtag(make());
    const { text, type, headers, etag } = made;
    reply.headers({ ...headers, etag, 'cache-control': CACHING });
    if (isStill(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.type(type).send(text);
  };
}

function withEtag(made: Text): Text & { readonly etag: string } {
  return { ...made, etag: `"${createHash('sha256').update(made.text).digest('base64url')}"` };
}

/** Whether a client has the current version, by its If-None-Match (RFC 9110, 13.1.2). */
function isStill(etag: string, known: string | undefined): boolean {
  const tags = known?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
