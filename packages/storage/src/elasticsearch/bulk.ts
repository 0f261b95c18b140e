import { setTimeout as delay } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageBusy } from '../errors.ts';
import { errorOfAnswer, storageError } from './failure.ts';

/** A document to be written whole. */
export interface GuardedWrite {
  readonly id: string;
  /**
   * The version it gets, > 0; null: one higher, whatever is there. It is written over lower ones only: who read version n, or none (0), and writes n + 1 can't
   * undo what somebody else wrote meanwhile. Unlike Elasticsearch's sequence numbers, versions stay when documents are
   * copied to another index, so that this holds while the alias moves to it.
   */
  readonly version: number | null;
  /** JSON on one line. */
  readonly body: Uint8Array;
}

/** `conflict`: there is the same version (unless that may be written over) or a higher one, and nothing was done. */
export type WriteOutcome = 'written' | 'conflict';

export interface BulkOptions {
  readonly alias: string;
  /** As the option of the bulk request: when a write is acknowledged. */
  readonly refresh: boolean | 'wait_for';
  /** Whether a document is also written over the same version, and only a higher one is a conflict; default false. */
  readonly overSame?: boolean;
  readonly maxBytes: number;
  readonly concurrency: number;
}

interface Entry {
  /** Of the request: what to do, and the body. */
  readonly lines: readonly Uint8Array[];
  readonly id: string;
  readonly bytes: number;
  readonly settle: (outcome: WriteOutcome) => void;
  readonly fail: (error: Error) => void;
}

/** A little below the default of `http.max_content_length`, 100 MB. */
const MAX_DOCUMENT_BYTES = 99 * 2 ** 20;

/** What waits at most, in requests' worth of bytes; more is refused. */
const MAX_WAITING = 32;

/** Times that a write is sent which the cluster turns away for want of room; with the waits below, for 13 to 25 seconds. */
const ATTEMPTS = 8;
const FIRST_WAIT_MS = 200;

/**
 * Writes of all callers, joined to bulk requests: as many as are waiting when a request may start, up to a number of
 * bytes. The more is going on, the larger they get.
 */
export class Bulk {
  readonly #client: Client;
  readonly #options: BulkOptions;
  readonly #waiting: Entry[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #waitingBytes = 0;

  constructor(client: Client, options: BulkOptions) {
    this.#client = client;
    this.#options = options;
  }

  /**
   * @returns an outcome for each write, in the same order, once they are durable and seen by searches
   * @throws StorageBusy, StorageUnavailable, or the first error that concerns one of them; others may have been done
   */
  write(writes: readonly GuardedWrite[]): Promise<readonly WriteOutcome[]> {
    const { alias, maxBytes, overSame = false } = this.#options;
    const versionType = overSame ? 'external_gte' : 'external';
    if (this.#waiting.length > 0 && this.#waitingBytes > MAX_WAITING * maxBytes) {
      return Promise.reject(new StorageBusy(`${this.#waiting.length} writes wait for Elasticsearch`));
    }
    const outcomes = writes.map(({ id, version, body }) => {
      const { promise, resolve, reject } = Promise.withResolvers<WriteOutcome>();
      const versioned = version === null ? {} : { version, version_type: versionType };
      const action = Buffer.from(`${JSON.stringify({ index: { _id: id, ...versioned } })}\n`);
      const bytes = action.length + body.length + 1;
      if (bytes > MAX_DOCUMENT_BYTES) {
        reject(
          new RangeError(
            `${id} makes a document of ${bytes} bytes; ${alias} takes ${MAX_DOCUMENT_BYTES}: lower the cap of a site`,
          ),
        );
      } else {
        this.#waiting.push({ lines: [action, body, LINE_END], id, bytes, settle: resolve, fail: reject });
        this.#waitingBytes += bytes;
      }
      return promise;
    });
    this.#start();
    return Promise.all(outcomes);
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #start(): void {
    while (this.#waiting.length > 0 && this.#underWay.size < this.#options.concurrency) {
      const sent = this.#send(this.#next()).finally(() => {
        this.#underWay.delete(sent);
        this.#start();
      });
      this.#underWay.add(sent);
    }
  }

  #next(): readonly Entry[] {
    let [count, bytes] = [0, 0];
    for (const entry of this.#waiting) {
      if (count > 0 && bytes + entry.bytes > this.#options.maxBytes) break;
      count += 1;
      bytes += entry.bytes;
    }
    this.#waitingBytes -= bytes;
    return this.#waiting.splice(0, count);
  }

  async #send(entries: readonly Entry[]): Promise<void> {
    let left = entries;
    for (let attempt = 1; left.length > 0; attempt++) {
      const items = await this.#request(left);
      const turnedAway: Entry[] = [];
      for (const [index, entry] of left.entries()) {
        const item = items instanceof Error ? items : items[index];
        const error = item instanceof Error ? item : errorOfItem(entry.id, item);
        if (error === null)
          entry.settle(
            item !== undefined && 'status' in item && item.status === CONFLICT ? 'conflict' : 'written',
          );
        else if (error instanceof StorageBusy && attempt < ATTEMPTS) turnedAway.push(entry);
        else entry.fail(error);
      }
      left = turnedAway;
      if (left.length > 0) await delay(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
    }
  }

  /** @returns the answer's items, or the error that all have in common */
  async #request(entries: readonly Entry[]): Promise<readonly estypes.BulkResponseItem[] | Error> {
    try {
      // As bytes: to make one text of megabytes, to measure and to encode it would hold up the event loop.
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
  if (item === undefined) return new Error(`Elasticsearch says nothing of ${id}`);
  const { status, error } = item;
  if (error === undefined || status === CONFLICT) return null;
  return errorOfAnswer(status, error.type, `${id}: ${error.reason ?? 'no reason is given'}`, error);
}
