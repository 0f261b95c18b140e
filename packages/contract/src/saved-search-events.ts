import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { EVENT_KINDS } from './choices.ts';
import { Timestamp } from './timestamp.ts';

export const SearchEventItem = Type.Object(
  {
    number: Type.Integer({
      minimum: 1,
      description: 'Rises with every event of the instance. A consumer continues after the last one it has.',
    }),
    search: Type.String(),
    domain: Type.String(),
    kind: Type.Enum([...EVENT_KINDS]),
    at: Timestamp,
    revision: Type.Integer({ description: 'Revision of the domain that was decided.' }),
    pages: Type.Array(Type.String(), {
      maxItems: 20,
      description:
        'Addresses of pages that fulfil it, at most 20; at level domain of the first that has a text or pattern of it, if it names one.',
    }),
    total_pages: Type.Integer({ minimum: 0, description: 'Number of the pages that fulfil it.' }),
    by: Type.Enum(['visit', 'deletion'], {
      description: 'deletion: the domain disappeared because it was deleted or taken down.',
    }),
  },
  CLOSED,
);
export type SearchEventItem = Answer<Static<typeof SearchEventItem>>;

export const SearchEventListAnswer = successOf(listOf(SearchEventItem));

/** Query parameters of GET /searches/{id}/stream. */
export const SearchStreamOptions = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: '^(0|[1-9][0-9]{0,14})$',
        description:
          'Number of an event after which the stream begins; absent: with what happens from now on.',
        'x-remedy': 'give the number of an event, or leave it out to begin now',
      }),
    ),
  },
  CLOSED,
);

/** Header with which a client continues the stream of a saved search. */
export const LastSearchEventId = Type.Object(
  {
    'Last-Event-ID': Type.String({
      pattern: '^(0|[1-9][0-9]{0,14})?$',
      description: 'Number of the last event that was received; it counts in place of `after`.',
      'x-remedy': 'send the id of the last event that was received, or leave it out to begin now',
    }),
  },
  CLOSED,
);

/** Query parameters of GET /searches/{id}/trend. */
export const SearchTrendOptions = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 30, default: 30, description: 'Number of days, today included.' }),
    ),
  },
  CLOSED,
);

const count = Type.Integer({ minimum: 0 });

export const SearchTrendAnswer = successOf(
  Type.Object(
    {
      exact_since: {
        ...Timestamp,
        description:
          'Time from which on counts are exact: when the search was saved or changed, or the oldest event that is kept.',
      },
      days: Type.Array(
        Type.Object(
          {
            day: Type.String({ description: 'Day in UTC.' }),
            domains: nullable(
              Type.Integer({
                minimum: 0,
                description:
                  'How many domains fulfilled the search at the end of the day, today: now; null: it is before `exact_since`, or ' +
                  'the search is of level change.',
              }),
            ),
            appeared: count,
            disappeared: count,
            changed: count,
          },
          CLOSED,
        ),
        { description: 'Days in their order, the last one is today.' },
      ),
    },
    CLOSED,
  ),
);
export type SearchTrendAnswer = Answer<Static<typeof SearchTrendAnswer>>;

/** Query parameters of the feeds of a saved search. */
export const SearchFeedOptions = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Key of the feed, as GET /searches/{id} shows it.',
    }),
  },
  CLOSED,
);
