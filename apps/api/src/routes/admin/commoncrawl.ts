import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual, promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import {
  checker,
  CommonCrawlOptions,
  CommonCrawlRequest,
  type CommonCrawlRun,
  formatTimestamp,
  type LastCommonCrawlAnswer,
  NoParameters,
  parameterChecker,
} from '@sitegrep/contract';
import { type CommonCrawlImport, HOSTS_PART, NO_COMMONCRAWL_PROGRESS } from '@sitegrep/storage';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { isMediaType, readJsonBody, requireValid } from '../../body.ts';
import { importHosts, type ImportHosts, namedHosts } from '../../commoncrawl-hosts.ts';
import { badRequest, Failure } from '../../failure.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';
import { openUpload } from '../../upload.ts';

const LISTS = ['text/plain'] as const;

/** Pages that two processors analyse in a second, by which the time of reading is estimated. */
const PAGES_A_SECOND = 25;

const checkNothing = parameterChecker(NoParameters);
const checkOptions = parameterChecker(CommonCrawlOptions);
const checkBody = checker(CommonCrawlRequest);
const compress = promisify(zstdCompress);

/** The captures that a request means. */
interface Wish {
  readonly hosts: ImportHosts | null;
  readonly body: CommonCrawlRequest;
}

/** Imports from Common Crawl: POST /admin/commoncrawl begins one, GET shows it and DELETE stops it. A worker does it. */
export function addCommonCrawlRoutes(
  app: FastifyInstance,
  { storage: { domains, commoncrawl }, settings, onWork = () => {} }: ApiParts,
): void {
  addOperation(app, 'startCommonCrawl', { preParsing: readJsonUnlessList }, async (request, reply) => {
    const wish = isList(request) ? await uploaded(request) : await listed(request);
    const run = await runOf(wish);
    const hosts = await partOf(wish);
    const begun = await commoncrawl.begin(run, hosts);
    if (begun.id !== run.id && !(await isSame(begun, run, hosts))) {
      throw new Failure(
        'conflict',
        'An import from Common Crawl goes on; wait for its end, or stop it with DELETE /admin/commoncrawl.',
      );
    }
    onWork();
    reply.status(202);
    return { success: true, data: await commonCrawlItem(begun) };
  });

  addOperation(app, 'getCommonCrawl', {}, async (request): Promise<LastCommonCrawlAnswer> => {
    requireValid(checkNothing(request.query));
    const run = await commoncrawl.get();
    return { success: true, data: { run: run === null ? null : await commonCrawlItem(run) } };
  });

  addOperation(app, 'stopCommonCrawl', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const run = await commoncrawl.get();
    const end = { state: 'stopped', endedAt: Date.now(), reason: null } as const;
    if (run === null || !(await commoncrawl.end(run.id, end))) {
      throw new Failure('conflict', 'No import from Common Crawl goes on, so there is nothing to stop.');
    }
    onWork();
    return { success: true, data: await commonCrawlItem((await commoncrawl.get()) ?? run) };
  });

  /** Tells whether the import that goes on is the one that was wished for. */
  async function isSame(
    { id, selection, isDryRun }: CommonCrawlImport,
    wished: CommonCrawlImport,
    hosts: Uint8Array | null,
  ): Promise<boolean> {
    if (!isDeepStrictEqual([selection, isDryRun], [wished.selection, wished.isDryRun])) return false;
    const before = await commoncrawl.part(id, HOSTS_PART);
    return hosts === null || (before !== null && Buffer.compare(before, hosts) === 0);
  }

  async function uploaded(request: FastifyRequest): Promise<Wish> {
    const { lines, drain } = await openUpload(request, LISTS, settings.maxUploadBytes);
    try {
      const { crawls, languages, ...filters } = requireValid(checkOptions(request.query));
      const body = {
        ...filters,
        ...(crawls === undefined ? {} : { crawls: crawls.split(',') }),
        ...(languages === undefined ? {} : { languages: languages.split(',') }),
      };
      return { hosts: await namedHosts(entriesOf(lines)), body };
    } catch (error) {
      // A client that is still sending does not read our answer.
      if (error instanceof Failure && error.code === 'bad_request') await drain();
      throw error;
    }
  }

  async function listed(request: FastifyRequest): Promise<Wish> {
    requireValid(checkNothing(request.query));
    const body = requireValid(checkBody(request.json));
    const { hosts, list, top } = body;
    const given = Object.entries({ hosts, list, top, tld: body.tld }).filter(
      ([, value]) => value !== undefined,
    );
    if (given.length !== 1) {
      throw badRequest({
        field: 'The body',
        problem:
          given.length === 0
            ? 'has none of hosts, list, top and tld'
            : `has ${given.map(([name]) => name).join(' and ')}`,
        remedy: 'give one of them',
      });
    }
    return { hosts: await importHosts(domains, body), body };
  }
}

function isList({ headers }: FastifyRequest): boolean {
  return isMediaType(headers, LISTS);
}

async function readJsonUnlessList(
  request: FastifyRequest,
  _reply: unknown,
  body: RequestPayload,
): Promise<void> {
  if (!isList(request)) await readJsonBody(request, body, ['application/json', ...LISTS]);
}

/** Entries of a list: blank lines and comments are none. */
async function* entriesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) {
    // trim() also removes a BOM, which is white space in ECMAScript.
    const text = line.trim();
    if (text !== '' && !text.startsWith('#')) yield text;
  }
}

/** The import that a request means. @throws Failure if its suffix, path or languages are none */
async function runOf({ hosts, body }: Wish): Promise<CommonCrawlImport> {
  const { CrawlNotReadable, selectionOf, sitesBelow } = await import('@sitegrep/commoncrawl');
  const { crawls = [], tld = null, path = null, languages = [], robots = false, dry_run = false } = body;
  try {
    // Read again when the import is worked on: what is wrong is told now.
    selectionOf(sitesBelow(tld ?? 'com'), { path, languages });
  } catch (error) {
    if (error instanceof CrawlNotReadable) throw new Failure('bad_request', `${error.message}.`);
    throw error;
  }
  return {
    ...NO_COMMONCRAWL_PROGRESS,
    id: randomUUID(),
    selection: { crawls, hosts: hosts?.selected ?? null, tld, path, languages, withRobots: robots },
    isDryRun: dry_run,
    startedAt: Date.now(),
    state: 'running',
    endedAt: null,
    reason: null,
  };
}

async function partOf({ hosts }: Wish): Promise<Uint8Array | null> {
  return hosts === null ? null : compress([...hosts.hosts.names()].join('\n'));
}

/** An import as answers show it. */
async function commonCrawlItem(run: CommonCrawlImport): Promise<CommonCrawlRun> {
  const { id, selection, isDryRun, startedAt, endedAt, reason, waitsUntil, crawls, missing, outcomes } = run;
  const { hosts, tld, path, languages, withRobots } = selection;
  return {
    id,
    state: stateOf(run),
    dry_run: isDryRun,
    started_at: formatTimestamp(startedAt),
    ended_at: endedAt === null ? null : formatTimestamp(endedAt),
    reason,
    waits_until: waitsUntil === null ? null : formatTimestamp(waitsUntil),
    selection: {
      hosts:
        hosts === null
          ? null
          : {
              from: hosts.from,
              list: hosts.list,
              count: hosts.count,
              rejected: { count: hosts.rejected.count, samples: [...hosts.rejected.first] },
            },
      tld,
      path,
      languages: [...languages],
      robots: withRobots,
    },
    crawls: crawls.map(({ name, next, records }) => ({ name, is_found: next === null, records })),
    found: await foundIn(run),
    missing: { count: missing.count, samples: [...missing.first] },
    records: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    outcomes: { ...outcomes },
    damaged: [...run.damaged],
    sent: { requests: run.requests, bytes: run.bytes },
  };
}

function stateOf({ state, waitsUntil, crawls }: CommonCrawlImport): CommonCrawlRun['state'] {
  if (state !== 'running') return state;
  if (waitsUntil !== null) return 'waiting';
  return crawls.length > 0 && crawls.every(({ next }) => next === null) ? 'reading' : 'finding';
}

async function foundIn({ crawls }: CommonCrawlImport): Promise<CommonCrawlRun['found']> {
  const { estimatedSeconds } = await import('@sitegrep/commoncrawl');
  const sum = (of: (crawl: CommonCrawlImport['crawls'][number]) => number): number =>
    crawls.reduce((all, crawl) => all + of(crawl), 0);
  const costs = { requests: sum((crawl) => crawl.requests), bytes: sum((crawl) => crawl.bytes) };
  const records = sum((crawl) => crawl.records);
  // Pages are analysed while others are read.
  return {
    records,
    ...costs,
    seconds: Math.ceil(Math.max(estimatedSeconds(costs), records / PAGES_A_SECOND)),
  };
}
