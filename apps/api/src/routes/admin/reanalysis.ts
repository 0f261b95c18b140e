import { randomBytes, randomUUID } from 'node:crypto';
import {
  checker,
  formatTimestamp,
  type LastReanalysisAnswer,
  NoParameters,
  parameterChecker,
  ReanalyseRequest,
  type ReanalysisRun,
} from '@sitegrep/contract';
import { ALL, deriveTokenKey } from '@sitegrep/search';
import { countOutdatedDomains, NO_PROGRESS, type Reanalysis } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { readOptionalJson, requireValid } from '../../body.ts';
import { currentFactsVersion } from '../../facts-coverage.ts';
import { Failure } from '../../failure.ts';
import { addOperation } from '../../operation-route.ts';
import { requireQuery } from '../../query-request.ts';
import type { ApiParts } from '../../settings.ts';

const checkNothing = parameterChecker(NoParameters);
const checkBody = checker(ReanalyseRequest);

/** The run that analyses stored pages again: POST /admin/reanalyse begins it, GET shows it and DELETE stops it. A worker does it. */
export function addReanalysisRoutes(
  app: FastifyInstance,
  { storage: { domains, fingerprints, reanalysis }, onWork = () => {} }: ApiParts,
): void {
  addOperation(app, 'startReanalysis', { preParsing: readOptionalJson }, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const { q = '' } = requireValid(checkBody(request.json));
    const query = q.trim() === '' ? null : q;
    const where = query === null ? ALL : requireQuery({ q: query }, deriveTokenKey(randomBytes(32))).where;
    const id = randomUUID();
    const run: Reanalysis = {
      ...NO_PROGRESS,
      id,
      query,
      where,
      startedAt: Date.now(),
      state: 'running',
      endedAt: null,
      reason: null,
    };
    const begun = await reanalysis.begin(run);
    if (begun.id !== id && begun.query !== query) throw goesOn(begun);
    onWork();
    reply.status(202);
    return { success: true, data: runItem(begun) };
  });

  addOperation(app, 'getReanalysis', {}, async (request): Promise<LastReanalysisAnswer> => {
    requireValid(checkNothing(request.query));
    const factsVersion = await currentFactsVersion();
    const [run, outdated] = await Promise.all([
      reanalysis.get(),
      countOutdatedDomains({ domains, fingerprints }, factsVersion),
    ]);
    return {
      success: true,
      data: {
        facts_version: factsVersion,
        outdated_domains: { count: outdated.count, is_exact: outdated.isExact },
        run: run === null ? null : runItem(run),
      },
    };
  });

  addOperation(app, 'stopReanalysis', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const run = await reanalysis.get();
    const end = { state: 'stopped', endedAt: Date.now(), reason: null } as const;
    if (run === null || !(await reanalysis.end(run.id, end))) {
      throw new Failure('conflict', 'No run goes on that analyses pages again, so there is nothing to stop.');
    }
    return { success: true, data: runItem((await reanalysis.get()) ?? run) };
  });
}

function goesOn({ query }: Reanalysis): Failure {
  const of = query === null ? 'for all domains' : `for the query ${JSON.stringify(query)}`;
  return new Failure(
    'conflict',
    `A run ${of} goes on; wait for its end, or stop it with DELETE /admin/reanalyse.`,
  );
}

/** A run as answers show it. */
export function runItem(run: Reanalysis): ReanalysisRun {
  const { id, query, state, startedAt, endedAt, reason, after, total, domains, pages, failed } = run;
  return {
    id,
    q: query,
    state,
    started_at: formatTimestamp(startedAt),
    ended_at: endedAt === null ? null : formatTimestamp(endedAt),
    reason,
    domains: { total, done: domains },
    pages: { analysed: pages, failed },
    last_domain: after === '' ? null : after,
  };
}
