import type { DomainBlock, DomainIndex, DomainPut, PutResult } from '@sitegrep/storage';
import type { DomainDocument, Source } from '@sitegrep/site';
import { isDown } from './storage-patience.ts';

export interface PutBatchOptions {
  /** A batch is written as soon as its sources are this long together, in characters. */
  readonly maxCharacters: number;
  /** The longest a document waits for others, in milliseconds. */
  readonly maxDelayMs: number;
  /**
   * Batches that are being written at the same time, ≥ 1. More than one is of use where a write waits for more than its
   * own work, as for the next refresh of a cluster.
   */
  readonly maxWriting: number;
}

/**
 * Writes documents of sites that end at about the same time together: a transaction costs the same for one and for
 * twenty. While as many as may are being written, what comes is gathered into the next one.
 */
export interface PutBatch {
  /**
   * Resolves when the document is durable, or with the block that keeps it out. The caller holds one document and waits:
   * that is what bounds memory. Rejects with the storage's error; nothing is tried again here.
   */
  put(document: DomainDocument<Source>): Promise<DomainBlock | null>;
}

interface Waiting {
  readonly put: DomainPut;
  readonly characters: number;
  readonly resolve: (block: DomainBlock | null) => void;
  readonly reject: (error: unknown) => void;
}

export function openPutBatch(domains: Pick<DomainIndex, 'put'>, options: PutBatchOptions): PutBatch {
  let waiting: Waiting[] = [];
  let characters = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing = 0;

  const take = (): Waiting[] => {
    let size = 0;
    const fit = waiting.findIndex((one) => (size += one.characters) >= options.maxCharacters);
    const batch = waiting.splice(0, fit < 0 ? waiting.length : fit + 1);
    characters -= batch.reduce((sum, one) => sum + one.characters, 0);
    return batch;
  };
  const flush = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (writing >= options.maxWriting) return;
    writing++;
    while (waiting.length > 0) await write(domains, take());
    writing--;
  };

  return {
    put: (document) => {
      const { promise, resolve, reject } = Promise.withResolvers<DomainBlock | null>();
      const size = document.pages.reduce((sum, page) => sum + page.source.length, 0);
      waiting.push({ put: { document }, characters: size, resolve, reject });
      characters += size;
      if (characters >= options.maxCharacters) void flush();
      else timer ??= setTimeout(() => void flush(), options.maxDelayMs);
      return promise;
    },
  };
}

/**
 * If a batch fails each of its documents is written alone, so that one that can't be stored costs itself only. A storage
 * that is down is down for all of them.
 */
async function write(domains: Pick<DomainIndex, 'put'>, batch: readonly Waiting[]): Promise<void> {
  const tried = async (some: readonly Waiting[]): Promise<Tried> => {
    try {
      return { results: await domains.put(some.map(({ put }) => put)) };
    } catch (error) {
      return { error };
    }
  };
  const settle = (one: Waiting, outcome: Tried, index: number): void => {
    if ('error' in outcome) return one.reject(outcome.error);
    const result = outcome.results[index];
    one.resolve(result?.stored === false ? result.block : null);
  };
  const together = await tried(batch);
  let alone = together;
  for (const [index, one] of batch.entries()) {
    if ('results' in together) settle(one, together, index);
    else {
      if (!('error' in alone) || !isDown(alone.error)) alone = await tried([one]);
      settle(one, alone, 0);
    }
  }
}

/** What came of a write. */
type Tried = { readonly results: readonly PutResult[] } | { readonly error: unknown };
