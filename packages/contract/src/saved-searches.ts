import { LIST_NAME_PATTERN, LIST_NAME_REMEDY } from '@sitegrep/search';
import { Type, type Static } from 'typebox';
import { EVENT_KINDS, REPORT_FORMATS, SAVED_LEVELS, WEBHOOK_TEMPLATES } from './choices.ts';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { plainLine } from './plain-line.ts';
import { PutScheduleRequest } from './schedules.ts';
import { Facet, queryFields, SearchRequest } from './search.ts';
import { Timestamp } from './timestamp.ts';

const SAVED_SEARCH_BOUNDS = {
  maxLabel: 200,
  maxRecipients: 20,
  maxUrl: 2_000,
  maxTechnologyName: 200,
  maxCategories: 10,
  maxVersionPattern: 2_000,
} as const;

const { maxLabel, maxRecipients, maxUrl, maxTechnologyName, maxCategories, maxVersionPattern } =
  SAVED_SEARCH_BOUNDS;

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
        maxItems: EVENT_KINDS.length,
        uniqueItems: true,
        description:
          'Kinds of events that are told; appeared and disappeared, unless stated. changed: the matching pages are others, or one of ' +
          'them has another source (level page). None: count and reports alone.',
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

const technology = {
  name: plainLine(
    maxTechnologyName,
    'Name of the technology, which no other one has, whatever the case of its letters.',
  ),
  categories: Type.Array(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Name, slug, number or path of a category, such as content.cms.',
    }),
    {
      minItems: 1,
      maxItems: maxCategories,
      uniqueItems: true,
      description: 'Categories of the technology, as GET /technologies has them.',
      'x-remedy': `give 1 to ${maxCategories} categories, each once`,
    },
  ),
};

/** A technology as a request has it. */
const Technology = Type.Object(
  {
    ...technology,
    website: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxUrl,
        description: 'Address of the technology, http or https.',
      }),
    ),
    version: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxVersionPattern,
        description:
          'Pattern in RE2 syntax with one group, which is the version where it matches first in the source of a page.',
        examples: ['widget/v([0-9.]+)/'],
      }),
    ),
  },
  {
    ...CLOSED,
    description:
      'A technology that each page has which fulfils the search. Needs level page, shared and a key with the scope admin.',
  },
);

const { facets: queryFacets } = SearchRequest.properties;

const MAX_REPORT_ROWS = 100_000;
const DEFAULT_REPORT_ROWS = 10_000;

const { pattern, time_zone: timeZone, every_seconds: everySeconds } = PutScheduleRequest.properties;

const Report = Type.Object(
  {
    pattern,
    time_zone: timeZone,
    every_seconds: everySeconds,
    format: Type.Optional(
      Type.Enum([...REPORT_FORMATS], { default: 'csv', description: 'Format of the file.' }),
    ),
    facets: queryFacets,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_REPORT_ROWS,
        default: DEFAULT_REPORT_ROWS,
        description: 'Maximum number of rows of what fulfils the search; the file says if there is more.',
      }),
    ),
  },
  {
    ...CLOSED,
    description:
      'A file of what fulfils the search and of what is new, made by schedule and sent to whom notify names: with either pattern or ' +
      'every_seconds. Not with level change.',
  },
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
    report: Type.Optional(Report),
    technology: Type.Optional(Technology),
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

/** A technology as answers show it. */
const ShownTechnology = Type.Object(
  {
    ...technology,
    website: nullable(Type.String()),
    version: nullable(Type.String({ description: 'The pattern of its version.' })),
    judging: nullable(
      Type.Object(
        {
          domains: Type.Integer({ minimum: 0, description: 'Domains whose pages were judged.' }),
          total: nullable(
            Type.Integer({
              minimum: 0,
              description: 'Domains whose pages have to be judged; null: they are being counted.',
            }),
          ),
        },
        {
          ...CLOSED,
          description:
            'How far stored pages are judged by the technologies in use, whichever of them is new; null: all of them are.',
        },
      ),
    ),
  },
  CLOSED,
);

const ShownReport = Type.Object(
  {
    pattern: nullable(Type.String()),
    time_zone: nullable(Type.String()),
    every_seconds: nullable(Type.Integer()),
    format: Type.Enum([...REPORT_FORMATS]),
    facets: Type.Array(Facet),
    limit: Type.Integer(),
    next_at: nullable({ ...Timestamp, description: 'When the next report is due; null: never.' }),
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
  last_event: nullable(
    Type.Object(
      { number: Type.Integer(), domain: Type.String(), kind: Type.Enum([...EVENT_KINDS]), at: Timestamp },
      { ...CLOSED, description: 'Its newest event; null: none is kept.' },
    ),
  ),
  recent_events: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Number of its events of the last 24 hours; 100: so many or more.',
  }),
  deliveries: nullable(
    Type.Object(
      {
        waiting: Type.Integer({ minimum: 0, description: 'Number of deliveries that wait for an attempt.' }),
        dead: Type.Integer({ minimum: 0, description: 'Number of those that were given up.' }),
        failing: Type.Integer({
          minimum: 0,
          description:
            'Number of receivers that did not accept the last attempt, or are sent nothing any more.',
        }),
      },
      {
        ...CLOSED,
        description:
          'Deliveries that have not arrived; null: the search is shared and the key may not change it.',
      },
    ),
  ),
  notify: nullable({
    ...ShownNotify,
    description: 'Whom it tells what; null: the search is shared and the key may not change it.',
  }),
  report: nullable({ ...ShownReport, description: 'Its report by schedule; null: it has none.' }),
  technology: nullable({
    ...ShownTechnology,
    description: 'The technology of the pages that fulfil it; null: it has none.',
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

const events = nullable(Type.Integer({ minimum: 0 }));

/** Events that a search would have had in the past 30 days. */
export const PastMonth = Type.Object(
  {
    appeared: events,
    disappeared: events,
    changed: events,
    as_of_now: Type.Array(Type.String(), {
      description:
        'Names of what the query has whose changes are not recorded, and which was taken as it is now, e.g. list, rank.',
    }),
    unknown: nullable(
      Type.String({ description: 'A sentence that says why a number is null; null: none is.' }),
    ),
  },
  {
    ...CLOSED,
    description:
      'Events that the search would have had in the past 30 days, today included, by the recorded changes of the domains that are ' +
      'stored now: for level change by their records, otherwise as trends count.',
  },
);
export type PastMonth = Answer<Static<typeof PastMonth>>;

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
    past_month: PastMonth,
  },
  CLOSED,
);
export type WrittenSavedSearch = Answer<Static<typeof WrittenSavedSearch>>;

export const SavedSearchAnswer = successOf(SavedSearchRecord);
export const SavedSearchItemAnswer = successOf(SavedSearchItem);
export const WrittenSavedSearchAnswer = successOf(WrittenSavedSearch);
export const SavedSearchListAnswer = successOf(listOf(SavedSearchItem));
