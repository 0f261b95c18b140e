import { DOMAIN_FIELD_NAMES } from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { fieldSchemas } from './domain-fields.ts';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

const reason = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Why; shown with the outcome of each crawl that meets the block.',
});

/** What PUT /admin/blocked-domains/{domain} takes; no body is as good as an empty object. */
export const BlockRequest = Type.Object({ reason: Type.Optional(reason) }, CLOSED);

export const BlockItem = Type.Object(
  {
    domain: Type.String({ description: 'Covers all domains under it, too.' }),
    reason: nullable(Type.String()),
    created_at: Timestamp,
  },
  CLOSED,
);
export type BlockItem = Answer<Static<typeof BlockItem>>;

export const BlockAnswer = successOf(BlockItem);
export const BlockListAnswer = successOf(listOf(BlockItem));

const count = Type.Integer({ minimum: 0 });

const DomainPage = Type.Object(
  {
    url: Type.String(),
    bytes: Type.Integer({ minimum: 0, description: 'Of the stored source, as UTF-8.' }),
    fetched_at: Timestamp,
    charset: Type.String({ description: 'What it was decoded with.' }),
    truncated: Type.Boolean({ description: 'A cap cut the source short.' }),
  },
  CLOSED,
);

/** What is stored of a domain: what a search shows, its pages, and the block that covers it. */
export const DomainRecord = Type.Object(
  {
    type: Type.Literal('domain_technology_item'),
    ...fieldSchemas(DOMAIN_FIELD_NAMES),
    revision: Type.Integer({ minimum: 1, description: 'Rises each time the domain is written.' }),
    pages: Type.Array(DomainPage, { description: 'Without their sources; all had a 2xx status.' }),
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
        description: 'false: remove only, so that the next crawl stores it again.',
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
        domains: Type.Array(Type.String(), { description: 'The first hundred of them.' }),
      },
      { ...CLOSED, description: 'Domains whose documents were there, and are gone.' },
    ),
    block: nullable(BlockItem),
  },
  CLOSED,
);
export type Removal = Answer<Static<typeof Removal>>;

export const RemovalAnswer = successOf(Removal);
