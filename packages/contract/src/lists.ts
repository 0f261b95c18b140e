import { LIST_NAME_PATTERN, LIST_NAME_REMEDY, SEARCH_BOUNDS } from '@sitegrep/search';
import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, listOf, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

const { maxListed } = SEARCH_BOUNDS;

export const DomainListParameters = Type.Object(
  {
    id: Type.String({
      pattern: LIST_NAME_PATTERN,
      'x-remedy': LIST_NAME_REMEDY,
      description: 'Name of the list, as list: in a query has it.',
    }),
  },
  CLOSED,
);

/** Entries in JSON. */
function entriesOf(description: string) {
  return Type.Array(Type.String(), {
    minItems: 1,
    maxItems: maxListed,
    description,
    'x-remedy': `give 1 to ${maxListed}; PUT takes more as text, one a line`,
    examples: [['example.com', 'https://www.example.org/page']],
  });
}

/** Request of PUT /lists/{id} in JSON. */
export const PutDomainListRequest = Type.Object(
  { domains: entriesOf('Domains or URLs, in any case and script.') },
  CLOSED,
);
export type PutDomainListRequest = Static<typeof PutDomainListRequest>;

/** Request of PATCH /lists/{id}. */
export const ChangeDomainListRequest = Type.Object(
  {
    add: Type.Optional(entriesOf('Domains or URLs that come into the list.')),
    remove: Type.Optional(
      entriesOf('Domains or URLs that go. One that is in `add`, too, is in the list afterwards.'),
    ),
    make: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether the list is made of what is added if there is none of this name. No list is replaced.',
      }),
    ),
  },
  CLOSED,
);
export type ChangeDomainListRequest = Static<typeof ChangeDomainListRequest>;

const domains = Type.Integer({ minimum: 1, description: 'Number of the domains in the list.' });
const listed = {
  id: Type.String(),
  domains,
  created_at: Timestamp,
  changed_at: Timestamp,
};

export const DomainListItem = Type.Object(listed, CLOSED);
export type DomainListItem = Answer<Static<typeof DomainListItem>>;

export const DomainListRecord = Type.Object(
  {
    ...listed,
    stored: Type.Integer({ minimum: 0, description: 'How many of its domains are in the index.' }),
  },
  CLOSED,
);
export type DomainListRecord = Answer<Static<typeof DomainListRecord>>;

/** A list after it was written, with the entries that name no domain. */
export const WrittenDomainList = Type.Object(
  {
    ...listed,
    rejected: Type.Object(
      {
        count: Type.Integer({ minimum: 0 }),
        samples: Type.Array(Type.Object({ input: Type.String(), reason: Type.String() }, CLOSED), {
          description: 'The first 20, each with at most 200 characters.',
        }),
      },
      { ...CLOSED, description: 'Entries that name no domain. The list is written without them.' },
    ),
  },
  CLOSED,
);
export type WrittenDomainList = Answer<Static<typeof WrittenDomainList>>;

export const DomainListAnswer = successOf(DomainListRecord);
export const DomainListItemAnswer = successOf(DomainListItem);
export const WrittenDomainListAnswer = successOf(WrittenDomainList);
export const DomainListListAnswer = successOf(listOf(DomainListItem));
export const DomainListNamesAnswer = successOf(
  listOf(Type.String({ description: 'A domain in canonical form.' })),
);

/** Query parameters of GET /lists/{id}/domains. */
export const DomainListNamesOptions = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 50 })),
    next_token: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_048, description: '`next_token` of the page before.' }),
    ),
    as: Type.Optional(
      Type.Enum(['json', 'text'], {
        default: 'json',
        description: 'text: all domains from the position on, one a line; limit does not count then.',
      }),
    ),
  },
  CLOSED,
);
