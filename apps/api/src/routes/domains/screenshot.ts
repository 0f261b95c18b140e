import { PageScreenshotOptions, parameterChecker } from '@sitegrep/contract';
import type { DomainIndex, ScreenshotList } from '@sitegrep/storage';
import type { ScreenshotSize } from '@sitegrep/site';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { isStill } from '../../entity-tag.ts';
import { Failure } from '../../failure.ts';
import { requirePage, writtenUrl } from '../../missing-page.ts';
import { namedDomain, requireStored } from '../../named-domain.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const checkOptions = parameterChecker(PageScreenshotOptions);

/** Headers with which an image is sent: opened by itself, it may do nothing either. */
const HEADERS = { 'content-type': 'image/webp', 'content-security-policy': 'sandbox' } as const;

/** GET and HEAD /domains/{domain}/pages/screenshot: the stored screenshot of a page. */
export function addPageScreenshotRoute(app: FastifyInstance, { storage: { domains } }: ApiParts): void {
  addOperation(app, 'getPageScreenshot', {}, async (request, reply) => {
    const { url, size = 'full' } = requireValid(checkOptions(request.query));
    const domain = namedDomain(request.params.domain);
    const { revision, page } = await storedScreenshot(domains, { domain, url, size });
    const etag = `"${revision.toString(36)}-${page.fetchedAt.toString(36)}-${size}"`;
    reply.headers({ ...HEADERS, etag });
    if (isStill(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.send(Buffer.from(page.webp.buffer, page.webp.byteOffset, page.webp.length));
  });
}

/** @throws Failure not_found */
async function storedScreenshot(
  domains: DomainIndex,
  { domain, url, size }: { readonly domain: string; readonly url: string; readonly size: ScreenshotSize },
): Promise<{ readonly revision: number; readonly page: ScreenshotList['pages'][number] }> {
  const found = await domains.screenshots(domain, [url, writtenUrl(url)], size);
  const { revision, pages } = requireStored(domain, found);
  const page = pages.find((one) => one.url === url) ?? pages[0];
  if (page !== undefined) return { revision, page };
  const list = requireStored(domain, await domains.pages(domain));
  requirePage(
    domain,
    url,
    list.pages.map((one) => one.url),
  );
  throw new Failure(
    'not_found',
    `The page ${JSON.stringify(url.slice(0, 300))} has no screenshot: set SITEGREP_SCREENSHOTS=on where pages are rendered, and crawl the site with render.`,
  );
}
