import { TREND_BOUNDS, TrendRequest } from '@sitegrep/contract';
import { Type } from 'typebox';
import { counted, fitted, sentences } from '../answer.ts';
import { tool } from '../tool.ts';

const { by, from, to } = TrendRequest.properties;

const trends = tool({
  name: 'trends',
  scope: 'search',
  title: 'Trends of queries',
  description:
    'How many domains fulfilled each of some queries at the end of each day, week or month, from the changes that visits found: for ' +
    'instance tech:Shopify beside tech:Magento over a year.',
  input: Type.Object(
    {
      queries: Type.Array(Type.String({ description: 'A query, as search takes it.' }), {
        minItems: 1,
        maxItems: TREND_BOUNDS.maxQueries,
        'x-remedy': `give 1 to ${TREND_BOUNDS.maxQueries} queries`,
      }),
      by,
      from,
      to,
    },
    { additionalProperties: false },
  ),
  run: async ({ queries, ...span }, ask) => {
    const { intervals, lines } = await ask((client, options) =>
      client.query.trends({ ...span, queries: queries.map((q) => ({ q })) }, options),
    );
    const inexact = lines.filter(({ exact }) => !exact);
    const fit = fitted(
      lines.map(({ label, domains }) => ({
        label,
        domains: Object.fromEntries(intervals.map((interval, index) => [interval.to, domains[index] ?? 0])),
      })),
    );
    return {
      text: sentences(
        `${counted(intervals.length, 'interval')}; below are the numbers of domains by the last day of each.`,
        ...inexact.map(
          ({ label, as_of_now: names }) =>
            `Of ${JSON.stringify(label)}, these are taken as they are now: ${names.join(', ')}.`,
        ),
        fit.note,
      ),
      data: fit.data,
    };
  },
});

export const TREND_TOOLS = [trends];
