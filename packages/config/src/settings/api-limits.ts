import { OPERATION_NAMES, OPERATIONS } from '@sitegrep/providers/catalog';
import { optional } from '../kind.ts';
import { numbersByName } from '../numbers-by-name.ts';
import { duration, integer, MINUTE } from '../quantities.ts';

/** Paths of the operations without their slash; `admin` stands for everything below /admin. */
const LIMITED = [
  'html-source-code-search' as const,
  ...OPERATION_NAMES.map((operation) => withoutSlash(OPERATIONS[operation].path)),
  'admin' as const,
];

function withoutSlash<Name extends string>(path: `/${Name}`): Name {
  return path.slice(1) as Name;
}

const group = 'Limits of the HTTP API';

export const API_LIMITS = {
  rateLimitPerMinute: {
    variable: 'SITEGREP_RATE_LIMIT_PER_MINUTE',
    group,
    kind: integer({ minimum: 1, maximum: 1_000_000 }),
    default: '600',
    doc: 'Requests a minute of a key that has no limit of its own.',
  },
  operationLimits: {
    variable: 'SITEGREP_OPERATION_LIMITS',
    group,
    kind: numbersByName('operation', LIMITED, { minimum: 1, maximum: 1_000_000 }),
    default: '',
    doc: 'Requests a minute of each key for single operations, within its limit over all. Those not named have no limit of their own.',
  },
  searchDeadline: {
    variable: 'SITEGREP_SEARCH_DEADLINE',
    group,
    kind: duration({ minimum: 100, maximum: 10 * MINUTE }),
    default: '30s',
    doc: 'A search that takes longer, its wait for a turn included, is given up and answered with an error.',
  },
  searchConcurrency: {
    variable: 'SITEGREP_SEARCH_CONCURRENCY',
    group,
    kind: optional(integer({ minimum: 1, maximum: 1_000 })),
    default: '',
    doc: 'Searches that a process runs at once; more wait, and keys take turns. Empty: as many as `SITEGREP_SEARCH_THREADS`, over Elasticsearch 32.',
  },
  searchQueue: {
    variable: 'SITEGREP_SEARCH_QUEUE',
    group,
    kind: integer({ minimum: 0, maximum: 100_000 }),
    default: '1000',
    doc: 'Searches that wait for their turn at most; more are answered 503.',
  },
  searchQueueWait: {
    variable: 'SITEGREP_SEARCH_QUEUE_WAIT',
    group,
    kind: duration({ minimum: 1, maximum: 10 * MINUTE }),
    default: '100ms',
    doc: 'How long searches of a burst may wait for their turn, and how long there may be a burst; then one may wait for each that runs. More are answered 503.',
  },
  maxLoopDelay: {
    variable: 'SITEGREP_MAX_LOOP_DELAY',
    group,
    kind: duration({ minimum: 10, maximum: MINUTE }),
    default: '300ms',
    doc: 'While the event loop of the process is later than this, the five operations are answered 503.',
  },
  maxConnections: {
    variable: 'SITEGREP_MAX_CONNECTIONS',
    group,
    kind: integer({ minimum: 10, maximum: 1_000_000 }),
    default: '10000',
    doc: 'Connections of clients at once; more are closed as they come.',
  },
} as const;
