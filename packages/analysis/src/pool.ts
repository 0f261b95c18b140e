import { loadAddressCountries, loadLanguages } from '@sitegrep/facts/data';
import { loadFingerprints, queryTechnologies } from '@sitegrep/technologies/data';
import type { AnalysisPool, AnalysisPoolOptions } from './analysis.ts';
import { CallQueue } from './call-queue.ts';
import { factsVersionOf } from './facts-version.ts';
import type { FingerprintSettings } from './messages.ts';
import { type AnalysisThread, startThread } from './thread-handle.ts';

/** Maximum consecutive failed starts before the pool gives up. */
const MAX_FAILED_STARTS = 3;

/**
 * Opens a pool. It returns before the threads are ready; pages wait for the first one. A thread that ended
 * because of a page is replaced before the next page.
 *
 * @throws RangeError if an option is out of bounds, Error if the fingerprints, the countries of addresses or
 *   the languages can't be read
 */
export function openAnalysisPool(options: AnalysisPoolOptions): AnalysisPool {
  checkOptions(options);
  const { threads, deadlineMs, heapMb, maxSourceBytes, fullText } = options;
  let set = setInUse();
  const calls = new CallQueue(options);
  const threadOptions = {
    entry: options.entry ?? new URL('./thread.ts', import.meta.url),
    deadlineMs,
    heapMb,
    maxSourceBytes,
    fullText,
    addressCountries: loadAddressCountries(),
    languages: loadLanguages(),
    signal: calls.ended,
  };
  let failedStarts = 0;
  const lanes = Array.from({ length: threads }, serve);

  async function serve(): Promise<void> {
    let thread = await start();
    while (thread !== null) {
      const call = await calls.next();
      if (call === null) break;
      if (!thread.alive()) thread = await start();
      thread?.use(set);
      await calls.answer(call, thread);
      if (thread !== null && !thread.alive()) {
        await thread.ended;
        thread = await start();
      }
    }
    await thread?.ended;
  }

  /** Starts a thread. @returns null if the pool has ended, possibly because no thread could be started */
  async function start(): Promise<AnalysisThread | null> {
    while (!calls.ended.aborted) {
      try {
        const thread = await startThread({ ...threadOptions, ...set });
        failedStarts = 0;
        return thread;
      } catch (error) {
        failedStarts++;
        const message = error instanceof Error ? error.message : String(error);
        if (failedStarts >= MAX_FAILED_STARTS)
          calls.end(new Error(`analysis threads cannot be started: ${message}`));
      }
    }
    return null;
  }

  return {
    get factsVersion() {
      return set.factsVersion;
    },
    renewFingerprints() {
      set = setInUse();
    },
    analyze: (page, pageOptions = {}) => calls.give('queued', (thread) => thread.analyze(page, pageOptions)),
    analyzeAgain: (page, version) => calls.give('idle', (thread) => thread.analyzeAgain(page, version)),
    explain: (page) => calls.give('urgent', (thread) => thread.explain(page)),
    readIcon: (bytes, urgency) => calls.give(urgency, (thread) => thread.readIcon(bytes)),
    load: () => ({ threads, queued: calls.length }),
    async close() {
      calls.end(new Error('the analysis pool was closed'));
      await Promise.all(lanes);
    },
  };
}

/** The fingerprints that this process uses, with the version of the facts that they give. */
function setInUse(): FingerprintSettings {
  const fingerprints = loadFingerprints();
  const queries = queryTechnologies();
  return { fingerprints, queries, factsVersion: factsVersionOf(fingerprints, queries) };
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
