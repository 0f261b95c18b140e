import type { DomainIndex } from '@sitegrep/storage';

/** Ranks of one write, and writes at a time: on Elasticsearch each waits for the next refresh, which serves all of them. */
const BATCH = 5_000;
const AT_ONCE = 4;

/** Ranks on their way into the index, in batches of which a few are under way. */
export class RankWrites {
  readonly #index: Pick<DomainIndex, 'setRanks'>;
  readonly #onStored: (ranks: number) => void;
  readonly #underWay = new Set<Promise<void>>();
  #batch = new Map<string, number>();
  #stored = 0;
  #failure: { readonly error: unknown } | null = null;

  /** @param onStored told after each write how many ranks are stored by now */
  constructor(index: Pick<DomainIndex, 'setRanks'>, onStored: (ranks: number) => void) {
    this.#index = index;
    this.#onStored = onStored;
  }

  /** Takes a rank, in place of one of the same domain that was not sent yet. @throws what an earlier write failed with */
  async add(domain: string, rank: number): Promise<void> {
    this.#batch.set(domain, rank);
    if (this.#batch.size >= BATCH) await this.#send();
  }

  /** Waits until nothing is under way. @throws what a write failed with */
  async settle(): Promise<void> {
    await this.end();
    this.#check();
  }

  /** Writes everything. @throws what a write failed with */
  async flush(): Promise<void> {
    if (this.#batch.size > 0) await this.#send();
    await this.settle();
  }

  /** Waits until nothing is under way, however that ends. */
  async end(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #send(): Promise<void> {
    if (this.#underWay.size >= AT_ONCE) await Promise.race(this.#underWay);
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
