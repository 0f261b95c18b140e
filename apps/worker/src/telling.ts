// Telling of saved searches, by one worker at a time.
import type { Metrics } from '@sitegrep/metrics';
import type { SearchReport, Storage } from '@sitegrep/storage';
import {
  reportFinder,
  runTelling,
  type Sender,
  type TellingSearch,
  tellingSearchOf,
} from '@sitegrep/telling';
import { runReports } from './reports/run-reports.ts';

export interface TellingOptions {
  readonly storage: Pick<Storage, 'deliveries' | 'domains' | 'keys' | 'reports'>;
  readonly sender: Sender;
  readonly metrics: Metrics;
  /** Called with a fault that is not a receiver's. */
  readonly onError: (error: unknown) => void;
}

/** @returns a function that ends it, and resolves when nothing is under way */
export function startTelling({ storage, sender, metrics, onError }: TellingOptions): () => Promise<void> {
  const { deliveries, domains, keys, reports } = storage;
  const { searches } = domains;
  const stopping = new AbortController();
  const known = readAtTimes(() => keys.list());
  const find = async (id: string): Promise<TellingSearch | null> => {
    const search = await searches.get(id);
    return search === null ? null : tellingSearchOf(search, await known(), Date.now());
  };
  const running = runTelling({
    searches,
    find,
    findReport: reportFinder(reports, searches),
    beside: (signal) =>
      runReports(
        { domains, reports, deliveries, find, onEnd: countReports(metrics), onError, now: Date.now },
        signal,
      ),
    deliveries,
    sender: meteredSender(sender, metrics),
    onError,
    signal: stopping.signal,
  });
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Time for which the keys that were read are taken as they were, in milliseconds: there are many attempts a second. */
const MAX_KNOWN_MS = 1_000;

/** Gives what is read, which is read anew when that was long ago, and by one of those who want it at the same time. */
function readAtTimes<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly at: number } | null = null;
  return async () => {
    const now = performance.now();
    if (last === null || now - last.at > MAX_KNOWN_MS) last = { value: read(), at: now };
    try {
      return await last.value;
    } catch (error) {
      last = null;
      throw error;
    }
  };
}

/** Counts reports that ended. */
function countReports(metrics: Metrics): (report: SearchReport) => void {
  metrics.declare('sitegrep_search_reports_total');
  return ({ by, failure }) =>
    metrics.count('sitegrep_search_reports_total', { by, outcome: failure === null ? 'made' : 'failed' });
}

/** Counts what receivers answer. */
function meteredSender(sender: Sender, metrics: Metrics): Sender {
  metrics.declare('sitegrep_search_deliveries_total');
  return {
    close: () => sender.close(),
    async send(destination, letter, signal) {
      const answer = await sender.send(destination, letter, signal);
      const labels = { by: destination.kind, outcome: answer.meaning };
      metrics.count('sitegrep_search_deliveries_total', labels);
      return answer;
    },
  };
}
