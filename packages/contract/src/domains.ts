import { DOMAIN_FIELD_NAMES } from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { fieldSchemas } from './domain-fields.ts';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { DomainPage } from './known-domains.ts';
import { plainLine } from './plain-line.ts';
import { Timestamp } from './timestamp.ts';

const reason = plainLine(500, 'Reason of the block. Outcomes of crawls that it stops show it.');

/** Request of PUT /admin/blocked-domains/{domain}. It may have no body. */
export const BlockRequest = Type.Object({ reason: Type.Optional(reason) }, CLOSED);

export const BlockItem = Type.Object(
  {
    domain: Type.String({ description: 'Domain that is blocked, with all domains under it.' }),
    reason: nullable(Type.String()),
    created_at: Timestamp,
  },
  CLOSED,
);
export type BlockItem = Answer<Static<typeof BlockItem>>;

export const BlockAnswer = successOf(BlockItem);
export const BlockListAnswer = successOf(listOf(BlockItem));

const count = Type.Integer({ minimum: 0 });

/** Everything that is stored of a domain except sources: its fields, its pages and the block that covers it. */
export const DomainRecord = Type.Object(
  {
    type: Type.Literal('domain_technology_item'),
    ...fieldSchemas(DOMAIN_FIELD_NAMES),
    revision: Type.Integer({ minimum: 1, description: 'Number that rises each time the domain is written.' }),
    pages: Type.Array(DomainPage, {
      description: 'Stored pages, without their sources. All had a status of 2xx.',
    }),
    block: nullable(BlockItem),
  },
  CLOSED,
);
export type DomainRecord = Answer<Static<typeof DomainRecord>>;

export const DomainAnswer = successOf(DomainRecord);

/** Query parameters of DELETE /admin/domains/{domain}. */
export const RemovalOptions = Type.Object(
  {
    block: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'false: the domain is only removed, so the next crawl of it stores it again.',
      }),
    ),
    reason: Type.Optional(reason),
  },
  CLOSED,
);

const Removal = Type.Object(
  {
    domain: Type.String(),
    removed: Type.Object(
      {
        count,
        domains: Type.Array(Type.String(), { description: 'Names of the first hundred.' }),
      },
      { ...CLOSED, description: 'Domains whose documents were removed.' },
    ),
    block: nullable(BlockItem),
  },
  CLOSED,
);
export type Removal = Answer<Static<typeof Removal>>;

export const RemovalAnswer = successOf(Removal);
