import type { DomainIndex, DomainPut, PutResult } from '@sitegrep/storage';
import { writtenLength } from '@sitegrep/site';
import { isDown } from './storage-patience.ts';

export interface PutBatchOptions {
  /** Length of all sources, in characters, and screenshots, in bytes, at which a batch is written at once. */
  readonly maxCharacters: number;
  /** Maximum time for which a put waits for others, in milliseconds. */
  readonly maxDelayMs: number;
  /**
   * Maximum concurrent writes, ≥ 1. More than one helps if a write waits for more than its own work, such as the next
   * refresh of a cluster.
   */
  readonly maxWriting: number;
}

/**
 * Writes the puts of sites that end at about the same time in one batch: a transaction costs the same for one put
 * and for twenty. During the maximum number of writes, new puts are collected for the next one.
 */
export interface PutBatch {
  /**
   * Resolves when the put is durable or refused. A caller holds one site and waits, which bounds memory. Rejects with the
   * storage's error; nothing is retried here.
   */
  put(site: DomainPut): Promise<PutResult>;
}

interface Queued {
  readonly put: DomainPut;
  readonly characters: number;
  readonly resolve: (result: PutResult) => void;
  readonly reject: (error: unknown) => void;
}

export function openPutBatch(domains: Pick<DomainIndex, 'put'>, options: PutBatchOptions): PutBatch {
  let queue: Queued[] = [];
  let characters = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing = 0;

  const take = (): Queued[] => {
    let size = 0;
    const fit = queue.findIndex((one) => (size += one.characters) >= options.maxCharacters);
    const batch = queue.splice(0, fit < 0 ? queue.length : fit + 1);
    characters -= batch.reduce((sum, one) => sum + one.characters, 0);
    return batch;
  };
  const flush = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (writing >= options.maxWriting) return;
    writing++;
    while (queue.length > 0) await write(domains, take());
    writing--;
  };

  return {
    put: (site) => {
      const { promise, resolve, reject } = Promise.withResolvers<PutResult>();
      const size = site.pages.reduce((sum, page) => sum + writtenLength(page), 0);
      queue.push({ put: site, characters: size, resolve, reject });
      characters += size;
      if (characters >= options.maxCharacters) void flush();
      else timer ??= setTimeout(() => void flush(), options.maxDelayMs);
      return promise;
    },
  };
}

/**
 * Writes a batch. If it fails, each put is written alone, so that one which can't be stored does not affect others,
 * unless the storage is down.
 */
async function write(domains: Pick<DomainIndex, 'put'>, batch: readonly Queued[]): Promise<void> {
  const attempt = async (some: readonly Queued[]): Promise<Attempt> => {
    try {
      return { results: await domains.put(some.map(({ put }) => put)) };
    } catch (error) {
      return { error };
    }
  };
  const settle = (one: Queued, outcome: Attempt, index: number): void => {
    if ('error' in outcome) return one.reject(outcome.error);
    const result = outcome.results[index];
    if (result === undefined) one.reject(new Error(`the put of ${one.put.domain} has no result`));
    else one.resolve(result);
  };
  const together = await attempt(batch);
  let alone = together;
  for (const [index, one] of batch.entries()) {
    if ('results' in together) settle(one, together, index);
    else {
      if (!('error' in alone) || !isDown(alone.error)) alone = await attempt([one]);
      settle(one, alone, 0);
    }
  }
}

/** Result of a write. */
type Attempt = { readonly results: readonly PutResult[] } | { readonly error: unknown };
