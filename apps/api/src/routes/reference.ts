import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { openApiDocument } from '@sitegrep/openapi';
import type { FastifyInstance } from 'fastify';
import { chosenEncoding, type Encoding, varyBy } from '../content-encoding.ts';
import type { Documentation } from '../documentation.ts';
import { isStill } from '../entity-tag.ts';
import { once } from '../once.ts';
import { addOperation } from '../operation-route.ts';
import { wantsPage } from '../wants-page.ts';

/** A document takes some 20 ms; the highest quality, 11, takes ten times as long to save a tenth. */
const BROTLI_QUALITY = 9;

/** GET /openapi.json: the description of the API. GET /docs: the documentation. GET / leads to them. None needs a key. */
export function addReferenceRoutes(app: FastifyInstance, documentation: Documentation): void {
  addOperation(app, 'getEntry', {}, async ({ headers }, reply) => {
    varyBy(reply, 'Accept');
    if (wantsPage(headers)) {
      // Relative, to stay below the path of a proxy.
      return reply.code(303).header('location', 'docs').send();
    }
    return { success: true, data: { name: 'sitegrep', docs: '/docs', openapi: '/openapi.json' } };
  });
  // It does not change while the process runs, and most processes never get a request for it.
  const described = once(compressedDocument);
  addOperation(app, 'getOpenApi', {}, async (request, reply) => {
    const { etag, bodies } = await described();
    // Clients may keep the document, but must revalidate it each time; a 304 costs next to nothing.
    reply.headers({ etag, 'cache-control': 'no-cache' });
    const encoding = chosenEncoding(request.headers['accept-encoding'], reply);
    if (isStill(etag, request.headers['if-none-match'])) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('application/json; charset=utf-8').send(bodies[encoding]);
  });
  addOperation(app, 'getReference', {}, async (request, reply) => {
    // Addresses in the page are relative, to stay below the path of a proxy.
    const [path = ''] = request.url.split('?', 1);
    const answer = await documentation.answer(path.endsWith('/') ? 'index-below' : 'index', request, reply);
    if (answer === null) throw new Error('the documentation has no first page');
    return answer;
  });
}

interface Compressed {
  /** Weak, since it is the same for all encodings. */
  readonly etag: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

async function compressedDocument(): Promise<Compressed> {
  const identity = Buffer.from(JSON.stringify(openApiDocument()));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity),
  ]);
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`;
  return { etag, bodies: { br, gzip: gzipped, identity } };
}
