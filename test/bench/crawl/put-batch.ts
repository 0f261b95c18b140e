import type { DomainDocument } from '@sitegrep/site';

const MAX_DOCUMENTS = 32;

interface Store {
  /** Resolves when all are durable. */
  put(documents: readonly DomainDocument[]): Promise<void>;
}

/** Puts documents as they come; those that arrive while the writer is busy share a transaction, as in the worker. */
export class PutBatch {
  readonly #store: Store;
  #pending: DomainDocument[] = [];
  #writing: Promise<void> | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Resolves at once, unless a full batch is pending. */
  async put(document: DomainDocument): Promise<void> {
    while (this.#pending.length >= MAX_DOCUMENTS) await this.#writing;
    this.#pending.push(document);
    this.#writing ??= this.#write();
  }

  /** Resolves when all are durable. */
  async settled(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (this.#pending.length > 0) {
        const batch = this.#pending;
        this.#pending = [];
        await this.#store.put(batch);
      }
    } finally {
      this.#writing = null;
    }
  }
}
