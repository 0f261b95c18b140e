// POST /trends: how many domains fulfilled queries at the end of each day, week or month.
import { checker, NoParameters, parameterChecker, type TrendLine, TrendRequest } from '@sitegrep/contract';
import { domainsMatching, type Expression, readEither, simplify, trendPlan } from '@sitegrep/search';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireValid } from '../body.ts';
import { shownDay } from '../day-span.ts';
import { badRequest } from '../failure.ts';
import { KNOWN_VALUES } from '../known-values.ts';
import { addOperation } from '../operation-route.ts';
import type { Searches } from '../searches.ts';
import { type TrendInterval, trendIntervals } from '../trend-intervals.ts';

const checkParameters = parameterChecker(NoParameters);
const checkTrends = checker(TrendRequest);

export function addTrendRoutes(app: FastifyInstance, searches: Searches): void {
  addOperation(app, 'countTrends', searches.hooks, async (request, reply) => {
    requireValid(checkParameters(request.query));
    const { queries, by = 'month', from, to } = requireValid(checkTrends(request.json));
    const intervals = trendIntervals(by, { from, to }, Date.now());
    const wanted = queries.map((query, index) => ({
      label: query.label ?? query.q ?? `query ${index + 1}`,
      where: expressionOf(query, index),
    }));
    const lines: TrendLine[] = [];
    await searches.withinTime(reply, async (signal) => {
      for (const { label, where } of wanted) {
        lines.push(await trendLine(searches, request, { label, where, intervals }, signal));
      }
    });
    return {
      success: true,
      data: {
        by,
        intervals: intervals.map((interval) => ({
          from: shownDay(interval.from),
          to: shownDay(interval.until - 1),
        })),
        lines,
      },
    };
  });
}

interface Wish {
  readonly label: string;
  /** The expression in canonical form. */
  readonly where: Expression;
  readonly intervals: readonly TrendInterval[];
}

/** Counts the domains of a line. */
async function trendLine(
  searches: Searches,
  request: FastifyRequest,
  { label, where, intervals }: Wish,
  signal: AbortSignal,
): Promise<TrendLine> {
  const query = { ...domainsMatching(where), limit: 1, from: { kind: 'offset', offset: 0 } as const };
  const ends = intervals.map(({ until }) => until);
  const { domains } = await searches.trend(request, query, ends, { signal });
  const { asOfNow } = trendPlan(where);
  return { label, domains, exact: asOfNow.length === 0, as_of_now: asOfNow };
}

/** @throws Failure bad_request that names the query */
function expressionOf(query: TrendRequest['queries'][number], index: number): Expression {
  const read = readEither(query, KNOWN_VALUES);
  if (read.ok) return simplify(read.value, 'domain');
  throw badRequest({ ...read.error, field: `queries[${index}].${read.error.field}` });
}
