import { LIST_NAME_PATTERN, LIST_NAME_REMEDY } from '@sitegrep/search';
import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { plainLine } from './plain-line.ts';
import { queryFields } from './search.ts';
import { Timestamp } from './timestamp.ts';

/** Levels of saved searches. */
export const SAVED_LEVELS = ['domain', 'page', 'change'] as const;

/** Kinds of the events of a saved search. */
export const EVENT_KINDS = ['appeared', 'disappeared', 'changed'] as const;

/** Forms of the messages that a webhook gets: ours, or that of a chat. */
export const WEBHOOK_TEMPLATES = ['standard', 'slack', 'teams'] as const;

const SAVED_SEARCH_BOUNDS = { maxLabel: 200, maxRecipients: 20, maxUrl: 2_000 } as const;

const { maxLabel, maxRecipients, maxUrl } = SAVED_SEARCH_BOUNDS;

export const SavedSearchParameters = Type.Object(
  {
    id: Type.String({
      pattern: LIST_NAME_PATTERN,
      'x-remedy': LIST_NAME_REMEDY,
      description: 'Name of the saved search, as saved: in a query has it.',
    }),
  },
  CLOSED,
);

const Webhook = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: maxUrl,
      description: 'Address that deliveries are sent to by POST, http or https.',
      examples: ['https://hooks.example.com/sitegrep'],
    }),
    secret: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Secret that deliveries are signed with: whsec_ and 24 to 64 bytes in Base64. Absent: the one that the search has already, ' +
          'or one that is made and is in this answer only.',
      }),
    ),
    template: Type.Optional(
      Type.Enum([...WEBHOOK_TEMPLATES], {
        default: 'standard',
        description: 'Form of the messages: that of docs/alerts.md, or that of the webhook of a chat.',
      }),
    ),
  },
  CLOSED,
);

const Mail = Type.Object(
  {
    to: Type.Array(
      Type.String({
        minLength: 3,
        maxLength: 254,
        pattern: "^[A-Za-z0-9.!#%&'*/=?_{|}~+-]+@[A-Za-z0-9.-]+$",
        'x-remedy': 'write an address, as alerts@example.com',
      }),
      {
        minItems: 1,
        maxItems: maxRecipients,
        uniqueItems: true,
        description: 'Addresses that get the mail.',
        'x-remedy': `give 1 to ${maxRecipients} addresses, each once`,
      },
    ),
    every: Type.Enum(['hour', 'day'], { description: 'How often a mail is sent, if there is news.' }),
  },
  CLOSED,
);

const Notify = Type.Object(
  {
    webhook: Type.Optional(Webhook),
    mail: Type.Optional(Mail),
    on: Type.Optional(
      Type.Array(Type.Enum([...EVENT_KINDS]), {
        minItems: 1,
        maxItems: EVENT_KINDS.length,
        uniqueItems: true,
        description:
          'Kinds of events that are told; appeared and disappeared, unless stated. changed: the matching pages are others, or one of ' +
          'them has another source (level page).',
        'x-remedy': `give some of ${EVENT_KINDS.join(', ')}, each once`,
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          'Number of domains: it is told when more fulfil the search, and when it is no longer so.',
      }),
    ),
  },
  CLOSED,
);

/** Request of PUT /searches/{id}. */
export const PutSavedSearchRequest = Type.Object(
  {
    q: queryFields.q,
    query: queryFields.query,
    literal: queryFields.literal,
    level: Type.Optional(
      Type.Enum([...SAVED_LEVELS], {
        default: 'domain',
        description: 'Level of the search: domains, domains by their pages, or changes of domains.',
      }),
    ),
    label: Type.Optional(plainLine(maxLabel, 'Title that people read.')),
    shared: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether all keys see the search. Needs a key with the scope admin.',
      }),
    ),
    notify: Type.Optional(Notify),
  },
  { ...CLOSED, 'x-exclusive': ['q', 'query'] },
);
export type PutSavedSearchRequest = Static<typeof PutSavedSearchRequest>;

/** Telling as answers show it: without the secret. */
const ShownNotify = Type.Object(
  {
    webhook: nullable(
      Type.Object({ url: Type.String(), template: Type.Enum([...WEBHOOK_TEMPLATES]) }, CLOSED),
    ),
    mail: nullable(Type.Object({ to: Type.Array(Type.String()), every: Type.Enum(['hour', 'day']) }, CLOSED)),
    on: Type.Array(Type.Enum([...EVENT_KINDS])),
    count: nullable(Type.Integer()),
  },
  CLOSED,
);

const saved = {
  id: Type.String(),
  level: Type.Enum([...SAVED_LEVELS]),
  q: nullable(Type.String({ description: 'The query as it was written; null: it is a tree.' })),
  query: Type.Unknown({
    description: 'The query as a tree, in the form in which it is decided.',
    'x-documented-as': 'QueryTree',
  }),
  label: nullable(Type.String()),
  shared: Type.Boolean(),
  owner: nullable(Type.String({ description: 'Id of the key that saved it; null: it is shared.' })),
  domains: nullable(
    Type.Integer({
      minimum: 0,
      description:
        'How many domains fulfil it, as far as it is filled; null: of level change, which has no count.',
    }),
  ),
  filled: Type.Boolean({
    description:
      'Whether all that is stored was decided since the search was saved. Until then the count rises.',
  }),
  notify: nullable({
    ...ShownNotify,
    description: 'Whom it tells what; null: the search is shared and the key may not change it.',
  }),
  created_at: Timestamp,
  changed_at: Timestamp,
};

export const SavedSearchItem = Type.Object(saved, CLOSED);
export type SavedSearchItem = Answer<Static<typeof SavedSearchItem>>;

const Feed = Type.Object(
  {
    atom: Type.String({ description: 'Path of the feed in Atom, its key included.' }),
    json: Type.String({ description: 'Path of the JSON Feed, its key included.' }),
  },
  { ...CLOSED, description: 'Feeds of the events. Whoever has the address may read them.' },
);

export const SavedSearchRecord = Type.Object({ ...saved, feed: Feed }, CLOSED);
export type SavedSearchRecord = Answer<Static<typeof SavedSearchRecord>>;

/** A saved search after it was written. */
export const WrittenSavedSearch = Type.Object(
  {
    ...saved,
    feed: Feed,
    secret: nullable(
      Type.String({
        description:
          'Secret of the webhook, if it was made for this answer, which alone has it; null: it was given before.',
      }),
    ),
  },
  CLOSED,
);
export type WrittenSavedSearch = Answer<Static<typeof WrittenSavedSearch>>;

export const SavedSearchAnswer = successOf(SavedSearchRecord);
export const SavedSearchItemAnswer = successOf(SavedSearchItem);
export const WrittenSavedSearchAnswer = successOf(WrittenSavedSearch);
export const SavedSearchListAnswer = successOf(listOf(SavedSearchItem));
