/* A running API over real parts, for the tests of this package. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { checker, ErrorBody, ERRORS } from '@sitegrep/contract';
import { openQueues, type Queues } from '@sitegrep/jobs';
import { createMetrics } from '@sitegrep/metrics';
import type { DomainDocument } from '@sitegrep/site';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { type DomainIndex, itemPage, type Scope, type Storage } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createApi } from '../src/api.ts';
import { createKey, type KeyWish } from '../src/api-keys.ts';
import { watchAnswers } from './documented-answers.ts';
import { chainsOf } from './providers/chains.ts';
import { listen } from '../src/listen.ts';
import type { ApiParts, ApiSettings } from '../src/settings.ts';

const SETTINGS: ApiSettings = {
  rateLimitPerMinute: 100_000,
  operationLimits: new Map(),
  searchTimeoutMs: 30_000,
  searches: { concurrency: 4, patient: 100, maxQueued: 100, maxWaitMs: 30_000 },
  shedding: {
    // A test machine that is busy must not look like a server that is.
    maxLoopDelayMs: 60_000,
    maxUnreadBytes: 2 ** 30,
    maxUnreadBytesOfKey: 2 ** 30,
    answerStallMs: 60_000,
  },
  maxConnections: 1_000,
  corsOrigins: [],
  trustedProxies: [],
  signOnHeader: null,
  services: { storage: 'the data folder', queue: 'the data folder' },
  probeTimeoutMs: 5_000,
  maxUploadBytes: 100_000,
  requestTimeoutMs: 60_000,
  auditRetentionDays: 365,
  drainMs: 10_000,
  crawlDefaults: { maxPages: 20, maxDepth: 3, priority: 5, revisitAfterDays: 0 },
  renders: true,
};

export interface Changes {
  readonly settings?: Partial<ApiSettings>;
  readonly withQueues?: boolean;
  /** Replaces real parts. */
  readonly parts?: (parts: ApiParts) => ApiParts;
  /** A storage that outlives the API; absent: a new one. */
  readonly storage?: Storage;
}

/** A storage for the tests of a file, which is closed and removed after them. */
export function lastingStorage(): () => Storage {
  let opened: Storage | undefined;
  let dataDir = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-api-'));
    opened = await openSqliteStorage({ dataDir, readers: 1 });
  });
  afterAll(async () => {
    await opened?.close();
    await rm(dataDir, { recursive: true });
  });
  return () => {
    if (opened === undefined) throw new Error('the storage is open only during tests');
    return opened;
  };
}

/** Fails a test that uses queues or analysis threads without opening real ones, which takes seconds. */
const untouched = (): never => {
  throw new Error('this test was to leave queues and analysis alone');
};
const NO_QUEUES: Queues = {
  add: untouched,
  work: untouched,
  schedules: { set: untouched, remove: untouched, ids: untouched, makeUp: untouched },
  setConcurrency: untouched,
  counts: untouched,
  waitingByPriority: untouched,
  probe: untouched,
  close: untouched,
};

function openTestQueues(dataDir: string, logger: ApiParts['logger']): Promise<Queues> {
  const note = (error: Error) => logger.error(error);
  return openQueues({
    backend: { kind: 'sqlite', dataDir: join(dataDir, 'queue') },
    onError: note,
    onFatal: note,
  });
}

/** Builds the documentation, unless what is there was built from the same sources. */
async function builtDocumentation(): Promise<string> {
  await import('../../docs/build.ts');
  return join(import.meta.dirname, '..', '..', 'docs', 'dist');
}

export interface Served {
  readonly url: string;
  readonly port: number;
  readonly app: FastifyInstance;
  readonly storage: ApiParts['storage'];
  /** Lines of the log. */
  readonly log: readonly string[];
  /** @returns the secret of a new key */
  key(scopes: readonly Scope[], wish?: Partial<KeyWish>): Promise<string>;
  /** Stops the API. Rejects if one of its answers differed from the OpenAPI document. */
  close(): Promise<void>;
}

export async function serve({
  settings = {},
  parts = (same) => same,
  withQueues = false,
  storage: lasting,
}: Changes = {}): Promise<Served> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-api-'));
  const log: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => log.push(line) });
  const queues = withQueues ? await openTestQueues(dataDir, logger) : NO_QUEUES;
  const storage = lasting ?? (await openSqliteStorage({ dataDir, readers: 1 }));
  const metrics = createMetrics({ version: 'test' });
  const app = await createApi(
    parts({
      storage,
      queues,
      analysis: untouched,
      documentation: builtDocumentation,
      providers: chainsOf({}),
      instance: {
        process: 'up',
        settings: [],
        check: async () => ({ ok: true, checks: [] }),
      },
      metrics,
      settings: { ...SETTINGS, ...settings },
      logger,
    }),
  );
  const undocumented = watchAnswers(app);
  const url = await listen(app, { host: '127.0.0.1', port: 0 });
  return {
    url,
    port: Number(new URL(url).port),
    app,
    storage,
    log,
    key: async (scopes, wish = {}) =>
      (await createKey(storage.keys, { name: 'test', ...wish, scopes })).secret,
    async close() {
      await app.close();
      if (withQueues) await queues.close({ deadlineMs: 1_000 });
      if (lasting === undefined) await storage.close();
      await rm(dataDir, { recursive: true });
      if (undocumented.length > 0) throw new Error(undocumented.join('\n'));
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The body of an answer as text; nothing of a stream of events, which does not end. */
export async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
  await response.body?.cancel();
  return '';
}

export async function ask(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: answer === '' ? null : JSON.parse(answer),
  };
}

const checkError = checker(ErrorBody);

/** Status and details of an answer. @throws Error if it is none of the errors that the contract has */
export function refusalOf({ status, headers, body }: Answer): readonly [status: number, details: string] {
  const checked = checkError(body);
  if (!checked.ok) throw new Error(`not an error body: ${JSON.stringify(body)}`);
  const { error, details } = checked.value;
  const known = Object.values(ERRORS).some((one) => one.status === status && one.error === error);
  if (!known) throw new Error(`no error of the contract: ${status} ${error}`);
  if (headers.get('x-request-id') === null) throw new Error('an error without the id of its request');
  return [status, details];
}

/** Details of an error answer, read as by `refusalOf`. */
export function detailsOf(answer: Answer): string {
  return refusalOf(answer)[1];
}

/** Sends bytes as they are and waits until the server closes. @returns everything that came back */
export function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  options: { readonly half?: boolean } = {},
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  if (options.half === true) socket.end(bytes);
  else socket.write(bytes);
  return text(socket);
}

/** A domain with one page of this source. */
export function documentOf(
  domain: string,
  source: string,
  facts: Partial<DomainDocument['facts']> = {},
): DomainDocument {
  const fetchedAt = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  return {
    domain,
    pages: [
      {
        url: `https://${domain}/`,
        fetchedAt,
        charset: 'utf-8',
        truncated: false,
        source,
        facts: NO_PAGE_FACTS,
      },
    ],
    facts: {
      ...NO_SITE_FACTS,
      lastVisited: fetchedAt,
      ...facts,
    },
  };
}

/** Searches of an index that this function does, whether their hits are wanted as they are or as items. */
export function searching(search: DomainIndex['search']): Pick<DomainIndex, 'search' | 'searchItems'> {
  return {
    search,
    searchItems: async (query, shape, options) => itemPage(query.level, await search(query, options), shape),
  };
}
