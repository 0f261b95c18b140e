// What the routes of searches share: the queue, the key of their tokens, their time limit.
import { context } from '@opentelemetry/api';
import {
  deriveTokenKey,
  type IndexUnit,
  isShort,
  type Level,
  type Query,
  type TokenKey,
} from '@sitegrep/search';
import {
  type ItemPage,
  type ItemShape,
  QueryTooBroad,
  type RenderedItems,
  type SearchOptions,
  type SearchPage,
  type SearchProgress,
  type Trend,
  type Walk,
} from '@sitegrep/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readJson } from './body.ts';
import { whileWanted, withDeadline } from './deadline.ts';
import { latestOf, type LatestOfItem } from './latest.ts';
import { once } from './once.ts';
import type { SearchQueue } from './search-queue.ts';
import { Slices } from './slices.ts';
import { boundedSearch } from './too-broad.ts';
import { timedSearches } from './timed-searches.ts';
import { queryOfKey } from './saved-searches/named.ts';
import { SECRETS } from './secrets.ts';
import type { ApiParts } from './settings.ts';

type Work<Value> = (signal: AbortSignal) => Promise<Value>;

export interface Searches {
  /** Hooks of their routes. */
  readonly hooks: {
    readonly onRequest: (request: FastifyRequest) => Promise<void>;
    readonly preParsing: typeof readJson;
  };
  /** Unit by which the index knows texts. */
  readonly unit: IndexUnit;
  /** Key that tokens are sealed with. */
  tokenKey(): Promise<TokenKey>;
  /**
   * Runs a search as soon as the queue permits it. One that stands alone is bounded in time and work; each of a walk reads little
   * at a time.
   *
   * @throws Failure too_broad, with what would help, if too many sources would have to be read
   */
  search<L extends Level>(
    request: FastifyRequest,
    query: Query<L>,
    options: QueuedOptions,
  ): Promise<SearchPage<L>>;
  /** Does what `search` does, and gives the hits as items of an answer. */
  items<L extends Level>(
    request: FastifyRequest,
    query: Query<L>,
    shape: ItemShape,
    options: QueuedOptions,
  ): Promise<ItemPage<L>>;
  /** Counts the domains that fulfilled a query at several times, bounded as `search` is; see `DomainIndex.trend`. */
  trend(
    request: FastifyRequest,
    query: Query<'domain'>,
    ends: readonly number[],
    options: QueuedOptions,
  ): Promise<Trend>;
  /** Reads what happened last at items of domains or pages. */
  latest(items: RenderedItems): Promise<readonly LatestOfItem[]>;
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
  readonly progress?: SearchProgress;
  readonly walk?: Walk;
}

/** Items whose snippets take less than a long search does. */
const FEW_SNIPPETS = 100;

/** Whether a search reads the sources of much of what it finds: for values, which take a thousand times as long as facts. */
function readsMuch({ extract, snippets, limit, facets = [] }: Query): boolean {
  return (
    extract !== undefined ||
    (snippets !== undefined && limit > FEW_SNIPPETS) ||
    facets.some(({ kind }) => kind === 'captures')
  );
}

/** Part of the time limit in which sources are read; the rest is for the answer. */
const READING_SHARE = 0.9;

/** Work in sources that a search may take for each millisecond of its time limit, in units of `WorkPart`. No thread does as much. */
const WORK_A_MS = 200;

export function openSearches(
  { storage, settings, metrics }: ApiParts,
  queue: SearchQueue,
  stopping: AbortSignal,
): Searches {
  const index = timedSearches(storage.domains, metrics);
  const { unit } = storage.domains;
  const timeoutMs = settings.searchTimeoutMs;

  /** The query as the key of the request may ask it. @throws UnknownSavedSearch */
  async function allowed<L extends Level>({ apiKey }: FastifyRequest, query: Query<L>): Promise<Query<L>> {
    return apiKey === null ? query : queryOfKey(storage.domains.searches, apiKey, query);
  }

  /** Runs a search in the queue. @param search asks the index */
  function bounded<Page>(
    { apiKey }: FastifyRequest,
    query: Query,
    options: QueuedOptions,
    search: (options: SearchOptions) => Promise<Page>,
  ): Promise<Page> {
    return boundedSearch(query, unit, async () => {
      const isBounded = options.walk === undefined;
      const endsAt = isBounded ? performance.now() + READING_SHARE * timeoutMs : Infinity;
      const maxWork = isBounded ? READING_SHARE * timeoutMs * WORK_A_MS : Infinity;
      const entry = { keyId: apiKey?.id ?? '', signal: options.signal, isShort: isShort(query) };
      const slices = new Slices();
      let begunAt = 0;
      // The queue runs it at the end of another request, to whose trace it does not belong.
      const run = context.bind(context.active(), () => {
        begunAt = performance.now();
        const budgetMs = Math.max(1, endsAt - begunAt);
        return search({ ...options, budgetMs, maxWork, sliceMs: slices.ms });
      });
      for (;;) {
        const mayBeLong = slices.isContinued || readsMuch(query);
        try {
          return await queue.run({ ...entry, mayBeLong, isContinued: slices.isContinued }, run);
        } catch (error) {
          const now = performance.now();
          const isOver = now < endsAt && now - begunAt >= slices.ms;
          if (!(error instanceof QueryTooBroad) || !isOver) throw error;
          slices.next(error.decided);
        }
      }
    });
  }

  return {
    hooks: {
      onRequest: async ({ apiKey }) => queue.refuseIfFull(apiKey?.id ?? ''),
      preParsing: readJson,
    },
    unit,
    tokenKey: once(async () => deriveTokenKey(await storage.keys.secret(SECRETS.searches))),
    search: async (request, given, options) => {
      const query = await allowed(request, given);
      return bounded(request, query, options, (limits) => index.search(query, limits));
    },
    items: async (request, given, shape, options) => {
      const query = await allowed(request, given);
      return bounded(request, query, options, (limits) => index.searchItems(query, shape, limits));
    },
    trend: async (request, given, ends, options) => {
      const query = await allowed(request, given);
      return bounded(request, query, options, (limits) => index.trend(query, ends, limits));
    },
    latest: (items) => latestOf(storage.domains, items),
    queued: ({ apiKey }, signal, work) =>
      queue.run(
        { keyId: apiKey?.id ?? '', signal, isShort: false, mayBeLong: false },
        context.bind(context.active(), work),
      ),
    timeoutMs,
    withinTime: (reply, work) => withDeadline(reply, { timeoutMs, stopping }, work),
    whileWanted: (reply, work) => whileWanted(reply, stopping, work),
  };
}
