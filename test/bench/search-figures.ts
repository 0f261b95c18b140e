import type { RunningServer } from './server-process.ts';

export interface SearchFigures {
  readonly term: string;
  readonly total: number;
  /** Milliseconds, as a client sees them. */
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}

/** Each term asked by all clients at once, one term after the other; a tenth of the requests warms up. */
export async function measureSearch(
  server: RunningServer,
  terms: readonly string[],
  clients: number,
  requests: number,
): Promise<readonly SearchFigures[]> {
  const figures: SearchFigures[] = [];
  for (const term of terms) {
    const total = (await server.search({ search_terms: [term] })).total_count;
    await askMany(server, term, clients, Math.ceil(requests / 10));
    const startedAt = performance.now();
    const times = await askMany(server, term, clients, requests);
    const seconds = (performance.now() - startedAt) / 1000;
    times.sort((a, b) => a - b);
    figures.push({
      term,
      total,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      perSecond: requests / seconds,
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
  let left = requests;
  const client = async (): Promise<void> => {
    while (left-- > 0) {
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
