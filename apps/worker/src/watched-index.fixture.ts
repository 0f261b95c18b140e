import type { DomainIndex, DomainPut, PutResult } from '@sitegrep/storage';

/** The writing side of a real index: writes down what it is given, and fails or waits when it is told to. */
export class WatchedIndex implements Pick<DomainIndex, 'put'> {
  readonly #index: DomainIndex;
  /** Domains of each call that succeeded. */
  readonly calls: string[][] = [];
  /** Domains of each call so far. */
  readonly begun: string[][] = [];
  /** Calls so far, those that failed too. */
  attempts = 0;
  /** Errors of the next calls, one each. */
  failures: Error[] = [];
  /** Domains that can't be stored. */
  readonly poison = new Set<string>();
  /** What a call waits for before it writes. */
  gate: Promise<void> = Promise.resolve();

  constructor(index: DomainIndex) {
    this.#index = index;
  }

  async put(documents: readonly DomainPut[]): Promise<readonly PutResult[]> {
    this.attempts += 1;
    this.begun.push(documents.map(({ document }) => document.domain));
    await this.gate;
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    if (documents.some(({ document }) => this.poison.has(document.domain)))
      throw new Error('cannot be stored');
    const results = await this.#index.put(documents);
    this.calls.push(documents.map(({ document }) => document.domain));
    return results;
  }
}
