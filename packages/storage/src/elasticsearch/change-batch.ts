import { setTimeout as delay } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageBusy } from '../errors.ts';
import { IDEMPOTENT } from './client.ts';
import { errorOfAnswer, storageError } from './failure.ts';

/** Change of one document by one caller. */
export interface BatchedChange {
  /** Alias of the index that has the document. */
  readonly index: string;
  readonly id: string;
  /** Text that decides the shard; absent: the id. */
  readonly routing?: string;
  /** Painless script over `ctx._source` and `params`. It runs again after a conflict and after a lost answer. */
  readonly script: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface ChangeBatchOptions<D> {
  /** Fields of the changed document that the caller receives. */
  readonly fields: readonly (keyof D & string)[];
  /** Maximum size of one request, ≥ 1; a larger change is sent alone. */
  readonly maxBytes: number;
}

interface Entry<D> {
  readonly lines: readonly [action: string, body: string];
  readonly bytes: number;
  readonly id: string;
  readonly settle: (document: Partial<D> | null) => void;
  readonly fail: (error: Error) => void;
}

type Answer = estypes.BulkResponseItem | Error | undefined;

/** Maximum number of changes in one request. */
const MAX_CHANGES = 500;

/** Requests in flight: while one is written to disk, the next is being parsed. */
const CONCURRENCY = 2;

/** Number of retries when another change of the same document came first. */
const MAX_CONFLICTS = 30;

/** Waits before changes that a busy cluster refused are sent again, in milliseconds. */
const BACKOFF_MS = [100, 400, 1_600, 6_400];

/**
 * Joins document changes of many callers to bulk requests, because a request syncs the disk once for all of its
 * changes. Nothing is delayed for that: a change is sent at once unless two requests are in flight, and the changes
 * that arrive meanwhile form the next request.
 *
 * Each change is one atomic step on its document, is acknowledged when it is durable, and fails on its own. The
 * caller must bound the number of changes. Concurrent changes of the same document happen in any order.
 */
export class ChangeBatch<D> {
  readonly #client: Client;
  readonly #options: ChangeBatchOptions<D>;
  #queue: Entry<D>[] = [];
  #inFlight = 0;
  #starting = false;

  constructor(client: Client, options: ChangeBatchOptions<D>) {
    this.#client = client;
    this.#options = options;
  }

  /**
   * @returns the requested fields after the change, null if there is no such document
   * @throws StorageBusy, StorageUnavailable
   */
  change({ index, id, routing, script, params }: BatchedChange): Promise<Partial<D> | null> {
    const { promise, resolve, reject } = Promise.withResolvers<Partial<D> | null>();
    const update = { _index: index, _id: id, routing, retry_on_conflict: MAX_CONFLICTS };
    const action = JSON.stringify({ update });
    const body = JSON.stringify({ script: { source: script, params }, _source: this.#options.fields });
    const bytes = Buffer.byteLength(action) + Buffer.byteLength(body) + 2;
    this.#queue.push({ lines: [action, body], bytes, id, settle: resolve, fail: reject });
    this.#startSoon();
    return promise;
  }

  /**
   * Callers whose changes were acknowledged together often make their next ones together: send those in one
   * request.
   */
  #startSoon(): void {
    if (this.#starting) return;
    this.#starting = true;
    setImmediate(() => {
      this.#starting = false;
      this.#start();
    });
  }

  #start(): void {
    while (this.#queue.length > 0 && this.#inFlight < CONCURRENCY) {
      this.#inFlight += 1;
      void this.#send(this.#next()).finally(() => {
        this.#inFlight -= 1;
        this.#startSoon();
      });
    }
  }

  #next(): readonly Entry<D>[] {
    let [count, bytes] = [0, 0];
    for (const entry of this.#queue) {
      if (count === MAX_CHANGES || (count > 0 && bytes + entry.bytes > this.#options.maxBytes)) break;
      count += 1;
      bytes += entry.bytes;
    }
    const next = this.#queue.slice(0, count);
    this.#queue = this.#queue.slice(count);
    return next;
  }

  /** Settles every entry; never rejects. */
  async #send(entries: readonly Entry<D>[]): Promise<void> {
    let remaining = entries;
    for (const wait of [...BACKOFF_MS, null]) {
      const answers = await this.#request(remaining);
      const refused: Entry<D>[] = [];
      for (const [index, entry] of remaining.entries()) {
        const answer = answers instanceof Error ? answers : answers[index];
        const found = documentOf<D>(entry.id, answer);
        if (!(found instanceof Error)) entry.settle(found);
        else if (found instanceof StorageBusy && !isConflict(answer) && wait !== null) refused.push(entry);
        else entry.fail(found);
      }
      remaining = refused;
      if (remaining.length === 0 || wait === null) return;
      await delay(wait);
    }
  }

  /** @returns the items of the answer, or the error that concerns all entries */
  async #request(entries: readonly Entry<D>[]): Promise<readonly Answer[] | Error> {
    try {
      const { items } = await this.#client.bulk<string>(
        { require_alias: true, operations: entries.flatMap(({ lines }) => lines) },
        IDEMPOTENT,
      );
      return items.map(({ update }) => update);
    } catch (error) {
      return storageError(error);
    }
  }
}

/** Whether the cluster used up its retries. */
function isConflict(answer: Answer): boolean {
  return answer !== undefined && 'status' in answer && answer.status === 409;
}

function documentOf<D>(id: string, answer: Answer): Partial<D> | null | Error {
  if (answer instanceof Error) return answer;
  if (answer === undefined) return new Error(`Elasticsearch gave no result for ${id}`);
  const { status, error, get } = answer;
  if (error === undefined) {
    // The answer has the fields that the request listed.
    return (get?._source ?? {}) as Partial<D>;
  }
  if (error.type === 'document_missing_exception') return null;
  if (isConflict(answer)) return new StorageBusy(`too many concurrent changes of ${id}`, { cause: error });
  return errorOfAnswer(status, error.type, `${id}: ${error.reason ?? 'no reason given'}`, error);
}
