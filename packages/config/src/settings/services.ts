import { hostsAndPorts, httpUrls, redisUrl } from '../addresses.ts';
import { optional } from '../setting.ts';
import { duration, integer, KIB, MIB, MINUTE, SECOND, size } from '../quantities.ts';
import { choice, indexPrefix, password, path, word } from '../words.ts';

export const ELASTICSEARCH = {
  elasticsearchNodes: {
    variable: 'SITEGREP_ELASTICSEARCH_NODES',
    group: 'Elasticsearch',
    kind: httpUrls(),
    default: 'http://127.0.0.1:9200',
    doc: 'Nodes of one cluster (Elasticsearch 9), called alternately; one that does not answer is skipped for some time.',
  },
  elasticsearchApiKey: {
    variable: 'SITEGREP_ELASTICSEARCH_API_KEY',
    group: 'Elasticsearch',
    kind: optional(password()),
    default: '',
    doc: 'API key, as Elasticsearch encodes it (`encoded` in its answer).',
  },
  elasticsearchUsername: {
    variable: 'SITEGREP_ELASTICSEARCH_USERNAME',
    group: 'Elasticsearch',
    kind: optional(word(128)),
    default: '',
    doc: 'User, if there is no API key.',
  },
  elasticsearchPassword: {
    variable: 'SITEGREP_ELASTICSEARCH_PASSWORD',
    group: 'Elasticsearch',
    kind: optional(password()),
    default: '',
    doc: 'Password of the user.',
  },
  elasticsearchCa: {
    variable: 'SITEGREP_ELASTICSEARCH_CA',
    group: 'Elasticsearch',
    kind: optional(path()),
    default: '',
    doc: 'File with the certificates (PEM) to trust instead of the public ones.',
  },
  elasticsearchTimeout: {
    variable: 'SITEGREP_ELASTICSEARCH_TIMEOUT',
    group: 'Elasticsearch',
    kind: duration({ minimum: SECOND, maximum: 10 * MINUTE }),
    default: '30s',
    doc: 'Longest time for one answer of Elasticsearch.',
  },
  elasticsearchIndexPrefix: {
    variable: 'SITEGREP_ELASTICSEARCH_INDEX_PREFIX',
    group: 'Elasticsearch',
    kind: indexPrefix(),
    default: 'sitegrep',
    doc: 'Prefix of the name of every index, so that installations can share a cluster.',
  },
  elasticsearchShards: {
    variable: 'SITEGREP_ELASTICSEARCH_SHARDS',
    group: 'Elasticsearch',
    kind: integer({ minimum: 1, maximum: 1_024 }),
    default: '1',
    doc: 'Primary shards of a new index of domains; `sitegrep index resize` changes an existing one.',
  },
  elasticsearchRecordShards: {
    variable: 'SITEGREP_ELASTICSEARCH_RECORD_SHARDS',
    group: 'Elasticsearch',
    kind: integer({ minimum: 1, maximum: 1_024 }),
    default: '1',
    doc: 'Primary shards of the index of the sites of crawls, of which there is one for each month; `sitegrep index migrate --force` changes existing ones.',
  },
  elasticsearchReplicas: {
    variable: 'SITEGREP_ELASTICSEARCH_REPLICAS',
    group: 'Elasticsearch',
    kind: integer({ minimum: 0, maximum: 10 }),
    default: '1',
    doc: 'Copies of each shard of a new index; 0 loses data with the disk of its node.',
  },
  elasticsearchRefreshInterval: {
    variable: 'SITEGREP_ELASTICSEARCH_REFRESH_INTERVAL',
    group: 'Elasticsearch',
    kind: duration({ minimum: 0, maximum: 10 * MINUTE }),
    default: '1s',
    doc: 'Interval at which a new index makes written documents visible; a write is acknowledged when it is visible. 0: each at once, which costs more.',
  },
  elasticsearchBulkBytes: {
    variable: 'SITEGREP_ELASTICSEARCH_BULK_BYTES',
    group: 'Elasticsearch',
    kind: size({ minimum: 64 * KIB, maximum: 90 * MIB }),
    default: '8MiB',
    doc: 'Size of one bulk request, below http.max_content_length of the nodes (100 MB unless set).',
  },
  elasticsearchBulkConcurrency: {
    variable: 'SITEGREP_ELASTICSEARCH_BULK_CONCURRENCY',
    group: 'Elasticsearch',
    kind: integer({ minimum: 1, maximum: 64 }),
    default: '2',
    doc: 'Maximum bulk requests of one process at the same time.',
  },
} as const;

export const REDIS = {
  redisUrl: {
    variable: 'SITEGREP_REDIS_URL',
    group: 'Redis',
    kind: redisUrl(),
    default: 'redis://127.0.0.1:6379',
    doc: 'Redis (6.2 or later) that holds the jobs; the URL contains user and password if Redis needs them. `rediss://` is TLS.',
  },
  redisPrefix: {
    variable: 'SITEGREP_REDIS_PREFIX',
    group: 'Redis',
    kind: word(64),
    default: 'sitegrep',
    doc: 'Prefix of every key, so that installations can share a server.',
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
    doc: 'Server that the URL leads to: Redis itself, a Sentinel that knows it, or a node of a cluster.',
  },
  redisNodes: {
    variable: 'SITEGREP_REDIS_NODES',
    group: 'Redis',
    kind: hostsAndPorts(),
    default: '',
    doc: 'Further Sentinels or cluster nodes, called if the one in the URL does not answer.',
  },
  redisSentinelGroup: {
    variable: 'SITEGREP_REDIS_SENTINEL_GROUP',
    group: 'Redis',
    kind: word(64),
    default: 'mymaster',
    doc: 'Name of the server at the Sentinels.',
  },
  redisSentinelUsername: {
    variable: 'SITEGREP_REDIS_SENTINEL_USERNAME',
    group: 'Redis',
    kind: optional(word(128)),
    default: '',
    doc: 'User at the Sentinels; the user at the server is in the URL.',
  },
  redisSentinelPassword: {
    variable: 'SITEGREP_REDIS_SENTINEL_PASSWORD',
    group: 'Redis',
    kind: optional(password()),
    default: '',
    doc: 'Password at the Sentinels.',
  },
} as const;
