// Telling of saved searches, by one worker at a time.
import type { Metrics } from '@sitegrep/metrics';
import type { Storage } from '@sitegrep/storage';
import { runTelling, type Sender, tellingSearchOf } from '@sitegrep/telling';

export interface TellingOptions {
  readonly storage: Pick<Storage, 'deliveries' | 'domains' | 'keys'>;
  readonly sender: Sender;
  readonly metrics: Metrics;
  /** Called with a fault that is not a receiver's. */
  readonly onError: (error: unknown) => void;
}

/** @returns a function that ends it, and resolves when nothing is under way */
export function startTelling({ storage, sender, metrics, onError }: TellingOptions): () => Promise<void> {
  const { deliveries, domains, keys } = storage;
  const stopping = new AbortController();
  const running = runTelling({
    searches: domains.searches,
    async find(id) {
      const search = await domains.searches.get(id);
      return search === null ? null : tellingSearchOf(search, await keys.list(), Date.now());
    },
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
