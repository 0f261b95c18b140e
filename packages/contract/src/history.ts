import { CHANGE_KINDS, HOST_KIND_NAMES } from '@sitegrep/site';
import { Type, type Static } from 'typebox';
import { ListOptions } from './crawls.ts';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

/** A day in a request. */
export const GivenDay = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  'x-remedy': 'write a day as YYYY-MM-DD, for instance 2027-01-31',
});

/** Query parameters of GET /domains/{domain}/history. */
export const DomainHistoryOptions = Type.Object(
  {
    ...ListOptions.properties,
    kind: Type.Optional(
      Type.Enum([...CHANGE_KINDS], { description: 'Only labels of this kind, for instance tech or host.' }),
    ),
    from: Type.Optional({
      ...GivenDay,
      description: 'Only labels that were there on this day, UTC, or later; only visits since then.',
    }),
    to: Type.Optional({
      ...GivenDay,
      description: 'Only labels that were there on this day, UTC, or earlier; only visits until its end.',
    }),
  },
  CLOSED,
);
export type DomainHistoryOptions = Static<typeof DomainHistoryOptions>;

const PastVisitItem = Type.Object(
  {
    at: Timestamp,
    source: Type.Enum(['crawl', 'captures', 'analysis'], {
      description:
        'crawl: the site was visited. captures: captures of a day were imported. analysis: stored pages were analysed anew.',
    }),
    pages_count: nullable(
      Type.Integer({
        minimum: 0,
        description: 'Pages that were looked at; null: the whole site was walked.',
      }),
    ),
  },
  CLOSED,
);

const reason = Type.Enum(['visit', 'detector']);

/** A label that was there for some time. */
export const LabelInterval = Type.Object(
  {
    kind: Type.Enum([...CHANGE_KINDS]),
    value: Type.String({ description: 'The label as facets show it.' }),
    named_by: Type.Optional(
      Type.Array(Type.Enum([...HOST_KIND_NAMES]), { description: 'Kinds of what names a host.' }),
    ),
    first_seen: { ...Timestamp, description: 'Time of the first visit that showed it.' },
    last_seen: { ...Timestamp, description: 'Time of the last visit that showed it.' },
    gone_at: nullable({
      ...Timestamp,
      description:
        'Time of the first visit that missed it, once the next one did so, too; null: it is there.',
    }),
    missing_since: nullable({
      ...Timestamp,
      description:
        'Time of the visit that missed it, while no other one has confirmed that; null: none missed it.',
    }),
    added_by: nullable({
      ...reason,
      description:
        'visit: it came. detector: newer fingerprints found it. Null: it was there when the site, or its page, was first looked at.',
    }),
    removed_by: nullable({ ...reason, description: 'Reason of its end; null: it has not ended.' }),
    visits_count: Type.Integer({ minimum: 1, description: 'Number of the visits that showed it.' }),
    seen: Type.Array(
      Type.Object(
        { from: Timestamp, to: Timestamp, visits: Type.Integer({ minimum: 1 }) },
        {
          ...CLOSED,
          description: 'Visits in a row that showed it: time of the first, of the last, and how many.',
        },
      ),
      { description: 'The visits that showed it; of many, the last ones.' },
    ),
    seen_left_out: Type.Integer({
      minimum: 0,
      description: 'How many earlier entries of `seen` are left out.',
    }),
  },
  CLOSED,
);
export type LabelInterval = Answer<Static<typeof LabelInterval>>;

export const DomainHistoryAnswer = successOf(
  Type.Object(
    {
      domain: Type.String(),
      revision: Type.Integer({
        minimum: 1,
        description: 'Number that rises each time the domain is written.',
      }),
      visits: Type.Array(PastVisitItem, { description: 'Visits in the order of their times.' }),
      ...listOf(LabelInterval).properties,
      total_count: Type.Integer({
        minimum: 0,
        description:
          'Number of intervals that fulfil the parameters. A label has one for each time that it was there.',
      }),
    },
    CLOSED,
  ),
);
export type DomainHistoryAnswer = Answer<Static<typeof DomainHistoryAnswer>>;
