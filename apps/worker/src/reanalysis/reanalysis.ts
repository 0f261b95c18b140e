// The run that analyses stored pages again, as the records have it: a process takes it up, records how far it is, and leaves it to
// the next one when it stops or is killed.
import {
  type DomainIndex,
  type FingerprintStore,
  outdatedDomains,
  type Reanalysis,
  type ReanalysisProgress,
  type ReanalysisStore,
} from '@sitegrep/storage';
import { isDown } from '../storage-patience.ts';
import { rested, startStoredWork, type StoredWork, type StoredWorkOptions } from '../stored-work.ts';
import { countDomains, listDomains, type Looking } from './listed-domains.ts';
import { type Pace, reanalyseSites, type ReanalysisParts } from './reanalyse-sites.ts';

/** Domains after which it is recorded how far a run is. */
const NOTED_DOMAINS = 25;
/** Maximum rest between two parts of the work, in milliseconds. */
const MAX_REST_MS = 10_000;
/** Work of a run before its first rest, in milliseconds: a new technology of one's own is on few pages, and somebody waits for them. */
const UNRESTED_MS = 2_000;
/** Sites that are analysed at a time before that rest: more than there are threads, so that these need not wait for the storage. */
const AT_FIRST = 4;

export interface ReanalysisOptions extends ReanalysisParts, StoredWorkOptions {
  readonly domains: ReanalysisParts['domains'] & Pick<DomainIndex, 'search'>;
  readonly reanalysis: ReanalysisStore;
  readonly fingerprints: Pick<FingerprintStore, 'get'>;
  /** Called when a run has come to its end. */
  readonly onEnd: (run: Reanalysis) => void;
}

/**
 * Works on the run whenever one goes on, after all that crawls and imports have for the threads. After its first two seconds it rests as
 * long as it has worked, and analyses a page at a time: so it takes half of a processor at most.
 */
export function startReanalysis(options: ReanalysisOptions): StoredWork {
  return startStoredWork(options.reanalysis, (signal) => work(options, signal), options);
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
  let unrestedMs = UNRESTED_MS;
  const rest = async (workedMs: number): Promise<void> => {
    const restMs = Math.min(Math.max(0, workedMs - unrestedMs), MAX_REST_MS);
    unrestedMs = Math.max(0, unrestedMs - workedMs);
    await rested(restMs, signal);
    signal.throwIfAborted();
  };
  const looking: Looking = { signal, rest };
  const pace: Pace = { rest, atATime: () => (unrestedMs > 0 ? AT_FIRST : 1) };
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
      const counts = await reanalyseSites(options, group, pace);
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
