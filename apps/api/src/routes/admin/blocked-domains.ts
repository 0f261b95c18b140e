import { BlockRequest, checker, ListOptions, NoParameters, parameterChecker } from '@sitegrep/contract';
import { readBlockableDomain, readDomain } from '@sitegrep/site';
import type { DomainBlock } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { readOptionalJson, requireValid } from '../../body.ts';
import { blockItem } from '../../domain-record.ts';
import { Failure } from '../../failure.ts';
import { openNext, sealNext } from '../../list-token.ts';
import { once } from '../../once.ts';
import { addOperation } from '../../operation-route.ts';
import { pathDomain, requireReason } from '../../path-domain.ts';
import type { ApiParts } from '../../settings.ts';

const LIST = '/admin/blocked-domains';
const DEFAULT_LIMIT = 50;

const checkBody = checker(BlockRequest);
const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);

/** PUT, GET, DELETE /admin/blocked-domains/{domain} and the list of them: what may not be stored. */
export function addBlockedDomainRoutes(app: FastifyInstance, { storage }: ApiParts): void {
  const { blocks } = storage.domains;
  const listSecret = once(() => storage.keys.secret('next-token'));

  addOperation(app, 'blockDomain', { preParsing: readOptionalJson }, async (request) => {
    requireValid(checkNothing(request.query));
    const domain = pathDomain(request.params.domain, readBlockableDomain);
    const { reason } = requireValid(checkBody(request.json));
    const block = await blocks.block({ domain, reason: requireReason(reason), at: Date.now() });
    request.log.info(
      { keyId: request.apiKey?.id, keyPrefix: request.apiKey?.prefix, domain, reason: block.reason },
      'domain blocked',
    );
    return { success: true, data: blockItem(block) };
  });

  addOperation(app, 'listBlockedDomains', {}, async (request) => {
    const { limit = DEFAULT_LIMIT, next_token } = requireValid(checkList(request.query));
    const secret = await listSecret();
    const after = next_token === undefined ? {} : { after: openNext(secret, LIST, next_token) };
    const { items, next } = await blocks.list({ limit, ...after });
    return {
      success: true,
      data: { items: items.map(blockItem), next_token: sealNext(secret, LIST, next) },
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
  throw new Failure('not_found', `There is no block of ${domain} itself; GET ${LIST} lists those there are.`);
}
