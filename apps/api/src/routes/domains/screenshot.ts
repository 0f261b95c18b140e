import { PageScreenshotOptions, parameterChecker } from '@sitegrep/contract';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { isStill } from '../../entity-tag.ts';
import { Failure } from '../../failure.ts';
import { requirePart } from '../../missing-page.ts';
import { namedDomain } from '../../named-domain.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const checkOptions = parameterChecker(PageScreenshotOptions);

/** Headers with which an image is sent: opened by itself, it may do nothing either. */
const HEADERS = { 'content-type': 'image/webp', 'content-security-policy': 'sandbox' } as const;

/** GET /domains/{domain}/pages/screenshot: the stored screenshot of a page. */
export function addPageScreenshotRoute(app: FastifyInstance, { storage: { domains } }: ApiParts): void {
  addOperation(app, 'getPageScreenshot', {}, async (request, reply) => {
    const { url, size = 'full' } = requireValid(checkOptions(request.query));
    const domain = namedDomain(request.params.domain);
    const read = (urls: readonly string[]) => domains.screenshots(domain, urls, size);
    const { revision, page } = await requirePart(domains, { domain, url }, read, unshown);
    const etag = `"${revision.toString(36)}-${page.fetchedAt.toString(36)}-${size}"`;
    reply.headers({ ...HEADERS, etag });
    if (isStill(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.send(Buffer.from(page.webp.buffer, page.webp.byteOffset, page.webp.length));
  });
}

function unshown(page: string): Failure {
  return new Failure(
    'not_found',
    `The page ${page} has no screenshot: set SITEGREP_SCREENSHOTS=on where pages are rendered, and crawl the site with render.`,
  );
}
