// What the routes of searches share: the queue, the key of their tokens, their time limit.
import { context } from '@opentelemetry/api';
import { deriveTokenKey, isShort, type PageQuery, type Query, type TokenKey } from '@sitegrep/search';
import type { PageSearchPage, SearchOptions, SearchPage, Walk } from '@sitegrep/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readJson } from './body.ts';
import { whileWanted, withDeadline } from './deadline.ts';
import { once } from './once.ts';
import { type SearchQueue, timedSearches } from './search-queue.ts';
import { SECRETS } from './secrets.ts';
import type { ApiParts } from './settings.ts';

type Work<Value> = (signal: AbortSignal) => Promise<Value>;

export interface Searches {
  /** Hooks of their routes. */
  readonly hooks: {
    readonly onRequest: (request: FastifyRequest) => Promise<void>;
    readonly preParsing: typeof readJson;
  };
  /** Key that tokens are sealed with. */
  tokenKey(): Promise<TokenKey>;
  /** Runs a search as soon as the queue permits it. */
  domains(request: FastifyRequest, query: Query, options: QueuedOptions): Promise<SearchPage>;
  pages(request: FastifyRequest, query: PageQuery, options: QueuedOptions): Promise<PageSearchPage>;
  /** Runs other work that takes readers of the index, or as much time as a search, in the queue of searches. */
  queued<Value>(request: FastifyRequest, signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
  /** Time after which a search is given up, in milliseconds. */
  readonly timeoutMs: number;
  /** Runs work within the time limit of a search. @throws Failure unavailable if it was given up */
  withinTime<Value>(reply: FastifyReply, work: Work<Value>): Promise<Value>;
  /** Runs work as long as the client waits for it. @throws Failure unavailable if it was given up */
  whileWanted<Value>(reply: FastifyReply, work: Work<Value>): Promise<Value>;
}

interface QueuedOptions {
  readonly signal: AbortSignal;
  /** Whether it may take no longer than the time limit, after which it is known how much would be left to do. */
  readonly isBounded?: boolean;
  readonly walk?: Walk;
}

/** Part of the time limit in which sources are read; the rest is for the answer. */
const READING_SHARE = 0.9;

export function openSearches(
  { storage, settings, metrics }: ApiParts,
  queue: SearchQueue,
  stopping: AbortSignal,
): Searches {
  const index = timedSearches(storage.domains, metrics);
  const timeoutMs = settings.searchTimeoutMs;
  const queued = <Value>(
    { apiKey }: FastifyRequest,
    query: Query | PageQuery,
    { isBounded = false, ...options }: QueuedOptions,
    search: (options: SearchOptions) => Promise<Value>,
  ): Promise<Value> => {
    const endsAt = performance.now() + READING_SHARE * timeoutMs;
    const { signal } = options;
    // The queue runs it at the end of another request, to whose trace it does not belong.
    const run = context.bind(context.active(), () =>
      search(isBounded ? { ...options, budgetMs: Math.max(1, endsAt - performance.now()) } : options),
    );
    return queue.run({ keyId: apiKey?.id ?? '', signal, isShort: isShort(query) }, run);
  };
  return {
    hooks: {
      onRequest: async ({ apiKey }) => queue.refuseIfFull(apiKey?.id ?? ''),
      preParsing: readJson,
    },
    tokenKey: once(async () => deriveTokenKey(await storage.keys.secret(SECRETS.searches))),
    domains: (request, query, options) =>
      queued(request, query, options, (some) => index.search(query, some)),
    pages: (request, query, options) =>
      queued(request, query, options, (some) => index.searchPages(query, some)),
    queued: ({ apiKey }, signal, work) =>
      queue.run({ keyId: apiKey?.id ?? '', signal, isShort: false }, context.bind(context.active(), work)),
    timeoutMs,
    withinTime: (reply, work) => withDeadline(reply, { timeoutMs, stopping }, work),
    whileWanted: (reply, work) => whileWanted(reply, stopping, work),
  };
}
