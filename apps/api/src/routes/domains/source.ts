import { PageSourceOptions, parameterChecker } from '@sitegrep/contract';
import type { DomainIndex, SourcePart, StoredSource } from '@sitegrep/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireValid } from '../../body.ts';
import { byteRange } from '../../byte-range.ts';
import { isStill } from '../../entity-tag.ts';
import { Failure } from '../../failure.ts';
import { namedDomain, requireStored } from '../../named-domain.ts';
import { nearestUrls } from '../../nearest-urls.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const checkOptions = parameterChecker(PageSourceOptions);

/** Headers with which a source is sent: no browser may take the text of others for a page of this server. */
const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': 'sandbox',
  'accept-ranges': 'bytes',
} as const;

/** GET and HEAD /domains/{domain}/pages/source: the stored source of a page, or a range of its bytes. */
export function addPageSourceRoute(app: FastifyInstance, { storage: { domains } }: ApiParts): void {
  addOperation(app, 'getPageSource', {}, async (request, reply) => {
    const { url, part = 'body' } = requireValid(checkOptions(request.query));
    const domain = namedDomain(request.params.domain);
    const { revision, page } = await storedSource(domains, { domain, url, part });
    return send(request, reply, page, etagOf(revision, part, page));
  });
}

/** @throws Failure not_found */
async function storedSource(
  domains: DomainIndex,
  { domain, url, part }: { readonly domain: string; readonly url: string; readonly part: SourcePart },
): Promise<{ readonly revision: number; readonly page: StoredSource }> {
  // Stored URLs are in the form that the URL standard gives them: https://example.com has a slash there.
  const written = URL.parse(url)?.href ?? url;
  const { revision, pages } = requireStored(domain, await domains.sources(domain, [url, written], part));
  const page = pages.find((one) => one.url === url) ?? pages[0];
  if (page !== undefined) return { revision, page };
  const list = requireStored(domain, await domains.pages(domain));
  const known = list.pages.map((one) => one.url);
  if (known.includes(url) || known.includes(written)) {
    throw new Failure(
      'not_found',
      `The page ${JSON.stringify(url.slice(0, 300))} was not rendered: leave part out for the source that was sent, or crawl the site with render.`,
    );
  }
  throw new Failure(
    'not_found',
    `No page of ${domain} is stored under ${JSON.stringify(url.slice(0, 300))}; ${nearestIn(written, known)}.`,
  );
}

function nearestIn(url: string, known: readonly string[]): string {
  const nearest = nearestUrls(url, known);
  if (known.length === 1) return `its only page is ${nearest.join('')}`;
  const named = `${nearest.slice(0, -1).join(', ')} and ${nearest.at(-1) ?? ''}`;
  if (known.length === nearest.length) return `its pages are ${named}`;
  return `the nearest of its ${known.length} pages are ${named}; GET /domains/{domain}/pages lists all`;
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
