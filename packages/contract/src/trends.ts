import { Type, type Static } from 'typebox';
import { TREND_STEPS } from './choices.ts';
import { type Answer, CLOSED, successOf } from './envelope.ts';
import { GivenDay } from './history.ts';
import { queryFields } from './search.ts';

export const TREND_BOUNDS = {
  /** Queries of a request. */
  maxQueries: 10,
  maxIntervals: 400,
} as const;

const { maxQueries, maxIntervals } = TREND_BOUNDS;

/** A line of a request: a query with a name of its own. */
const TrendQuery = Type.Object(
  {
    label: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Name of the line in the answer; the text of the query if it is left out.',
      }),
    ),
    q: queryFields.q,
    query: queryFields.query,
    literal: queryFields.literal,
  },
  { ...CLOSED, 'x-exclusive': ['q', 'query'] },
);

/** Request of POST /trends. */
export const TrendRequest = Type.Object(
  {
    queries: Type.Array(TrendQuery, {
      minItems: 1,
      maxItems: maxQueries,
      description: 'A line for each query, at level domain.',
      'x-remedy': `give 1 to ${maxQueries} queries`,
    }),
    by: Type.Optional(
      Type.Enum([...TREND_STEPS], {
        default: 'month',
        description: 'Length of the intervals. Weeks begin with Monday; days are those of UTC.',
      }),
    ),
    from: Type.Optional({
      ...GivenDay,
      description: 'First day; by default 30 days, 12 weeks or 12 months end with `to`.',
    }),
    to: Type.Optional({ ...GivenDay, description: 'Last day; by default today.' }),
  },
  CLOSED,
);
export type TrendRequest = Static<typeof TrendRequest>;

export const TrendLine = Type.Object(
  {
    label: Type.String({ description: 'Name of the line.' }),
    domains: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'Number of domains that fulfilled the query at the end of each interval.',
    }),
    exact: Type.Boolean({
      description:
        'Whether all that the query names was looked at as it was then. False: what `as_of_now` names was taken as it is now.',
    }),
    as_of_now: Type.Array(Type.String(), {
      description:
        'Names of what the query has whose changes are not recorded, e.g. texts and patterns, rank.',
    }),
  },
  CLOSED,
);
export type TrendLine = Answer<Static<typeof TrendLine>>;

export const TrendAnswer = successOf(
  Type.Object(
    {
      by: Type.Enum([...TREND_STEPS]),
      intervals: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }, CLOSED), {
        description: `First and last day of each interval, as YYYY-MM-DD; at most ${maxIntervals}. The first and the last may be cut.`,
      }),
      lines: Type.Array(TrendLine, { description: 'A line for each query, in their order.' }),
    },
    CLOSED,
  ),
);
export type TrendAnswer = Answer<Static<typeof TrendAnswer>>;
