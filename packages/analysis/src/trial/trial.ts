// Fingerprints that somebody tries on stored pages, in a thread of their own that is ended with the trial.
import { Worker } from 'node:worker_threads';
import type { StoredPage } from '@sitegrep/facts';
import type { TakenFingerprints, TrialReport, TrialTask, TriedPage } from './trial-messages.ts';

/** Maximum heap of the thread, in MiB: the known technologies take a third of it. */
const HEAP_MB = 512;

/** A trial whose thread ended: its message says why, as the end of a sentence about the fingerprints. */
export class TrialEnded extends Error {
  override readonly name = 'TrialEnded';
}

/** Fingerprints in a thread that is ready for pages. */
export interface TechnologyTrial extends AsyncDisposable {
  readonly taken: TakenFingerprints;
  /** Tries them on a page; one at a time. @throws TrialEnded if the thread ended; the reason of the signal */
  on(page: StoredPage): Promise<TriedPage>;
}

/**
 * Starts a thread with fingerprints.
 *
 * @param signal ends the thread when it is aborted
 * @throws TrialEnded if the thread ended; the reason of the signal
 */
export async function openTechnologyTrial(task: TrialTask, signal: AbortSignal): Promise<TechnologyTrial> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./trial-thread.ts', import.meta.url), {
    name: 'trial',
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  /** Reason for which no further report comes; null: the thread works. */
  let ended: { readonly reason: unknown } | null = null;
  let waiting = newWaiting();
  const giveUp = (reason: unknown): void => {
    ended ??= { reason };
    waiting.reject(ended.reason);
  };
  const abort = (): void => giveUp(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  worker.on('message', (report: TrialReport) => waiting.resolve(report));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const reason = isMemory ? `need more than ${HEAP_MB} MiB of memory` : `failed: ${error.message}`;
    giveUp(new TrialEnded(reason, { cause: error }));
  });
  worker.on('exit', (code) => giveUp(new TrialEnded(`ended their thread with code ${code}`)));
  const end = async (): Promise<void> => {
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  };
  const next = async <Kind extends TrialReport['kind']>(
    kind: Kind,
  ): Promise<Extract<TrialReport, { kind: Kind }>> => {
    const report = await waiting.promise;
    if (!isKind(report, kind)) throw new Error(`the thread of a trial told ${report.kind}, not ${kind}`);
    return report;
  };
  try {
    const { taken } = await next('taken');
    return {
      taken,
      async on(page) {
        if (ended !== null) throw ended.reason;
        waiting = newWaiting();
        worker.postMessage({ page }, []);
        return (await next('tried')).tried;
      },
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** A report that is waited for. A reason that comes while nobody waits is kept for the next who does. */
function newWaiting(): PromiseWithResolvers<TrialReport> {
  const waiting = Promise.withResolvers<TrialReport>();
  waiting.promise.catch(() => undefined);
  return waiting;
}

function isKind<Kind extends TrialReport['kind']>(
  report: TrialReport,
  kind: Kind,
): report is Extract<TrialReport, { kind: Kind }> {
  return report.kind === kind;
}
