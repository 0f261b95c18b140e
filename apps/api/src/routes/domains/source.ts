import { PageSourceOptions, parameterChecker } from '@sitegrep/contract';
import type { SourcePart, StoredSource } from '@sitegrep/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireValid } from '../../body.ts';
import { byteRange } from '../../byte-range.ts';
import { isStill } from '../../entity-tag.ts';
import { Failure } from '../../failure.ts';
import { requirePart } from '../../missing-page.ts';
import { namedDomain } from '../../named-domain.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const checkOptions = parameterChecker(PageSourceOptions);

/** Headers with which a source is sent: no browser may take the text of others for a page of this server. */
const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': 'sandbox',
  'accept-ranges': 'bytes',
} as const;

/** GET /domains/{domain}/pages/source: the stored source of a page, or a range of its bytes. */
export function addPageSourceRoute(app: FastifyInstance, { storage: { domains } }: ApiParts): void {
  addOperation(app, 'getPageSource', {}, async (request, reply) => {
    const { url, part = 'body' } = requireValid(checkOptions(request.query));
    const domain = namedDomain(request.params.domain);
    const read = (urls: readonly string[]) => domains.sources(domain, urls, part);
    const { revision, page } = await requirePart(domains, { domain, url }, read, unrendered);
    return send(request, reply, page, etagOf(revision, part, page));
  });
}

function unrendered(page: string): Failure {
  return new Failure(
    'not_found',
    `The page ${page} was not rendered: leave part out for the source that was sent, or crawl the site with render.`,
  );
}

/** Names the bytes of a source: a document of a revision never changes. */
function etagOf(revision: number, part: SourcePart, { fetchedAt, utf8 }: StoredSource): string {
  const numbers = [revision, fetchedAt, utf8.length].map((one) => one.toString(36));
  return `"${[...numbers, ...(part === 'body' ? [] : [part])].join('-')}"`;
}

function send(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { utf8 }: StoredSource,
  etag: string,
): FastifyReply {
  const source = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.length);
  const isKnown = isStill(etag, headers['if-none-match']);
  if (isKnown)
    return reply
      .code(304)
      .headers({ ...HEADERS, etag })
      .send();
  // Ranges are of GET alone; a weak tag, or a date, never guarantees the same bytes.
  const isRange = method === 'GET' && (headers['if-range'] ?? etag) === etag;
  const range = byteRange(isRange ? headers.range : undefined, source.length);
  if (range.kind === 'unsatisfiable') {
    throw new Failure(
      'range_not_satisfiable',
      `The range begins after the end of the source, which has ${source.length} bytes; ask for an earlier one.`,
      { 'content-range': `bytes */${source.length}` },
    );
  }
  reply.headers({ ...HEADERS, etag });
  if (range.kind === 'whole') return reply.send(source);
  const { first, last } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${source.length}`)
    .send(source.subarray(first, last + 1));
}
