import { Type } from 'typebox';
import { ListOptions } from '../crawls.ts';
import {
  BlockAnswer,
  BlockListAnswer,
  BlockRequest,
  DomainAnswer,
  RemovalAnswer,
  RemovalOptions,
} from '../domains.ts';
import { CLOSED } from '../envelope.ts';
import type { Operation } from './operation.ts';

const DomainParameters = Type.Object(
  { domain: Type.String({ description: 'In any case and script; a leading www. is dropped.' }) },
  CLOSED,
);

const domain = {
  path: '/admin/domains/{domain}',
  scope: 'admin',
  tag: 'Domains',
  parameters: DomainParameters,
} as const;
const block = { ...domain, path: '/admin/blocked-domains/{domain}' } as const;

export const DOMAIN_OPERATIONS = {
  getDomain: {
    ...domain,
    method: 'GET',
    summary: 'What is stored of a domain',
    answers: [
      { status: 200, description: 'Its facts and pages, without their sources.', json: DomainAnswer },
    ],
  },
  deleteDomain: {
    ...domain,
    method: 'DELETE',
    summary: 'Take a domain down',
    description: 'With all domains under it. They are blocked, too, unless `block` is false.',
    query: RemovalOptions,
    answers: [{ status: 200, description: 'What was removed.', json: RemovalAnswer }],
  },
  listBlockedDomains: {
    method: 'GET',
    path: '/admin/blocked-domains',
    scope: 'admin',
    tag: 'Domains',
    summary: 'List all blocks',
    query: ListOptions,
    answers: [{ status: 200, description: 'By domain.', json: BlockListAnswer }],
  },
  getBlockedDomain: {
    ...block,
    method: 'GET',
    summary: 'Read the block of a domain',
    answers: [{ status: 200, description: 'The block.', json: BlockAnswer }],
  },
  blockDomain: {
    ...block,
    method: 'PUT',
    summary: 'Keep a domain out',
    description: 'Covers all domains under it. What is stored of them stays until it is taken down.',
    json: { schema: BlockRequest, isOptional: true },
    answers: [{ status: 200, description: 'The block as it is now.', json: BlockAnswer }],
  },
  unblockDomain: {
    ...block,
    method: 'DELETE',
    summary: 'Lift the block of a domain',
    answers: [{ status: 200, description: 'The block that was lifted.', json: BlockAnswer }],
  },
} as const satisfies Record<string, Operation>;
