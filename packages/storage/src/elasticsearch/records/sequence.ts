import type { Client } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../../errors.ts';
import { InOrder } from './in-order.ts';
import type { SequenceDocument } from './mappings.ts';
import { changeDocument } from './record-documents.ts';

/** Callers that wait for a number at most. */
const MAX_PENDING = 1_000;

/**
 * Gives out the numbers of an index, 1 first. No two callers get the same, in whatever process; a later caller gets a
 * higher one, which clocks of several machines could not say. A number may be lost, e.g. to a kill.
 */
export function createSequence(client: Client, index: string): () => Promise<number> {
  const change = {
    index,
    id: 'sequence',
    script: 'ctx._source.last_number += 1',
    params: {},
    upsert: { last_number: 1 },
  };
  // One at a time, so that only other processes come between.
  const calls = new InOrder(MAX_PENDING);
  return async () => {
    const document = await calls.run('', () => changeDocument<SequenceDocument>(client, change));
    if (document === null) throw new StorageUnavailable(`the sequence of ${index} was removed meanwhile`);
    return document.last_number;
  };
}
