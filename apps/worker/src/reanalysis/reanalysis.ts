// The run that analyses stored pages again, as the records have it: a process takes it up, records how far it is, and leaves it to
// the next one when it stops or is killed.
import { setTimeout as delay } from 'node:timers/promises';
import {
  type DomainIndex,
  type FingerprintStore,
  outdatedDomains,
  type Reanalysis,
  type ReanalysisProgress,
  type ReanalysisStore,
} from '@sitegrep/storage';
import { isDown } from '../storage-patience.ts';
import { countDomains, listDomains, type Looking } from './listed-domains.ts';
import { reanalyseSites, type ReanalysisParts } from './reanalyse-sites.ts';

/** Time between two looks at the records, in milliseconds. */
const EVERY_MS = 5_000;
/** Domains after which it is recorded how far a run is. */
const NOTED_DOMAINS = 25;
/** Maximum rest between two parts of the work, in milliseconds. */
const MAX_REST_MS = 10_000;

export interface ReanalysisOptions extends ReanalysisParts {
  readonly domains: ReanalysisParts['domains'] & Pick<DomainIndex, 'search'>;
  readonly reanalysis: ReanalysisStore;
  readonly fingerprints: Pick<FingerprintStore, 'get'>;
  /** Called when a run has come to its end. */
  readonly onEnd: (run: Reanalysis) => void;
  /** Called when a run could not go on; it is tried again. */
  readonly onError: (error: unknown) => void;
  /** Time between two looks at the records, in milliseconds; for tests. */
  readonly everyMs?: number;
}

export interface ReanalysisWork {
  /** Looks at the records at once. */
  wake(): void;
  /** Ends the work after the batch that is under way, and resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Works on the run whenever one goes on. It rests as long as it has worked, and analyses a page at a time, after all that crawls
 * and imports have for the threads: so it takes half of a processor at most.
 */
export function startReanalysis(options: ReanalysisOptions): ReanalysisWork {
  const { reanalysis, onError, everyMs = EVERY_MS } = options;
  const stopping = new AbortController();
  let awake = new AbortController();

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if ((await reanalysis.get())?.state === 'running') {
          await reanalysis.alone((lost) => work(options, AbortSignal.any([stopping.signal, lost])));
        }
      } catch (error) {
        if (!stopping.signal.aborted) onError(error);
      }
      await rested(everyMs, AbortSignal.any([stopping.signal, awake.signal]));
      if (awake.signal.aborted) awake = new AbortController();
    }
  };

  const running = run();
  return {
    wake: () => awake.abort(),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Works on the run that goes on until it ends, somebody stops it, or the signal fires. */
async function work(options: ReanalysisOptions, signal: AbortSignal): Promise<void> {
  const { reanalysis, onEnd } = options;
  const run = await reanalysis.get();
  if (run?.state !== 'running') return;
  const end = async (state: 'failed' | 'finished', reason: string | null): Promise<void> => {
    await reanalysis.end(run.id, { state, endedAt: Date.now(), reason });
    const ended = await reanalysis.get();
    if (ended?.id === run.id) onEnd(ended);
  };
  try {
    if (await goOn(options, run, signal)) await end('finished', null);
  } catch (error) {
    if (signal.aborted || isDown(error)) throw error;
    await end('failed', error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** @returns whether the run came to its end */
async function goOn(options: ReanalysisOptions, run: Reanalysis, signal: AbortSignal): Promise<boolean> {
  const { domains, reanalysis, analysis, fingerprints } = options;
  const { factsVersion } = analysis;
  const rest = async (workedMs: number): Promise<void> => {
    await rested(Math.min(workedMs, MAX_REST_MS), signal);
    signal.throwIfAborted();
  };
  const looking: Looking = { signal, rest };
  const criteria = await outdatedDomains({ domains, fingerprints }, factsVersion, run.where);
  let { after, total, domains: seen, pages, failed }: ReanalysisProgress = run;
  const note = (): Promise<boolean> =>
    reanalysis.note(run.id, { after, total, domains: seen, pages, failed });
  total ??= criteria === null ? 0 : await countDomains(domains, criteria, looking);
  if (!(await note())) return false;
  if (criteria === null) return true;
  for await (const some of listDomains(domains, criteria, after, looking)) {
    for (let at = 0; at < some.length; at += NOTED_DOMAINS) {
      const group = some.slice(at, at + NOTED_DOMAINS);
      const counts = await reanalyseSites(options, group, rest);
      after = group.at(-1) ?? after;
      seen += group.length;
      pages += counts.pages;
      failed += counts.failed;
      if (!(await note())) return false;
    }
  }
  // Other fingerprints came into use meanwhile: what was judged before is outdated.
  return analysis.factsVersion === factsVersion
    ? true
    : goOn(options, { ...run, after: '', total: null, domains: seen, pages, failed }, signal);
}

/** Waits, until the signal fires at most. */
async function rested(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
