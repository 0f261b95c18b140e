import type { RunningServer } from './server-process.ts';

export interface SearchFigures {
  readonly term: string;
  readonly total: number;
  /**
   * Milliseconds, as a client sees them; `first` of the first search of the term, which no cache of the storage knows
   * yet, alone.
   */
  readonly first: number;
  readonly p50: number;
  readonly p99: number;
  /** Those that the times are of. */
  readonly requests: number;
  readonly perSecond: number;
}

/** A term that is slow is asked less often: p99 of this many is still the one but slowest. */
const LEAST_REQUESTS = 200;
const LONGEST_MS = 15_000;

/** Each term asked by all clients at once, one term after the other; a tenth of the requests warms up. */
export async function measureSearch(
  server: RunningServer,
  terms: readonly string[],
  clients: number,
  requests: number,
): Promise<readonly SearchFigures[]> {
  const figures: SearchFigures[] = [];
  for (const term of terms) {
    const askedAt = performance.now();
    const total = (await server.search({ search_terms: [term] })).total_count;
    const first = performance.now() - askedAt;
    await askMany(server, term, clients, Math.ceil(requests / 10));
    const startedAt = performance.now();
    const times = await askMany(server, term, clients, requests);
    const seconds = (performance.now() - startedAt) / 1000;
    times.sort((a, b) => a - b);
    figures.push({
      term,
      total,
      first,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      requests: times.length,
      perSecond: times.length / seconds,
    });
  }
  return figures;
}

async function askMany(
  server: RunningServer,
  term: string,
  clients: number,
  requests: number,
): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + LONGEST_MS;
  let asked = 0;
  const client = async (): Promise<void> => {
    while (asked < requests && (asked < LEAST_REQUESTS || performance.now() < until)) {
      asked++;
      const startedAt = performance.now();
      await server.search({ search_terms: [term] });
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
