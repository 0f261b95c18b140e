import type { DomainDocument } from '@sitegrep/site';
import type { DomainIndex } from '@sitegrep/storage';

const MOST = 32;

/** Puts documents as they come, those that wait for the writer in one transaction, as the worker does. */
export class PutBatch {
  readonly #domains: Pick<DomainIndex, 'put'>;
  #waiting: DomainDocument[] = [];
  #writing: Promise<void> | null = null;

  constructor(domains: Pick<DomainIndex, 'put'>) {
    this.#domains = domains;
  }

  /** Resolves at once; waits only while a batch waits that is full. */
  async put(document: DomainDocument): Promise<void> {
    while (this.#waiting.length >= MOST) await this.#writing;
    this.#waiting.push(document);
    this.#writing ??= this.#write();
  }

  /** Resolves when all are durable. */
  async settled(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const batch = this.#waiting;
        this.#waiting = [];
        await this.#domains.put(batch.map((document) => ({ document })));
      }
    } finally {
      this.#writing = null;
    }
  }
}
