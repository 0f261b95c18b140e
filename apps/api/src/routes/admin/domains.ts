import {
  BlockRequest,
  checker,
  ListOptions,
  NoParameters,
  parameterChecker,
  type Removal,
  RemovalOptions,
} from '@sitegrep/contract';
import { type NamedDomain, readBlockableDomain, readDomain } from '@sitegrep/site';
import type { DomainBlock } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { readOptionalJson, requireValid } from '../../body.ts';
import { blockItem, domainRecord } from '../../domain-record.ts';
import { badRequest, Failure } from '../../failure.ts';
import { visitItem } from '../../crawl-items.ts';
import { openLists } from '../../lists.ts';
import { addOperation, noSuchPath } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

/** Reason of a takedown when none is given. */
const REQUESTED = 'takedown requested';

const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);
const checkRemoval = parameterChecker(RemovalOptions);

/** GET and DELETE /admin/domains/{domain}: the stored record of a domain, and its takedown. GET …/visits: its crawls. */
export function addDomainRoutes(app: FastifyInstance, { storage }: ApiParts): void {
  const { domains, crawls } = storage;
  const lists = openLists(storage.keys);

  addOperation(app, 'inspectDomain', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const domain = pathDomain(request.params.domain, readDomain);
    const [stored, block] = await Promise.all([domains.pages(domain), domains.blocks.covering(domain)]);
    if (stored !== null) return { success: true, data: domainRecord(stored, block) };
    const why = block === null ? 'crawl or import it first' : `it is blocked by the block of ${block.domain}`;
    throw new Failure('not_found', `Nothing is stored for ${domain}; ${why}.`);
  });

  addOperation(app, 'listDomainVisits', {}, async (request) => {
    const options = requireValid(checkList(request.query));
    const domain = pathDomain(request.params.domain, readDomain);
    const list = `/admin/domains/${domain}/visits`;
    const { items, next } = await crawls.visits(domain, await lists.pageOf(list, options));
    return {
      success: true,
      data: { items: items.map(visitItem), next_token: await lists.tokenOf(list, next) },
    };
  });

  addOperation(app, 'deleteDomain', {}, async (request) => {
    const { block = true, reason } = requireValid(checkRemoval(request.query));
    const domain = pathDomain(request.params.domain, block ? readBlockableDomain : readDomain);
    const why = reason?.trim() ?? null;
    if (why !== null && !block) {
      throw badRequest({
        field: 'reason',
        problem: 'is the reason of a block, but block is false',
        remedy: 'leave one of them out',
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

const LIST = '/admin/blocked-domains';

const checkBody = checker(BlockRequest);

/** PUT, GET and DELETE /admin/blocked-domains/{domain}, and the list of blocked domains. */
export function addBlockedDomainRoutes(app: FastifyInstance, { storage }: ApiParts): void {
  const { blocks } = storage.domains;
  const lists = openLists(storage.keys);

  addOperation(app, 'blockDomain', { preParsing: readOptionalJson }, async (request) => {
    requireValid(checkNothing(request.query));
    const domain = pathDomain(request.params.domain, readBlockableDomain);
    const { reason } = requireValid(checkBody(request.json));
    const block = await blocks.block({ domain, reason: reason?.trim() ?? null, at: Date.now() });
    request.log.info(
      { keyId: request.apiKey?.id, keyPrefix: request.apiKey?.prefix, domain, reason: block.reason },
      'domain blocked',
    );
    return { success: true, data: blockItem(block) };
  });

  addOperation(app, 'listBlockedDomains', {}, async (request) => {
    const page = await lists.pageOf(LIST, requireValid(checkList(request.query)));
    const { items, next } = await blocks.list(page);
    return {
      success: true,
      data: { items: items.map(blockItem), next_token: await lists.tokenOf(LIST, next) },
    };
  });

  addOperation(app, 'getBlockedDomain', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const domain = pathDomain(request.params.domain, readDomain);
    return { success: true, data: blockItem(requireBlock(domain, await blocks.get(domain))) };
  });

  addOperation(app, 'unblockDomain', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const domain = pathDomain(request.params.domain, readDomain);
    const block = requireBlock(domain, await blocks.unblock(domain));
    request.log.info(
      { keyId: request.apiKey?.id, keyPrefix: request.apiKey?.prefix, domain },
      'domain unblocked',
    );
    return { success: true, data: blockItem(block) };
  });
}

/** @throws Failure not_found */
function requireBlock(domain: string, block: DomainBlock | null): DomainBlock {
  if (block !== null) return block;
  throw new Failure('not_found', `${domain} itself is not blocked; GET ${LIST} lists all blocks.`);
}

/**
 * Reads the domain in a path.
 *
 * @param read `readDomain`, or `readBlockableDomain` for a domain to be blocked
 * @throws Failure bad_request; not_found if the path has none
 */
function pathDomain(text: string, read: (text: string) => NamedDomain): string {
  if (text === '') throw noSuchPath();
  const named = read(text);
  if (named.kind === 'domain') return named.domain;
  const { problem, remedy } = named;
  return refuse(`The domain ${JSON.stringify(text.slice(0, 100))}`, problem, remedy);
}

function refuse(field: string, problem: string, remedy: string): never {
  throw badRequest({ field, problem, remedy });
}
