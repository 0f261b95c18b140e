import { optional } from '../kind.ts';
import { hostsAndPorts, redisUrl } from '../redis-addresses.ts';
import { choice, password, path, word } from '../words.ts';

export const REDIS = {
  redisUrl: {
    variable: 'SITEGREP_REDIS_URL',
    group: 'Redis',
    kind: redisUrl(),
    default: 'redis://127.0.0.1:6379',
    doc: 'Redis (6.2 or later) that holds the jobs, with user and password in it if it wants them; `rediss://` is TLS.',
  },
  redisPrefix: {
    variable: 'SITEGREP_REDIS_PREFIX',
    group: 'Redis',
    kind: word(64),
    default: 'sitegrep',
    doc: 'Begins every key, so that installations can share a server.',
  },
  redisCa: {
    variable: 'SITEGREP_REDIS_CA',
    group: 'Redis',
    kind: optional(path()),
    default: '',
    doc: 'File with the certificates (PEM) to trust instead of the public ones.',
  },
  redisTopology: {
    variable: 'SITEGREP_REDIS_TOPOLOGY',
    group: 'Redis',
    kind: choice(['single', 'sentinel', 'cluster']),
    default: 'single',
    doc: 'What the URL leads to: the server itself, a Sentinel that knows it, or a node of a cluster.',
  },
  redisNodes: {
    variable: 'SITEGREP_REDIS_NODES',
    group: 'Redis',
    kind: hostsAndPorts(),
    default: '',
    doc: 'Further Sentinels or cluster nodes, asked when the one in the URL does not answer.',
  },
  redisSentinelGroup: {
    variable: 'SITEGREP_REDIS_SENTINEL_GROUP',
    group: 'Redis',
    kind: word(64),
    default: 'mymaster',
    doc: 'What the Sentinels call the server.',
  },
  redisSentinelUsername: {
    variable: 'SITEGREP_REDIS_SENTINEL_USERNAME',
    group: 'Redis',
    kind: optional(word(128)),
    default: '',
    doc: 'User at the Sentinels; the one at the server is in the URL.',
  },
  redisSentinelPassword: {
    variable: 'SITEGREP_REDIS_SENTINEL_PASSWORD',
    group: 'Redis',
    kind: optional(password()),
    default: '',
    doc: 'Password at the Sentinels.',
  },
} as const;
