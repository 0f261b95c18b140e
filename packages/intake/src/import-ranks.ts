import type { DomainIndex, RejectedLines } from '@sitegrep/storage';
import { domainRankAt, type RankLine } from './ranked-domains.ts';
import { RankTable } from './rank-table.ts';
import { RejectedCounter } from './list-lines.ts';

export interface RankImport {
  /** Number of domains with a rank by the list. */
  readonly domains: number;
  /** Number of these domains that are in the index. */
  readonly indexed: number;
  /** Number of lines that name a domain again; its highest position counts. */
  readonly repeated: number;
  /** Number of domains that lost their rank, because the list lacks them. */
  readonly removed: number;
  readonly rejected: RejectedLines;
}

interface RankImportOptions {
  /** Whether domains that the list lacks lose their rank. This happens after a complete read of a list that is not empty. */
  readonly replace: boolean;
  /** Ends the import early, with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after each write with the number of stored ranks. */
  readonly onStored?: (ranks: number) => void;
}

/**
 * Gives domains the ranks of their positions in a list, whether or not they were crawled. Other domains keep their ranks,
 * unless the list replaces all. When it resolves, all ranks are durable.
 *
 * If it is interrupted, stored ranks stay, and none was removed: importing the list again completes it. Of two concurrent
 * imports the later write of a domain counts. Memory: that of a RankTable, and of the batches under way.
 *
 * @throws ListTooLarge beyond ten million domains; errors of `lines` and the storage; after all writes under way have ended
 */
export async function importRanks(
  index: Pick<DomainIndex, 'setRanks' | 'ranks' | 'names'>,
  lines: AsyncIterable<RankLine> | Iterable<RankLine>,
  { replace, signal, onStored = () => {} }: RankImportOptions,
): Promise<RankImport> {
  const table = new RankTable();
  const rejected = new RejectedCounter();
  const writes = new RankWrites(index, onStored);
  let [indexed, repeated, removed] = [0, 0, 0];
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
      // A write of the lower rank may be under way, and must not come last.
      if (before > 0) await writes.settle();
      await writes.add(one.domain, rank);
    }
    await writes.flush();
    if (table.size > 0) for await (const name of index.names()) if (table.has(name)) indexed += 1;
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
    indexed,
    repeated,
    removed,
    rejected: rejected.total(),
  };
}

/** Ranks of one write. */
const BATCH = 5_000;
/** Maximum concurrent writes. On Elasticsearch all of them wait for the same refresh. */
const MAX_WRITES = 4;

/** Writes ranks to the index in batches, a few of them concurrently. */
class RankWrites {
  readonly #index: Pick<DomainIndex, 'setRanks'>;
  readonly #onStored: (ranks: number) => void;
  readonly #underWay = new Set<Promise<void>>();
  #batch = new Map<string, number>();
  #stored = 0;
  #failure: { readonly error: unknown } | null = null;

  /** @param onStored called after each write with the number of stored ranks */
  constructor(index: Pick<DomainIndex, 'setRanks'>, onStored: (ranks: number) => void) {
    this.#index = index;
    this.#onStored = onStored;
  }

  /** Adds a rank; it replaces one of the same domain that was not sent yet. @throws the error of an earlier write */
  async add(domain: string, rank: number): Promise<void> {
    this.#batch.set(domain, rank);
    if (this.#batch.size >= BATCH) await this.#send();
  }

  /** Waits until no write is under way. @throws the error of a write */
  async settle(): Promise<void> {
    await this.end();
    this.#check();
  }

  /** Writes everything. @throws the error of a write */
  async flush(): Promise<void> {
    if (this.#batch.size > 0) await this.#send();
    await this.settle();
  }

  /** Waits until no write is under way, and ignores errors. */
  async end(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #send(): Promise<void> {
    if (this.#underWay.size >= MAX_WRITES) await Promise.race(this.#underWay);
    this.#check();
    const ranks = Array.from(this.#batch, ([domain, rank]) => ({ domain, rank }));
    this.#batch = new Map();
    const write = this.#index.setRanks(ranks).then(
      () => this.#onStored((this.#stored += ranks.length)),
      (error: unknown) => {
        this.#failure ??= { error };
      },
    );
    const settled = write.finally(() => this.#underWay.delete(settled));
    this.#underWay.add(settled);
  }

  #check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}
