import type { DomainDocument } from '@sitegrep/site';
import type { DomainIndex, DomainPut, PutResult } from '@sitegrep/storage';

/** The writing side of the index, kept in memory. */
export class MemoryDomains implements Pick<DomainIndex, 'put'> {
  readonly documents = new Map<string, DomainDocument>();
  /** Domains of each call that succeeded. */
  readonly calls: string[][] = [];
  /** Errors of the next calls, one each. */
  failures: Error[] = [];
  /** Domains that can't be stored. */
  readonly poison = new Set<string>();
  /** What a call waits for before it writes. */
  gate: Promise<void> = Promise.resolve();

  async put(documents: readonly DomainPut[]): Promise<readonly PutResult[]> {
    await this.gate;
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    if (documents.some(({ document }) => this.poison.has(document.domain)))
      throw new Error('cannot be stored');
    this.calls.push(documents.map(({ document }) => document.domain));
    for (const { document } of documents) this.documents.set(document.domain, document);
    return documents.map(() => ({ stored: true, revision: 1 }));
  }
}
