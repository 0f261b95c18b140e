import type { RejectedLines } from '@sitegrep/storage';
import { RejectedCounter } from './list-lines.ts';
import { RankTable } from './rank-table.ts';
import type { SeedLine } from './seeds.ts';

export interface Preview {
  /** Number of different sites. */
  readonly sites: number;
  /** Number of lines that name a site again. */
  readonly repeated: number;
  readonly rejected: RejectedLines;
}

/**
 * Reads a list as `submitCrawl` does, and counts what it would take. Memory: that of a RankTable.
 *
 * @throws ListTooLarge beyond ten million sites; errors of `seeds`
 */
export async function previewSeeds(seeds: AsyncIterable<SeedLine> | Iterable<SeedLine>): Promise<Preview> {
  const table = new RankTable();
  const rejected = new RejectedCounter();
  let repeated = 0;
  for await (const seed of seeds) {
    if (seed.kind === 'rejected') rejected.add(seed.line, seed.text, seed.reason);
    else if (table.raise(seed.seed.domain, 1) > 0) repeated += 1;
  }
  return { sites: table.size, repeated, rejected: rejected.total() };
}
