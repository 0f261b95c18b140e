// A thread of the pool: its start, the page that it has, and its end. page-run.ts makes results of its reports, and page-timer.ts
// says when a page is given up.
import { isMarkedAsUntransferable, Worker } from 'node:worker_threads';
import type { StoredPage } from '@sitegrep/facts';
import type { IconReading } from '@sitegrep/icons';
import type { Page, PageVersion } from '@sitegrep/site';
import type { Analysis, ExplainedPage, Explanation, PageOptions } from './analysis.ts';
import { duration, startFailure, type Death } from './death.ts';
import type { FingerprintSettings, Report, SetInUse, Task, ThreadSettings } from './messages.ts';
import { analysisRun, explanationRun, iconRun, type PageRun } from './page-run.ts';
import { startPageTimer } from './page-timer.ts';
import { millisecondsOf } from './processor-time.ts';

export interface AnalysisThreadOptions extends ThreadSettings {
  readonly entry: URL;
  readonly deadlineMs: number;
  readonly heapMb: number;
  /** Ends the thread when it is aborted. */
  readonly signal: AbortSignal;
}

/** A thread that is ready for pages. */
export interface AnalysisThread {
  /**
   * Analyses a page; one at a time. Rejects only if the page cannot be transferred, or if the signal was
   * aborted.
   */
  analyze(page: Page, pageOptions: PageOptions): Promise<Analysis>;
  /** Analyses a stored page; one at a time. Rejects only if the signal was aborted. */
  analyzeAgain(page: StoredPage, version: PageVersion | null): Promise<Analysis>;
  /** Explains a stored page; one at a time. Rejects only if the signal was aborted. */
  explain(page: ExplainedPage): Promise<Explanation>;
  /** Reads an icon; one at a time. Rejects only if the signal was aborted. */
  readIcon(bytes: Uint8Array): Promise<IconReading>;
  /** Gives the thread the fingerprints for the pages that follow, unless it has them. */
  use(set: FingerprintSettings): void;
  /** False after the thread ended or was terminated. */
  readonly alive: () => boolean;
  /** Resolves after the thread has ended. */
  readonly ended: Promise<void>;
}

/**
 * Maximum time of a start. On a busy machine a thread takes seconds to load its modules; one that takes longer
 * than this will not start.
 */
const START_DEADLINE_MS = 60_000;

interface CurrentRun extends PageRun {
  readonly id: number;
  readonly endTimer: () => void;
}

/** Starts a thread and waits until it is ready. @throws the reason if the thread ended before */
export async function startThread(options: AnalysisThreadOptions): Promise<AnalysisThread> {
  const { entry, deadlineMs, heapMb, signal, ...settings } = options;
  signal.throwIfAborted();
  const worker = new Worker(entry, {
    name: 'analysis',
    workerData: settings satisfies ThreadSettings,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let current: CurrentRun | null = null;
  let runs = 0;
  let inUse = options.factsVersion;
  /** Processor time that the thread has used, by its last report. */
  let usedMs = 0;
  /** Reason for the end of the thread; the first one counts. */
  let death: Death | null = null;

  const kill = (cause: Death): void => {
    death ??= cause;
    worker.terminate().catch(ready.reject);
  };
  const abort = (): void => kill({ kind: 'aborted', error: signal.reason });
  const startDeadline = setTimeout(kill, START_DEADLINE_MS, {
    kind: 'deadline',
    time: duration(START_DEADLINE_MS),
  });

  /** Ends the current run, with its result, or with a cause. */
  const endRun = (cause: Death | null): void => {
    const run = current;
    current = null;
    run?.endTimer();
    if (cause !== null) run?.giveUp(cause);
  };

  worker.on('message', (report: Report) => {
    if ('usedMs' in report) usedMs = report.usedMs;
    if (report.kind === 'ready') ready.resolve();
    else if (current?.id !== report.id) return;
    else if (report.kind === 'failed') endRun({ kind: 'failed', message: report.reason });
    else if (current.take(report)) endRun(null);
  });
  worker.on('messageerror', (error) => kill({ kind: 'failed', message: error.message }));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    death ??=
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? { kind: 'out_of_memory' }
        : { kind: 'failed', message: error.message };
  });
  worker.on('exit', (code) => {
    death ??= { kind: 'failed', message: `the thread ended with code ${code}` };
    clearTimeout(startDeadline);
    signal.removeEventListener('abort', abort);
    endRun(death);
    ready.reject(death.kind === 'aborted' ? death.error : new Error(startFailure(death, heapMb)));
    ended.resolve();
  });
  signal.addEventListener('abort', abort, { once: true });

  await ready.promise;
  clearTimeout(startDeadline);

  const endWith = (cause: Death): void => {
    kill(cause);
    endRun(cause);
  };
  const begin = (id: number, run: PageRun): void => {
    const endTimer = startPageTimer({
      deadlineMs,
      usedBeforeMs: usedMs,
      usedNowMs: () => usedByThread(worker),
      onOver: (time) => endWith({ kind: 'deadline', time }),
      onError: (error) =>
        endWith({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    });
    current = { id, endTimer, ...run };
  };

  return {
    analyze: (page, pageOptions) =>
      new Promise((settle, fail) => {
        const id = ++runs;
        const [task, moved] = taskOf(id, page, pageOptions);
        worker.postMessage(task, [moved]);
        begin(id, analysisRun({ settle, fail }, heapMb));
      }),
    analyzeAgain: (page, version) =>
      new Promise((settle, fail) => {
        const id = ++runs;
        worker.postMessage({ id, kind: 'again', page, version } satisfies Task, []);
        begin(id, analysisRun({ settle, fail }, heapMb));
      }),
    explain: (page) =>
      new Promise((settle, fail) => {
        const id = ++runs;
        worker.postMessage({ id, kind: 'explain', page } satisfies Task, []);
        begin(id, explanationRun({ settle, fail }, heapMb));
      }),
    readIcon: (bytes) =>
      new Promise((settle, fail) => {
        const id = ++runs;
        worker.postMessage({ id, kind: 'icon', bytes } satisfies Task, []);
        begin(id, iconRun({ settle, fail }, bytes, heapMb));
      }),
    use({ factsVersion, fingerprints, queries }) {
      if (factsVersion === inUse) return;
      inUse = factsVersion;
      worker.postMessage({ kind: 'set', factsVersion, fingerprints, queries } satisfies SetInUse, []);
    },
    alive: () => death === null,
    ended: ended.promise,
  };
}

/** Processor time that a thread has used so far, in milliseconds; null if it has ended, which its event `exit` reports. */
async function usedByThread(worker: Worker): Promise<number | null> {
  try {
    return millisecondsOf(await worker.cpuUsage());
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_NOT_RUNNING') return null;
    throw error;
  }
}

/**
 * Message with a page, and the memory that is moved with it. A body that fills its memory is moved. A part of a
 * larger buffer (as small Buffers are) is copied, because moving would take the rest along.
 */
function taskOf(id: number, page: Page, pageOptions: PageOptions): [task: Task, moved: ArrayBuffer] {
  const { buffer } = page.body;
  if (buffer instanceof ArrayBuffer && buffer.detached) {
    throw new TypeError(`the body of ${page.url} was handed over by an earlier call`);
  }
  const ownsMemory =
    buffer instanceof ArrayBuffer &&
    buffer.byteLength === page.body.byteLength &&
    !isMarkedAsUntransferable(buffer);
  const body = ownsMemory ? new Uint8Array(buffer) : new Uint8Array(page.body);
  return [{ id, kind: 'analyze', page: { ...page, body }, options: pageOptions }, body.buffer];
}
