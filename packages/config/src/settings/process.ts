import { totalmem } from 'node:os';
import { host } from '../addresses.ts';
import { duration, GIB, integer, MIB, MINUTE, SECOND, size, versionsToKeep } from '../quantities.ts';
import { choice, path } from '../words.ts';

export const PROCESS = {
  dataDir: {
    variable: 'SITEGREP_DATA_DIR',
    group: 'Process',
    kind: path(),
    default: './data',
    doc: 'Folder for the data in SQLite: index, records, keys, queue. Used by one process at a time, and not at all if both index and queue are elsewhere.',
  },
  memory: {
    variable: 'SITEGREP_MEMORY',
    group: 'Process',
    kind: size({ minimum: 64 * MIB, maximum: 1_024 * GIB }),
    default: String(halfOfMemory()),
    defaultNote: 'half of what the machine or the container has',
    doc: 'Memory limit of a crawling process: near it, fewer sites are crawled at the same time.',
  },
  logLevel: {
    variable: 'SITEGREP_LOG_LEVEL',
    group: 'Process',
    kind: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    default: 'info',
    doc: 'The least severe log line that is written.',
  },
  storage: {
    variable: 'SITEGREP_STORAGE',
    group: 'Process',
    kind: choice(['sqlite', 'elasticsearch']),
    default: 'sqlite',
    doc: 'Storage of index and records: SQLite inside the data folder, or Elasticsearch.',
  },
  fullText: {
    variable: 'SITEGREP_FULL_TEXT',
    group: 'Process',
    kind: choice(['on', 'off']),
    default: 'on',
    doc: 'Whether the words of pages are indexed, which web search and autocomplete of the provider `local` need. A change needs `sitegrep index rebuild`; on Elasticsearch, turning it on needs `index migrate`.',
  },
  keepVersions: {
    variable: 'SITEGREP_KEEP_VERSIONS',
    group: 'Process',
    // Each version costs work at each put of its page.
    kind: versionsToKeep(1_000),
    default: 'none',
    doc: 'Versions of each page that are kept when another one comes in its stead or the page goes: `none`; a number (the newest, and the first of each month besides); `all` (the newest 1,000, and the first of each month); an age (`90d`: those that stood within 90 days before the page was seen last, and none before); or a size (`1MiB`: the newest whose sources have so many bytes in all before compression, and none before). What no longer fits goes with the next change of its page, with `none` all of it. Versions that differ only in values that change on every visit are one. What each costs is in docs/limits.md. On Elasticsearch, a put writes all versions of its domain again.',
  },
  queue: {
    variable: 'SITEGREP_QUEUE',
    group: 'Process',
    kind: choice(['sqlite', 'redis']),
    default: 'sqlite',
    doc: 'Storage of the job queue: SQLite inside the data folder, for one process, or BullMQ on Redis.',
  },
  queueWindow: {
    variable: 'SITEGREP_QUEUE_WINDOW',
    group: 'Process',
    kind: integer({ minimum: 100, maximum: 1_000_000 }),
    default: '4000',
    doc: 'Maximum queued sites for each priority in use; further ones stay in the records until there is space.',
  },
  shutdownTimeout: {
    variable: 'SITEGREP_SHUTDOWN_TIMEOUT',
    group: 'Process',
    kind: duration({ minimum: SECOND, maximum: 10 * MINUTE }),
    default: '20s',
    doc: 'Longest time for an orderly stop. Unfinished work is resumed at the next start.',
  },
  metricsHost: {
    variable: 'SITEGREP_METRICS_HOST',
    group: 'Process',
    kind: host(),
    default: '127.0.0.1',
    doc: 'Address at which `api` and `worker` serve /metrics, /healthz and /readyz without a key.',
  },
  metricsPort: {
    variable: 'SITEGREP_METRICS_PORT',
    group: 'Process',
    kind: integer({ minimum: 0, maximum: 65_535 }),
    default: '9464',
    doc: 'Port for the same; 0 takes any free one.',
  },
} as const;

/** Default memory, rounded to MiB. Without a limit of the process, the constraint is 0 or larger than any memory. */
function halfOfMemory(): number {
  const constraint = process.constrainedMemory();
  const all = constraint > 0 ? Math.min(constraint, totalmem()) : totalmem();
  return Math.max(64 * MIB, Math.floor(all / 2 / MIB) * MIB);
}
