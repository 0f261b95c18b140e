import { createHash } from 'node:crypto';
import { loadAddressCountries, loadLanguages } from '@sitegrep/facts/data';
import { loadFingerprints } from '@sitegrep/technologies/data';
import type { AnalysisPool, AnalysisPoolOptions } from './analysis.ts';
import { type AnalysisThread, startThread } from './thread-handle.ts';

/** Maximum consecutive failed starts before the pool gives up. */
const MAX_FAILED_STARTS = 3;

interface Call {
  /** Has the page read by a thread, and passes the result on. */
  readonly run: (thread: AnalysisThread) => Promise<void>;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens a pool. It returns before the threads are ready; pages wait for the first one. A thread that ended
 * because of a page is replaced before the next page.
 *
 * @throws RangeError if an option is out of bounds, Error if the fingerprints, the countries of addresses or
 *   the languages can't be read
 */
export function openAnalysisPool(options: AnalysisPoolOptions): AnalysisPool {
  checkOptions(options);
  const { threads, queueLimit, deadlineMs, heapMb, maxSourceBytes } = options;
  const entry = options.entry ?? new URL('./thread.ts', import.meta.url);
  const fingerprints = loadFingerprints();
  const addressCountries = loadAddressCountries();
  const languages = loadLanguages();
  const factsVersion = factsVersionOf(fingerprints);
  const queued: Call[] = [];
  /** Calls that come before those: somebody waits for them, while crawls and imports have other work. */
  const urgent: Call[] = [];
  /** Idle threads, the longest idle first. */
  const idle: ((call: Call | null) => void)[] = [];
  const ending = new AbortController();
  let unanswered = 0;
  let failedStarts = 0;

  const lanes = Array.from({ length: threads }, serve);

  async function serve(): Promise<void> {
    let thread = await start();
    while (thread !== null) {
      const call = await nextCall();
      if (call === null) break;
      if (!thread.alive()) thread = await start();
      await answer(call, thread);
      if (thread !== null && !thread.alive()) {
        await thread.ended;
        thread = await start();
      }
    }
    await thread?.ended;
  }

  async function answer(call: Call, thread: AnalysisThread | null): Promise<void> {
    try {
      if (thread === null) throw ending.signal.reason;
      await call.run(thread);
    } catch (error) {
      call.reject(error);
    } finally {
      unanswered--;
    }
  }

  /** Starts a thread. @returns null if the pool has ended, possibly because no thread could be started */
  async function start(): Promise<AnalysisThread | null> {
    const { signal } = ending;
    while (!signal.aborted) {
      try {
        const thread = await startThread({
          entry,
          deadlineMs,
          heapMb,
          maxSourceBytes,
          factsVersion,
          fingerprints,
          addressCountries,
          languages,
          signal,
        });
        failedStarts = 0;
        return thread;
      } catch (error) {
        failedStarts++;
        const message = error instanceof Error ? error.message : String(error);
        if (failedStarts >= MAX_FAILED_STARTS)
          end(new Error(`analysis threads cannot be started: ${message}`));
      }
    }
    return null;
  }

  function nextCall(): Promise<Call | null> {
    if (ending.signal.aborted) return Promise.resolve(null);
    const call = urgent.shift() ?? queued.shift();
    return call === undefined ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve(call);
  }

  /** Gives work to an idle thread, or puts it in a queue. */
  function given<Result>(queue: Call[], work: (thread: AnalysisThread) => Promise<Result>): Promise<Result> {
    if (ending.signal.aborted) return Promise.reject(ending.signal.reason);
    if (unanswered >= threads + queueLimit) {
      return Promise.reject(
        new Error(`the analysis queue is full: ${queueLimit} pages wait already; await earlier ones first`),
      );
    }
    unanswered++;
    return new Promise((resolve, reject) => {
      const call: Call = { run: async (thread) => resolve(await work(thread)), reject };
      const take = idle.shift();
      if (take === undefined) queue.push(call);
      else take(call);
    });
  }

  function end(reason: Error): void {
    if (ending.signal.aborted) return;
    ending.abort(reason);
    unanswered -= urgent.length + queued.length;
    for (const call of [...urgent.splice(0), ...queued.splice(0)]) call.reject(reason);
    for (const dismiss of idle.splice(0)) dismiss(null);
  }

  return {
    factsVersion,
    analyze: (page, pageOptions = {}) => given(queued, (thread) => thread.analyze(page, pageOptions)),
    explain: (page) => given(urgent, (thread) => thread.explain(page)),
    load: () => ({ threads, queued: urgent.length + queued.length }),
    async close() {
      end(new Error('the analysis pool was closed'));
      await Promise.all(lanes);
    },
  };
}

const MINIMUMS = [
  ['threads', 1],
  ['deadlineMs', 1],
  ['heapMb', 16],
  ['maxSourceBytes', 1],
  ['queueLimit', 0],
] as const;

function checkOptions(options: AnalysisPoolOptions): void {
  for (const [name, minimum] of MINIMUMS) {
    if (!Number.isSafeInteger(options[name]) || options[name] < minimum) {
      throw new RangeError(
        `analysis: ${name} is ${options[name]}, but must be a whole number of at least ${minimum}`,
      );
    }
  }
}

/**
 * Version of extraction and detection. Increase it with every change that produces other facts for the same
 * page. Stored pages with another version are fetched again by their next crawl even if they have not changed.
 */
const EXTRACTION = 1;

/** Version of facts: the number of extraction, a hyphen and eight digits that change with the fingerprints. */
function factsVersionOf(fingerprints: SharedArrayBuffer): string {
  const digest = createHash('sha256')
    .update(Buffer.from(new Uint8Array(fingerprints)))
    .digest('hex');
  return `${EXTRACTION}-${digest.slice(0, 8)}`;
}
