// The parts of a copy that processes share: each is a range of the writes to one shard. Their documents are in a
// small index beside the copied one. A process takes a part by changing its document over the state that it has read,
// and changes it again every few seconds. A part whose document stays the same for some time belongs to a process
// that has ended: another one takes it, and continues behind what the last change says. No clock is compared.
import type { Client } from '@elastic/elasticsearch';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors, errorOfAnswer, storageError } from '../failure.ts';
import type { VersionedIndex } from '../versioned-index.ts';
import type { SequenceRange } from './copy.ts';
import type { Positions } from './index-state.ts';

/** Document of a part. */
export interface PartDocument extends SequenceRange {
  /** Copy that it is a part of, and the round of that copy. */
  readonly round: string;
  /** Everything up to this sequence number is copied. */
  readonly reached: number;
  /** Number of copied documents. */
  readonly documents: number;
  readonly isDone: boolean;
  /** Process that copies it; null: none. */
  readonly owner: string | null;
  /** Number of changes by the owner. */
  readonly beat: number;
}

/** A round of a copy: all writes between two positions. */
export interface Round {
  readonly id: string;
  readonly after: Positions;
  readonly upTo: Positions;
}

/** Width of a part, in sequence numbers: at most so many documents. */
const PART_WRITES = 2_048;

/** Parts whose documents are written together. */
const CREATED_AT_A_TIME = 1_000;

export const partsIndex = (alias: string): string => `${alias}-parts`;

/** Creates the parts of a round, unless they exist. */
export async function createParts(client: Client, wanted: VersionedIndex, round: Round): Promise<void> {
  const index = partsIndex(wanted.alias);
  const created = client.indices.create({
    index,
    mappings: {
      dynamic: 'strict',
      properties: {
        round: { type: 'keyword' },
        isDone: { type: 'boolean' },
        documents: { type: 'long' },
        owner: { type: 'keyword' },
        ...Object.fromEntries(
          ['shard', 'after', 'upTo', 'reached', 'beat'].map((name) => [name, { type: 'long', index: false }]),
        ),
      },
    },
    settings: { number_of_shards: 1, number_of_replicas: wanted.settings.number_of_replicas ?? 0 },
  });
  await created.catch((error: unknown) => {
    if (!String(error).includes('resource_already_exists_exception')) throw storageError(error);
  });
  let operations: (object | PartDocument)[] = [];
  const send = async (): Promise<void> => {
    const { items } = await asStorageErrors(client.bulk({ index, operations }, IDEMPOTENT));
    for (const { create } of items) {
      const error = create?.error;
      if (error === undefined || create?.status === CONFLICT) continue;
      throw errorOfAnswer(create?.status ?? 0, error.type, error.reason ?? 'no reason given');
    }
    operations = [];
  };
  for (const part of partsOf(round)) {
    operations.push({ create: { _id: `${round.id}:${part.shard}:${part.after}` } }, part);
    if (operations.length === 2 * CREATED_AT_A_TIME) await send();
  }
  if (operations.length > 0) await send();
}

const CONFLICT = 409;

function* partsOf({ id, after, upTo }: Round): Generator<PartDocument> {
  const fresh = { round: id, documents: 0, isDone: false, owner: null, beat: 0 };
  for (const [shard, end] of Object.entries(upTo)) {
    for (let start = after[shard] ?? -1; start < end; start += PART_WRITES) {
      const range = { shard, after: start, upTo: Math.min(end, start + PART_WRITES) };
      yield { ...fresh, ...range, reached: start };
    }
  }
}

/** Removes the parts of all rounds. */
export async function removeParts(client: Client, alias: string): Promise<void> {
  await asStorageErrors(client.indices.delete({ index: partsIndex(alias), ignore_unavailable: true }));
}
