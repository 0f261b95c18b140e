import type { Client } from '@elastic/elasticsearch';
import type { LastVisit } from '../../domains.ts';
import { STORED_VERSIONS } from '../../stored-versions.ts';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';
import type { VersionedIndex } from '../versioned-index.ts';
import type { DomainIndexSettings } from './mapping.ts';
import { deleteDocument, foundOf } from '../documents.ts';
import { readStates } from './reader.ts';
import { addressOf } from './routing.ts';
import { parseFacts, type DomainState, type LiveFields } from './stored.ts';

/** A document of the index below; its id is the domain. */
interface Confirmation {
  /**
   * Revision of the domain's document that was confirmed; the confirmation is void if the document has another
   * revision.
   */
  readonly revision: number;
  /** Time of the confirmation, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Index of the times at which documents were last confirmed. It is separate, because a change to the domain's
 * document would index its entire text again.
 */
export function confirmationIndex(
  settings: Pick<DomainIndexSettings, 'indexPrefix' | 'replicas'>,
): VersionedIndex {
  const unindexed = { type: 'long', index: false, doc_values: false } as const;
  return {
    alias: `${settings.indexPrefix}-confirmations`,
    version: STORED_VERSIONS.elasticsearch.confirmations,
    mappings: { dynamic: 'strict', properties: { revision: unindexed, at: unindexed } },
    settings: {
      // Two numbers for each domain: one shard takes more of them than an installation has.
      number_of_shards: 1,
      number_of_replicas: settings.replicas,
      translog: { durability: 'request' },
    },
  };
}

/** Client and aliases that the functions below work with. */
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
          { _index: domains, ...addressOf(domain), _source: ['live', 'revision', 'facts'] },
          { _index: confirmations, _id: domain },
        ],
      },
      IDEMPOTENT,
    ),
  );
  const [stored, confirmation] = docs.map((doc) => foundOf(doc)._source);
  if (stored === undefined || !('live' in stored) || !stored.live) return null;
  const { revision } = stored;
  const { lastVisited } = parseFacts(stored.facts);
  const confirmed =
    confirmation !== undefined && 'at' in confirmation && confirmation.revision === revision
      ? confirmation.at
      : 0;
  return { revision, at: Math.max(lastVisited ?? 0, confirmed) };
}

/** @returns false if the domain's document has another revision */
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

/** Removes the confirmation of a deleted domain. */
export async function forget(
  { client, confirmations }: Pick<ConfirmationParts, 'client' | 'confirmations'>,
  domain: string,
): Promise<void> {
  await deleteDocument(client, confirmations, domain);
}
