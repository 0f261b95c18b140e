import { ICON_MEDIA_TYPES, NoParameters, parameterChecker, type IconHashes } from '@sitegrep/contract';
import type { IconReading } from '@sitegrep/icons';
import type { FastifyInstance } from 'fastify';
import { bytesOf, requireMediaType, requireValid } from '../../body.ts';
import { isStill } from '../../entity-tag.ts';
import { badRequest, Failure } from '../../failure.ts';
import { namedDomain, requireStored } from '../../named-domain.ts';
import { addOperation } from '../../operation-route.ts';
import type { Searches } from '../../searches.ts';
import type { ApiParts } from '../../settings.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Body of a request whose route reads an icon. */
    icon: Buffer | undefined;
  }
}

const checkNothing = parameterChecker(NoParameters);

/** Headers with which an icon is sent: opened by itself, it may do nothing either. */
const HEADERS = { 'content-type': 'image/png', 'content-security-policy': 'sandbox' } as const;

/**
 * GET /domains/{domain}/icon: the icon of a site as it was written anew. POST /icons: the hashes of an icon that is sent.
 *
 * @param searches decide when an icon is read: it may be made to take long
 */
export function addIconRoutes(
  app: FastifyInstance,
  { storage, analysis }: ApiParts,
  searches: Searches,
): void {
  addOperation(app, 'getDomainIcon', {}, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const domain = namedDomain(request.params.domain);
    const { site } = requireStored(domain, await storage.domains.answers(domain, { offset: 0, limit: 0 }));
    const icon = site?.icon ?? null;
    if (icon === null) throw withoutIcon(domain);
    if (icon.png === null)
      throw new Failure('not_found', `The icon of ${domain} ${icon.problem}: it has hashes only.`);
    const etag = `"${icon.sha256.slice(0, 32)}"`;
    reply.headers({ ...HEADERS, etag });
    if (isStill(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.send(Buffer.from(icon.png, 'base64'));
  });

  addOperation(
    app,
    'hashIcon',
    {
      onRequest: searches.hooks.onRequest,
      async preParsing(request, _reply, body) {
        const bytes = await bytesOf(request, body);
        requireMediaType(request.headers, ICON_MEDIA_TYPES);
        request.icon = bytes;
      },
    },
    async (request, reply) => {
      requireValid(checkNothing(request.query));
      const { icon } = request;
      if (icon === undefined || icon.length === 0)
        throw badRequest({ field: 'The body', problem: 'is empty', remedy: 'send the bytes of an icon' });
      return searches.withinTime(reply, async (signal) => {
        const read = () => analysis().readIcon(Uint8Array.from(icon), 'urgent');
        return { success: true, data: hashesOf(await searches.queued(request, signal, read)) };
      });
    },
  );
}

function hashesOf({ type, bytes, mmh3, md5, sha256, phash, problem }: IconReading): IconHashes {
  const hashes = { type, bytes, mmh3, md5, sha256, phash, problem };
  return { ...hashes, q: `icon:${mmh3}`, q_alike: phash === null ? null : `icon~:${phash}` };
}

function withoutIcon(domain: string): Failure {
  return new Failure(
    'not_found',
    `No icon of ${domain} is stored: set SITEGREP_ICONS=on where sites are crawled, and crawl it again.`,
  );
}
