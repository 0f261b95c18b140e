import { isMarkedAsUntransferable, Worker } from 'node:worker_threads';
import type { DetectedTechnology, Page } from '@sitegrep/site';
import type { Analysis, ExplainedPage, Explanation, PageOptions } from './analysis.ts';
import type { Extracted, Report, Task, ThreadSettings } from './messages.ts';
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
  /** Explains a stored page; one at a time. Rejects only if the signal was aborted. */
  explain(page: ExplainedPage): Promise<Explanation>;
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

/** The page that a thread is analysing or explaining. */
type Run = Timed &
  (
    | {
        readonly kind: 'analyze';
        extracted: Extracted | null;
        readonly settle: (analysis: Analysis) => void;
      }
    | { readonly kind: 'explain'; readonly settle: (explanation: Explanation) => void }
  );

interface Timed {
  readonly id: number;
  readonly fail: (error: unknown) => void;
  /** Processor time that the thread had used before. */
  readonly usedBeforeMs: number;
  /** When the page is given up by the clock of `performance.now`. */
  readonly givenUpAt: number;
  /** The next check of the processor time. */
  check: NodeJS.Timeout;
}

/**
 * Maximum time of a page by the clock, as a multiple of its processor time. A thread that gets less than a tenth of a
 * processor, or waits for something, is given up.
 */
const CLOCK_FACTOR = 10;
/** Minimum time between two checks of a page's processor time, in milliseconds. */
const CHECK_MS = 20;

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
  let run: Run | null = null;
  let runs = 0;
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

  /** Removes the current run if it has this id. */
  const takeRun = (id: number): Run | null => {
    const taken = run;
    if (taken === null || taken.id !== id) return null;
    clearTimeout(taken.check);
    run = null;
    return taken;
  };
  const endRun = (cause: Death): void => {
    const taken = run === null ? null : takeRun(run.id);
    if (taken === null) return;
    if (cause.kind === 'aborted') taken.fail(cause.error);
    else giveUpRun(taken, cause);
  };
  const giveUpRun = (taken: Run, cause: Exclude<Death, { readonly kind: 'aborted' }>): void => {
    if (taken.kind === 'explain') {
      taken.settle({ kind: 'crashed', reason: reasonOf(cause, true, options) });
      return;
    }
    const { extracted } = taken;
    taken.settle(unfinished(extracted, reasonOf(cause, extracted !== null, options)));
  };

  worker.on('message', (report: Report) => {
    if ('usedMs' in report) usedMs = report.usedMs;
    switch (report.kind) {
      case 'ready':
        ready.resolve();
        break;
      case 'extracted':
        if (run?.id === report.id && run.kind === 'analyze') run.extracted = report;
        break;
      case 'detected': {
        const taken = takeRun(report.id);
        if (taken?.kind !== 'analyze' || taken.extracted === null) break;
        const { cut, detectMs, technologies } = report;
        taken.settle(analysisOf(taken.extracted, technologies, partialOf(cut), detectMs));
        break;
      }
      case 'explained': {
        const taken = takeRun(report.id);
        if (taken?.kind !== 'explain') break;
        const { cut, technologies } = report;
        taken.settle({ kind: 'explained', technologies, partial: partialOf(cut) });
        break;
      }
      case 'failed': {
        const taken = takeRun(report.id);
        if (taken !== null) giveUpRun(taken, { kind: 'failed', message: report.reason });
        break;
      }
    }
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
    ready.reject(death.kind === 'aborted' ? death.error : new Error(startFailure(death, options)));
    ended.resolve();
  });
  signal.addEventListener('abort', abort, { once: true });

  await ready.promise;
  clearTimeout(startDeadline);

  const endWith = (cause: Death): void => {
    kill(cause);
    endRun(cause);
  };
  const giveUp = (time: string): void => endWith({ kind: 'deadline', time });
  /** A report that came while the event loop was busy still counts: messages are delivered before immediates. */
  const checkAfter = (ms: number, id: number): NodeJS.Timeout =>
    setTimeout(() => setImmediate(() => void check(id).catch(failed)), ms);
  const failed = (error: unknown): void =>
    endWith({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  const check = async (id: number): Promise<void> => {
    if (run?.id !== id) return;
    const clockMs = run.givenUpAt - performance.now();
    if (clockMs <= 0) return giveUp(duration(CLOCK_FACTOR * deadlineMs));
    // A thread in native code may not answer; then the clock decides.
    run.check = checkAfter(clockMs, id);
    const usedNowMs = await usedByThread(worker);
    if (usedNowMs === null || run?.id !== id) return;
    const leftMs = deadlineMs - (usedNowMs - run.usedBeforeMs);
    if (leftMs <= 0) return giveUp(`${duration(deadlineMs)} of processor time`);
    clearTimeout(run.check);
    run.check = checkAfter(Math.min(clockMs, Math.max(leftMs, CHECK_MS)), id);
  };

  const timed = (id: number, fail: Timed['fail']): Timed => ({
    id,
    fail,
    usedBeforeMs: usedMs,
    givenUpAt: performance.now() + CLOCK_FACTOR * deadlineMs,
    // By the clock no less time has passed than by the processor.
    check: checkAfter(deadlineMs, id),
  });

  return {
    analyze: (page, pageOptions) =>
      new Promise((settle, fail) => {
        const id = ++runs;
        const [task, moved] = taskOf(id, page, pageOptions);
        worker.postMessage(task, [moved]);
        run = { ...timed(id, fail), kind: 'analyze', extracted: null, settle };
      }),
    explain: (page) =>
      new Promise((settle, fail) => {
        const id = ++runs;
        worker.postMessage({ id, kind: 'explain', page } satisfies Task, []);
        run = { ...timed(id, fail), kind: 'explain', settle };
      }),
    alive: () => death === null,
    ended: ended.promise,
  };
}

function partialOf(cut: string | null): string | null {
  return cut === null ? null : `technology detection was broken off ${cut}`;
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

/** Reason for the end of a thread, or for a failed page. */
type Death =
  | { readonly kind: 'deadline'; readonly time: string }
  | { readonly kind: 'out_of_memory' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'aborted'; readonly error: unknown };

/** Result of an unfinished analysis: everything but the technologies, or nothing. */
function unfinished(extracted: Extracted | null, reason: string): Analysis {
  return extracted === null ? { kind: 'crashed', reason } : analysisOf(extracted, [], reason, null);
}

function analysisOf(
  {
    record,
    version,
    links,
    nofollowLinks,
    ownerLinks,
    firstLinks,
    refresh,
    robots,
    shell,
    extractMs,
  }: Extracted,
  technologies: readonly DetectedTechnology[],
  partial: string | null,
  detectMs: number | null,
): Analysis {
  const facts = { ...record.facts, technologies };
  return {
    kind: 'page',
    // Without a version, the next visit detects the missing technologies even if the page has not changed.
    record: { ...record, facts, ...(partial === null ? { version } : {}) },
    links,
    nofollowLinks,
    ownerLinks,
    firstLinks,
    refresh,
    robots,
    shell,
    partial,
    timing: { extractMs, detectMs },
  };
}

function reasonOf(
  cause: Exclude<Death, { readonly kind: 'aborted' }>,
  extracted: boolean,
  { heapMb }: AnalysisThreadOptions,
): string {
  const what = extracted ? 'technology detection' : 'page';
  switch (cause.kind) {
    case 'deadline':
      return extracted
        ? `technology detection did not end within ${cause.time}`
        : `page was not read within ${cause.time}`;
    case 'out_of_memory':
      return `${what} needed more than ${heapMb} MB`;
    case 'failed':
      return `${extracted ? 'technology detection failed' : 'page could not be read'}: ${cause.message}`;
  }
}

function startFailure(
  cause: Exclude<Death, { readonly kind: 'aborted' }>,
  { heapMb }: AnalysisThreadOptions,
): string {
  switch (cause.kind) {
    case 'deadline':
      return `not ready within ${cause.time}`;
    case 'out_of_memory':
      return `a thread needs more by itself than ${heapMb} MB`;
    case 'failed':
      return cause.message;
  }
}

function duration(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
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
