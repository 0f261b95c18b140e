import { setTimeout as delay } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { IndexReplaced, StorageBusy } from '../errors.ts';
import { errorOfAnswer, storageError } from './failure.ts';

/** A complete new document, or the removal of one. */
export interface GuardedWrite {
  readonly id: string;
  /** Text that decides the shard; by default the id. */
  readonly routing?: string;
  /**
   * New version of the document, > 0; null: one above the stored version. A write succeeds only over lower
   * versions, so a caller that has read version n (0: no document) and writes n + 1 cannot undo another caller's
   * write. Unlike Elasticsearch's sequence numbers, versions survive a copy to another index, so the guard holds
   * while the alias moves to it.
   */
  readonly version: number | null;
  /** JSON on a single line; null: the document is removed, which leaves its version for some time. */
  readonly body: Uint8Array | null;
}

/**
 * `conflict`: the stored version is the same (unless that may be overwritten) or higher, and nothing was written.
 * `replaced`: the alias takes no writes any more, because another index took the place of its own.
 */
export type WriteOutcome = 'written' | 'conflict' | 'replaced';

export interface BulkOptions {
  readonly alias: string;
  /** Option `refresh` of the bulk request: when a write is acknowledged. */
  readonly refresh: boolean | 'wait_for';
  /** Whether a document may overwrite the same version, so that only a higher version is a conflict; default false. */
  readonly overwriteSame?: boolean;
  readonly maxBytes: number;
  readonly concurrency: number;
}

interface Entry {
  /** Action and body, as the bulk request has them. */
  readonly lines: readonly Uint8Array[];
  readonly id: string;
  readonly bytes: number;
  readonly settle: (outcome: WriteOutcome) => void;
  readonly fail: (error: Error) => void;
}

/** A little below Elasticsearch's default for `http.max_content_length`, 100 MB. */
export const MAX_DOCUMENT_BYTES = 99 * 2 ** 20;

/** Maximum size of the queue, in full requests; further writes are refused. */
const MAX_QUEUED_REQUESTS = 32;

/** Number of times that a write is sent when the cluster is too busy; with the waits below, over 13 to 25 seconds. */
const ATTEMPTS = 8;
const FIRST_WAIT_MS = 200;

/**
 * Joins the writes of all callers to bulk requests. A request takes all writes that are queued when it starts, up
 * to a number of bytes, so requests grow with the load.
 */
export class Bulk {
  readonly #client: Client;
  readonly #options: BulkOptions;
  readonly #queue: Entry[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  #queuedBytes = 0;

  constructor(client: Client, options: BulkOptions) {
    this.#client = client;
    this.#options = options;
  }

  /**
   * Writes documents; resolves when the writes are durable and visible to searches.
   *
   * @returns one outcome per write, in the same order
   * @throws StorageBusy, StorageUnavailable, or the first error of a single write; other writes may have succeeded
   */
  write(writes: readonly GuardedWrite[]): Promise<readonly WriteOutcome[]> {
    const { alias, maxBytes, overwriteSame = false } = this.#options;
    const versionType = overwriteSame ? 'external_gte' : 'external';
    if (this.#queue.length > 0 && this.#queuedBytes > MAX_QUEUED_REQUESTS * maxBytes) {
      return Promise.reject(new StorageBusy(`${this.#queue.length} writes are queued for Elasticsearch`));
    }
    const outcomes = writes.map(({ id, routing, version, body }) => {
      const { promise, resolve, reject } = Promise.withResolvers<WriteOutcome>();
      const versioned = version === null ? {} : { version, version_type: versionType };
      const verb = body === null ? 'delete' : 'index';
      const action = Buffer.from(`${JSON.stringify({ [verb]: { _id: id, routing, ...versioned } })}\n`);
      const bytes = action.length + (body?.length ?? 0) + 1;
      if (bytes > MAX_DOCUMENT_BYTES) {
        reject(
          new RangeError(
            `the document of ${id} has ${bytes} bytes, but ${alias} takes at most ${MAX_DOCUMENT_BYTES}: lower the size limit of a site`,
          ),
        );
      } else {
        const lines = body === null ? [action] : [action, body, LINE_END];
        this.#queue.push({ lines, id, bytes, settle: resolve, fail: reject });
        this.#queuedBytes += bytes;
      }
      return promise;
    });
    this.#start();
    return Promise.all(outcomes);
  }

  /** Resolves when no request is in flight any more. */
  async close(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  #start(): void {
    while (this.#queue.length > 0 && this.#inFlight.size < this.#options.concurrency) {
      const sent = this.#send(this.#next()).finally(() => {
        this.#inFlight.delete(sent);
        this.#start();
      });
      this.#inFlight.add(sent);
    }
  }

  #next(): readonly Entry[] {
    let [count, bytes] = [0, 0];
    for (const entry of this.#queue) {
      if (count > 0 && bytes + entry.bytes > this.#options.maxBytes) break;
      count += 1;
      bytes += entry.bytes;
    }
    this.#queuedBytes -= bytes;
    return this.#queue.splice(0, count);
  }

  async #send(entries: readonly Entry[]): Promise<void> {
    let remaining = entries;
    for (let attempt = 1; remaining.length > 0; attempt++) {
      const items = await this.#request(remaining);
      const refused: Entry[] = [];
      for (const [index, entry] of remaining.entries()) {
        const item = items instanceof Error ? items : items[index];
        const error = item instanceof Error ? item : errorOfItem(entry.id, item);
        if (error === null)
          entry.settle(
            item !== undefined && 'status' in item && item.status === CONFLICT ? 'conflict' : 'written',
          );
        else if (error instanceof IndexReplaced) entry.settle('replaced');
        else if (error instanceof StorageBusy && attempt < ATTEMPTS) refused.push(entry);
        else entry.fail(error);
      }
      remaining = refused;
      if (remaining.length > 0) await delay(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
    }
  }

  /** @returns the items of the answer, or the error that concerns all entries */
  async #request(entries: readonly Entry[]): Promise<readonly estypes.BulkResponseItem[] | Error> {
    try {
      // Bytes, not a string: building, measuring and encoding a string of megabytes would block the event loop.
      const { items } = await this.#client.transport.request<estypes.BulkResponse>({
        method: 'POST',
        path: `/${this.#options.alias}/_bulk`,
        querystring: { require_alias: true, refresh: this.#options.refresh },
        bulkBody: Buffer.concat(entries.flatMap(({ lines }) => lines)),
      });
      return items.flatMap((item) => Object.values(item));
    } catch (error) {
      return storageError(error);
    }
  }
}

const CONFLICT = 409;
const LINE_END = Buffer.from('\n');

function errorOfItem(id: string, item: estypes.BulkResponseItem | undefined): Error | null {
  if (item === undefined) return new Error(`Elasticsearch gave no result for ${id}`);
  const { status, error } = item;
  if (error === undefined || status === CONFLICT) return null;
  return errorOfAnswer(status, error.type, `${id}: ${error.reason ?? 'no reason given'}`, error);
}
