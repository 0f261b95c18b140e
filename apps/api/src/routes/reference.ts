import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { openApiDocument } from '@sitegrep/openapi';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStill } from '../entity-tag.ts';
import { once } from '../once.ts';
import { addOperation } from '../operation-route.ts';
import { referencePage } from '../reference-page/page.ts';
import { wantsPage } from '../wants-page.ts';

/** Clients may cache the document, but must revalidate it each time; a 304 costs next to nothing. */
const CACHING = 'no-cache';

/** GET /openapi.json: the description of the API. GET /docs: the same for people. GET / leads to them. None needs a key. */
export function addReferenceRoutes(app: FastifyInstance): void {
  addOperation(app, 'getEntry', {}, async ({ headers }, reply) => {
    varyBy(reply, 'Accept');
    if (wantsPage(headers)) {
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

/** Names a header of requests by which answers differ, beside those that are named already (Origin, if others may call). */
function varyBy(reply: FastifyReply, header: string): void {
  const known = reply.getHeader('vary');
  reply.header('vary', known === undefined ? header : `${String(known)}, ${header}`);
}

interface Text {
  readonly text: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A text in the encodings in which it is sent. */
interface Static {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Weak, since it is the same for all encodings. */
  readonly etag: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

/** Encodings (RFC 9110, 8.4.1), the one that makes least of a text first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A document takes some 20 ms; the highest quality, 11, takes ten times as long to save a tenth. */
const BROTLI_QUALITY = 9;

/**
 * Answers with a text that does not change while the process runs, compressed if the client takes that, or with 304 if the
 * client has it. It is made at the first request, since most processes never get one.
 */
function answerWith(make: () => Text) {
  const made = once(async () => compressed(make()));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { type, headers, etag, bodies } = await made();
    reply.headers({ ...headers, etag, 'cache-control': CACHING });
    varyBy(reply, 'Accept-Encoding');
    if (isStill(etag, request.headers['if-none-match'])) return reply.code(304).send();
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type).send(bodies[encoding]);
  };
}

async function compressed({ text, type, headers }: Text): Promise<Static> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity),
  ]);
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`;
  return { type, headers, etag, bodies: { br, gzip: gzipped, identity } };
}

/** Reads the best encoding that a client accepts (RFC 9110, 12.5.3); one with any weight but 0 is accepted. */
function acceptedEncoding(accepted = ''): Encoding {
  const ranges = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((range) => range.split(';').map((part) => part.trim()))
      .map(([name = '', weight = 'q=1']) => [name, weight] as const),
  );
  const isAccepted = (name: Encoding): boolean =>
    name === 'identity' || Number((ranges.get(name) ?? ranges.get('*') ?? 'q=0').slice(2)) > 0;
  return ENCODINGS.find(isAccepted) ?? 'identity';
}
