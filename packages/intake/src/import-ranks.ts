import type { DomainIndex, RejectedLines } from '@sitegrep/storage';
import { domainRankAt } from './domain-rank.ts';
import { RankTable } from './rank-table.ts';
import { RankWrites } from './rank-writes.ts';
import type { RankLine } from './ranked-domains.ts';
import { RejectedCounter } from './rejected.ts';

export interface RankImport {
  /** Domains that the list gives a rank. */
  readonly domains: number;
  /** Lines that name a domain again; of its places the one nearest to the top counts. */
  readonly repeated: number;
  /** Domains that lost the rank they had, because the list lacks them. */
  readonly removed: number;
  readonly rejected: RejectedLines;
}

interface RankImportOptions {
  /** The list is all there is: domains it does not name lose the rank they have. Only once it came whole, and not empty. */
  readonly replace: boolean;
  /** Ends the import early, with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told after each write how many ranks are stored by now. */
  readonly onStored?: (ranks: number) => void;
}

/**
 * Gives domains the ranks that follow from their places in a list, whether or not they are crawled yet. Ranks of domains
 * that the list does not name stay, unless it replaces all. When it resolves, all is durable.
 *
 * If it breaks off, what was stored stays and nothing was removed: to import the list again makes it whole. Of two imports
 * at the same time the later write of a domain counts. Memory: that of a RankTable, and of the batches under way.
 *
 * @throws ListTooLarge beyond ten million domains; whatever `lines` or the storage throws; when everything under way has ended
 */
export async function importRanks(
  index: Pick<DomainIndex, 'setRanks' | 'ranks'>,
  lines: AsyncIterable<RankLine> | Iterable<RankLine>,
  { replace, signal, onStored = () => {} }: RankImportOptions,
): Promise<RankImport> {
  const table = new RankTable();
  const rejected = new RejectedCounter();
  const writes = new RankWrites(index, onStored);
  let [repeated, removed] = [0, 0];
  try {
    for await (const one of lines) {
      signal?.throwIfAborted();
      if (one.kind === 'rejected') {
        rejected.add(one.line, one.text, one.reason);
        continue;
      }
      const rank = domainRankAt(one.position);
      const before = table.raise(one.domain, rank);
      if (before > 0) repeated += 1;
      if (before >= rank) continue;
      // The lower rank may be under way and must not come last.
      if (before > 0) await writes.settle();
      await writes.add(one.domain, rank);
    }
    await writes.flush();
    if (replace && table.size > 0) {
      for await (const { domain } of index.ranks()) {
        signal?.throwIfAborted();
        if (table.has(domain)) continue;
        removed += 1;
        await writes.add(domain, 0);
      }
      await writes.flush();
    }
  } finally {
    await writes.end();
  }
  return {
    domains: table.size,
    repeated,
    removed,
    rejected: rejected.total(),
  };
}
