// Events of saved searches as consumers read them.
import type { Client, estypes } from '@elastic/elasticsearch';
import {
  type EventRequest,
  MAX_EVENT_AGE_MS,
  MAX_EVENTS,
  type SearchEvent,
} from '../../../searches/saved-searches.ts';
import { IDEMPOTENT } from '../../client.ts';
import { refreshIndex, searchAll, sourceOf } from '../../documents.ts';
import { asStorageErrors } from '../../failure.ts';
import type { EventSource } from '../history-documents.ts';
import type { NumberRecords } from '../recorded.ts';
import { type Definition, type Definitions, eventToken } from './definitions.ts';

export interface EventParts {
  readonly client: Client;
  readonly alias: string;
  readonly numberEvents: NumberRecords;
}

export const OF_EVENTS: estypes.QueryDslQueryContainer = { term: { part: 'event' } };

/** Time after which events of searches that do not exist are removed: a process may write some that knows one that is gone. */
const LEFT_MS = 3_600_000;

export async function readEvents(
  { client, alias, numberEvents }: EventParts,
  searches: Definitions,
  { after, before, limit, search, newestFirst = false }: EventRequest,
): Promise<readonly SearchEvent[]> {
  const wanted = [...searches.all].filter(({ id }) => search === undefined || id === search);
  if (wanted.length === 0) return [];
  const last = await numberEvents();
  const range = { gt: after, lte: last, ...(before === undefined ? {} : { lt: before }) };
  const { hits } = await searchAll<EventSource>(client, {
    index: alias,
    query: {
      bool: {
        filter: [OF_EVENTS, { range: { told: range } }, { terms: { event_of: wanted.map(eventToken) } }],
      },
    },
    sort: [{ told: newestFirst ? 'desc' : 'asc' }],
    size: limit,
    track_total_hits: false,
  });
  const names = new Map(wanted.map((one) => [eventToken(one), one.id]));
  return hits.hits.map((hit) => eventOf(sourceOf(hit), names));
}

/** @param names of searches, by their tokens */
export function eventOf(source: EventSource, names: ReadonlyMap<string, string>): SearchEvent {
  const { domain, event_of: token, event, told = 0 } = source;
  const { revision, kind, at, pages, total, by } = event;
  return { number: told, search: names.get(token) ?? '', domain, revision, kind, at, pages, total, by };
}

/** Removes the events of a search that is gone. */
export async function removeEventsOf(
  client: Client,
  alias: string,
  definition: Pick<Definition, 'born'>,
): Promise<void> {
  await refreshIndex(client, alias);
  await removeEvents(client, alias, { term: { event_of: eventToken(definition) } });
}

/** Removes events that are too old or too many, and those that are left of searches that are gone. */
export async function dropEvents(
  { client, alias, numberEvents }: EventParts,
  searches: Definitions,
  now: number,
): Promise<void> {
  const last = await numberEvents();
  if (last === 0) return;
  const left: estypes.QueryDslQueryContainer = {
    bool: {
      filter: [{ range: { event_at: { lt: now - LEFT_MS } } }],
      must_not: [{ terms: { event_of: Array.from(searches.all, eventToken) } }],
    },
  };
  const tooOld: estypes.QueryDslQueryContainer = { range: { event_at: { lt: now - MAX_EVENT_AGE_MS } } };
  const tooMany: estypes.QueryDslQueryContainer = { range: { told: { lte: last - MAX_EVENTS } } };
  await removeEvents(client, alias, { bool: { should: [left, tooOld, tooMany], minimum_should_match: 1 } });
}

async function removeEvents(
  client: Client,
  alias: string,
  query: estypes.QueryDslQueryContainer,
): Promise<void> {
  await asStorageErrors(
    client.deleteByQuery(
      {
        index: alias,
        query: { bool: { filter: [OF_EVENTS, query] } },
        conflicts: 'proceed',
        refresh: true,
      },
      IDEMPOTENT,
    ),
  );
}
