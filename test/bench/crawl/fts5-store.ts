import { Worker } from 'node:worker_threads';
import type { DomainDocument } from '@sitegrep/site';

/** Data that the thread of the store starts with. Each message to it is one transaction. */
export interface Fts5StoreData {
  readonly file: string;
}

/** Documents in one SQLite file with FTS5 for their texts, written by a thread of its own: an answer is durable. */
export class Fts5Store {
  readonly #thread: Worker;
  readonly #pending: { resolve: () => void; reject: (error: Error) => void }[] = [];

  constructor(file: string) {
    const workerData: Fts5StoreData = { file };
    this.#thread = new Worker(new URL('./fts5-store-thread.ts', import.meta.url), { workerData });
    this.#thread.on('message', () => this.#pending.shift()?.resolve());
    this.#thread.on('error', (error: Error) => {
      for (const { reject } of this.#pending.splice(0)) reject(error);
    });
  }

  put(documents: readonly DomainDocument[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#thread.postMessage(documents);
    });
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}
