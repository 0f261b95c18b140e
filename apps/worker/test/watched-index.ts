import type { DomainIndex, DomainPut, PutResult } from '@sitegrep/storage';

/** The writing side of a real index: records its calls, and fails or waits on demand. */
export class WatchedIndex implements Pick<DomainIndex, 'put'> {
  readonly #index: DomainIndex;
  /** Domains of each call that succeeded. */
  readonly calls: string[][] = [];
  /** Domains of each call so far. */
  readonly begun: string[][] = [];
  /** Number of calls so far, including failed ones. */
  attempts = 0;
  /** Errors of the next calls, one each. */
  failures: Error[] = [];
  /** Domains that can't be stored. */
  readonly poison = new Set<string>();
  /** Promise for which a call waits before it writes. */
  gate: Promise<void> = Promise.resolve();

  constructor(index: DomainIndex) {
    this.#index = index;
  }

  async put(puts: readonly DomainPut[]): Promise<readonly PutResult[]> {
    this.attempts += 1;
    this.begun.push(puts.map(({ domain }) => domain));
    await this.gate;
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    if (puts.some(({ domain }) => this.poison.has(domain))) throw new Error('cannot be stored');
    const results = await this.#index.put(puts);
    this.calls.push(puts.map(({ domain }) => domain));
    return results;
  }
}
