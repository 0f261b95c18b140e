// When a domain was visited last, and its history, as they were last acknowledged.
import type { Client } from '@elastic/elasticsearch';
import type { LastVisit, StoredHistory } from '../../domains.ts';
import { IDEMPOTENT } from '../client.ts';
import { foundOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { historyId, type HistoryState, historyWith, readHistories, unapplied } from './history-documents.ts';
import { addressOf, routeOf } from './routing.ts';
import { type DomainState, type LiveFields, parseFacts } from './stored.ts';

export async function lastVisit(client: Client, alias: string, domain: string): Promise<LastVisit | null> {
  const { docs } = await asStorageErrors(
    client.mget<(DomainState & LiveFields) | Pick<HistoryState, 'confirmed'>>(
      {
        index: alias,
        docs: [
          { ...addressOf(domain), _source: ['live', 'revision', 'facts'] },
          { _id: historyId(domain), routing: routeOf(domain), _source: ['confirmed'] },
        ],
      },
      IDEMPOTENT,
    ),
  );
  const [stored, history] = docs.map((doc) => foundOf(doc)._source);
  if (stored === undefined || !('live' in stored) || !stored.live) return null;
  const { revision } = stored;
  const { lastVisited } = parseFacts(stored.facts);
  const confirmation = history !== undefined && 'confirmed' in history ? history.confirmed : null;
  const confirmed = confirmation?.revision === revision ? confirmation.at : 0;
  return { revision, at: Math.max(lastVisited ?? 0, confirmed) };
}

/** The history of a domain; null if it has no document. */
export async function readHistory(
  client: Client,
  alias: string,
  domain: string,
): Promise<StoredHistory | null> {
  const found = (await readHistories(client, alias, [domain])).get(domain);
  if (found?.document?.live !== true) return null;
  return {
    revision: found.document.revision,
    history: await historyWith(found, await unapplied(found)),
  };
}
