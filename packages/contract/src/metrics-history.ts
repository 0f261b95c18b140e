import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

/** Minutes that a process keeps of what it measured. */
export const MAX_MEASURED_MINUTES = 1_440;

function valuesOf(description: string) {
  return Type.Array(Type.Union([Type.Number({ minimum: 0 }), Type.Null()]), {
    maxItems: MAX_MEASURED_MINUTES,
    description,
  });
}

const Series = Type.Object(
  {
    searches: valuesOf('Searches of the index that ended.'),
    search_p95_seconds: valuesOf(
      'Time within which 95 % of these searches ended, without HTTP; null also if there was none. Of more than 4,096 it is that of the last 4,096.',
    ),
    http_errors: valuesOf('Requests that were answered with a status from 500 on.'),
    pages: valuesOf('Pages that this process crawled; null in one that does not crawl.'),
    unfinished_sites: valuesOf('Sites without an outcome in all unfinished crawls.'),
    memory_bytes: valuesOf('Memory of the process.'),
    index_bytes: valuesOf('Everything that is stored, on disk; measured every five minutes.'),
  },
  CLOSED,
);

/** Names of what a process measures every minute. */
export type MeasuredName = keyof Static<typeof Series>;
export const MEASURED_NAMES = Object.keys(Series.properties) as readonly MeasuredName[];

/** Answer of GET /admin/metrics-history. */
export const MetricsHistoryAnswer = successOf(
  Type.Object(
    {
      process: Type.String({
        maxLength: 300,
        description:
          'Process that answers, which measured itself: `up`, or `api at HOST:PORT` in a cluster, where each keeps its own history.',
      }),
      started_at: Timestamp,
      interval_seconds: Type.Literal(60),
      from: Type.Union([Timestamp, Type.Null()], {
        description: 'Beginning of the first interval; null: nothing was measured yet.',
      }),
      series: Series,
    },
    CLOSED,
  ),
);
export type MetricsHistoryAnswer = Answer<Static<typeof MetricsHistoryAnswer>>;
