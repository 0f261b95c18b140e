import { NoParameters, parameterChecker, type Removal, RemovalOptions } from '@sitegrep/contract';
import { readBlockableDomain, readDomain } from '@sitegrep/site';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { blockItem, domainRecord } from '../../domain-record.ts';
import { badRequest, Failure } from '../../failure.ts';
import { pathDomain, requireReason } from '../../path-domain.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

/** The reason of a takedown that gives none. */
const REQUESTED = 'takedown requested';

const checkNothing = parameterChecker(NoParameters);
const checkRemoval = parameterChecker(RemovalOptions);

/** GET, DELETE /admin/domains/{domain}: what is stored of it; its takedown. */
export function addDomainRoutes(app: FastifyInstance, { storage: { domains } }: ApiParts): void {
  addOperation(app, 'getDomain', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const domain = pathDomain(request.params.domain, readDomain);
    const [stored, block] = await Promise.all([domains.get(domain), domains.blocks.covering(domain)]);
    if (stored !== null) return { success: true, data: domainRecord(stored, block) };
    const why = block === null ? 'crawl or import it first' : `the block of ${block.domain} keeps it out`;
    throw new Failure('not_found', `Nothing is stored of ${domain}; ${why}.`);
  });

  addOperation(app, 'deleteDomain', {}, async (request) => {
    const { block = true, reason } = requireValid(checkRemoval(request.query));
    const domain = pathDomain(request.params.domain, block ? readBlockableDomain : readDomain);
    const why = requireReason(reason);
    if (why !== null && !block) {
      throw badRequest({
        field: 'reason',
        problem: 'is that of a block, and block is false',
        remedy: 'leave one of the two out',
      });
    }
    const data = block ? await takenDown(domain, why) : await removed(domain);
    request.log.info(
      {
        keyId: request.apiKey?.id,
        keyPrefix: request.apiKey?.prefix,
        domain,
        removed: data.removed.count,
        blocked: block,
        ...(data.block === null ? {} : { reason: data.block.reason }),
      },
      'domain removed',
    );
    return { success: true, data };
  });

  async function takenDown(domain: string, why: string | null): Promise<Removal> {
    const known = why ?? (await domains.blocks.get(domain))?.reason;
    const reason = known ?? REQUESTED;
    const { block, removed, samples } = await domains.blocks.takeDown({ domain, reason, at: Date.now() });
    return { domain, removed: { count: removed, domains: samples }, block: blockItem(block) };
  }

  async function removed(domain: string): Promise<Removal> {
    const there = await domains.delete(domain);
    return { domain, removed: { count: there ? 1 : 0, domains: there ? [domain] : [] }, block: null };
  }
}
