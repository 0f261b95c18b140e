import { OPERATION_NAMES, OPERATIONS } from '@sitegrep/providers/catalog';
import { host, networks, origins } from '../addresses.ts';
import { optional } from '../setting.ts';
import { duration, GIB, integer, MIB, MINUTE, numbersByName, size } from '../quantities.ts';
import { credential, word } from '../words.ts';

export const HTTP_API = {
  host: {
    variable: 'SITEGREP_HOST',
    group: 'HTTP API',
    kind: host(),
    default: '127.0.0.1',
    doc: 'Address to listen on. `0.0.0.0` makes the API reachable from other machines.',
  },
  port: {
    variable: 'SITEGREP_PORT',
    group: 'HTTP API',
    kind: integer({ minimum: 0, maximum: 65_535 }),
    default: '8080',
    doc: 'Port to listen on; 0 takes any free one.',
  },
  adminKey: {
    variable: 'SITEGREP_ADMIN_KEY',
    group: 'HTTP API',
    kind: optional(credential()),
    default: '',
    doc: 'The first API key, with all scopes. Without it, the first start makes one and prints it once.',
  },
  uploadMaxBytes: {
    variable: 'SITEGREP_UPLOAD_MAX_BYTES',
    group: 'HTTP API',
    kind: size({ minimum: MIB, maximum: 16 * GIB }),
    default: '64MiB',
    doc: 'Maximum size of an uploaded list of domains, both as it is sent and decompressed.',
  },
  corsOrigins: {
    variable: 'SITEGREP_CORS_ORIGINS',
    group: 'HTTP API',
    kind: origins(),
    default: '',
    doc: 'Origins whose web pages may call the API from a browser. Empty: none.',
  },
  auditRetentionDays: {
    variable: 'SITEGREP_AUDIT_RETENTION_DAYS',
    group: 'HTTP API',
    kind: integer({ minimum: 1, maximum: 36_500 }),
    default: '365',
    doc: 'Days for which the audit log stores what was done with admin keys and on the command line.',
  },
  trustedProxies: {
    variable: 'SITEGREP_TRUSTED_PROXIES',
    group: 'HTTP API',
    kind: networks(),
    default: '',
    doc: 'Proxies whose X-Forwarded-For states the address of a client. Empty: none, and the header is ignored.',
  },
  signOnHeader: {
    variable: 'SITEGREP_SIGN_ON_HEADER',
    group: 'HTTP API',
    kind: optional(word(100)),
    default: '',
    doc: 'Header in which `SITEGREP_TRUSTED_PROXIES` name the user who signed on to them, such as `X-Forwarded-User`: the user is signed in to the console with the key of this name. Empty: none.',
  },
} as const;

/** Paths of the operations without their slash; `admin` stands for everything below /admin. */
const LIMITED = [
  'search' as const,
  'html-source-code-search' as const,
  'domains' as const,
  'technologies' as const,
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
    doc: 'Maximum requests per minute of a key that has no limit of its own.',
  },
  operationLimits: {
    variable: 'SITEGREP_OPERATION_LIMITS',
    group,
    kind: numbersByName('operation', LIMITED, { minimum: 1, maximum: 1_000_000 }),
    default: '',
    doc: 'Maximum requests per minute of each key to single operations, within the limit of the key. Operations that are not listed have no limit of their own.',
  },
  searchDeadline: {
    variable: 'SITEGREP_SEARCH_DEADLINE',
    group,
    kind: duration({ minimum: 100, maximum: 10 * MINUTE }),
    default: '30s',
    doc: 'Longest time for a search, including its wait in the queue; after it the search is answered with an error.',
  },
  searchConcurrency: {
    variable: 'SITEGREP_SEARCH_CONCURRENCY',
    group,
    kind: optional(integer({ minimum: 1, maximum: 1_000 })),
    default: '',
    doc: 'Maximum searches that a process runs at the same time; further ones wait in a queue that shares the time between keys. Empty: as many as `SITEGREP_SEARCH_THREADS`; with Elasticsearch, the share of the process in the search threads of all nodes, which the processes of the API divide among them.',
  },
  maxLoopDelay: {
    variable: 'SITEGREP_MAX_LOOP_DELAY',
    group,
    kind: duration({ minimum: 10, maximum: MINUTE }),
    default: '300ms',
    doc: 'Delay of the event loop above which search and provider operations are answered 503.',
  },
  maxConnections: {
    variable: 'SITEGREP_MAX_CONNECTIONS',
    group,
    kind: integer({ minimum: 10, maximum: 1_000_000 }),
    default: '10000',
    doc: 'Maximum connections of clients at the same time; one address may have a quarter of them. Beyond it the connections that have been idle for longest are closed.',
  },
} as const;
