import type { Client } from '@elastic/elasticsearch';
import type { SiteFacts } from '@sitegrep/site';
import type { LastVisit } from '../../domains.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import type { VersionedIndex } from '../versioned-index.ts';
import type { DomainIndexSettings } from './mapping.ts';
import { foundOf } from '../documents.ts';
import { readStates } from './reader.ts';
import type { DomainState, LiveFields } from './stored.ts';

/** Raise it with any change to the mapping or to what is written into it. */
const VERSION = 1;

/** A document of the index below; its id is the domain. */
interface Confirmation {
  /** Of the domain's document; if that has another one, this has nothing to say any more. */
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * When documents were last confirmed, in an index of its own: a document of a domain would have to be written anew with
 * all of its text for it.
 */
export function confirmationIndex(
  settings: Pick<DomainIndexSettings, 'indexPrefix' | 'shards' | 'replicas'>,
): VersionedIndex {
  const kept = { type: 'long', index: false, doc_values: false } as const;
  return {
    alias: `${settings.indexPrefix}-confirmations`,
    version: VERSION,
    mappings: { dynamic: 'strict', properties: { revision: kept, at: kept } },
    settings: {
      number_of_shards: settings.shards,
      number_of_replicas: settings.replicas,
      translog: { durability: 'request' },
    },
  };
}

/** What is read and written by. */
export interface ConfirmationParts {
  readonly client: Client;
  readonly domains: string;
  readonly confirmations: string;
}

export async function lastVisit(
  { client, domains, confirmations }: ConfirmationParts,
  domain: string,
): Promise<LastVisit | null> {
  const { docs } = await asStorageErrors(
    client.mget<(DomainState & LiveFields) | Confirmation>(
      {
        docs: [
          { _index: domains, _id: domain, _source: ['live', 'revision', 'facts'] },
          { _index: confirmations, _id: domain },
        ],
      },
      IDEMPOTENT,
    ),
  );
  const [stored, confirmation] = docs.map((doc) => foundOf(doc)._source);
  if (stored === undefined || !('live' in stored) || !stored.live) return null;
  const { revision } = stored;
  const { lastVisited } = JSON.parse(stored.facts) as SiteFacts;
  const confirmed =
    confirmation !== undefined && 'at' in confirmation && confirmation.revision === revision
      ? confirmation.at
      : 0;
  return { revision, at: Math.max(lastVisited ?? 0, confirmed) };
}

/** @returns false if the domain's document is not of this revision */
export async function confirm(
  { client, domains, confirmations }: ConfirmationParts,
  domain: string,
  { revision, at }: LastVisit,
): Promise<boolean> {
  const state = (await readStates(client, domains, [domain])).get(domain);
  if (state === undefined || !state.live || state.revision !== revision) return false;
  const document: Confirmation = { revision, at };
  await asStorageErrors(
    client.index({ index: confirmations, id: domain, document, require_alias: true }, IDEMPOTENT),
  );
  return true;
}

/** That a domain is gone is for good: nothing of it stays. */
export async function forget(
  { client, confirmations }: Pick<ConfirmationParts, 'client' | 'confirmations'>,
  domain: string,
): Promise<void> {
  await asStorageErrors(
    client.delete({ index: confirmations, id: domain }, { ...IDEMPOTENT, ignore: [404] }),
  );
}
