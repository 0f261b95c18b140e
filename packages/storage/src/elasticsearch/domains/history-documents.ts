// The history of a domain and the records of its changes are documents beside that of the domain, in the same shard: a visit that
// changes nothing of the domain's text writes a few hundred bytes.
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Client } from '@elastic/elasticsearch';
import {
  type Change,
  type ChangeRecord,
  type History,
  historyIn,
  historyText,
  type KindedLabel,
  NO_HISTORY,
  type PageKey,
  type Visit,
  withVisits,
} from '@sitegrep/site';
import { IDEMPOTENT } from '../client.ts';
import { foundOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import type { LastSearchChange } from '../records/mappings.ts';
import { rankId, type RankState } from './ranks.ts';
import { addressOf, routeOf } from './routing.ts';
import type { Decision } from './searches/decision.ts';
import type { StoredEvent } from './searches/saved-state.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A write of a domain's document, for its history: visits, or the end of all before at a time in milliseconds. */
export interface JournalPart {
  /** Version of the document that the write made. */
  readonly version: number;
  readonly visits: readonly Visit[];
  readonly deletedAt?: number;
  /** Revision of the document that was removed; present with `deletedAt`. */
  readonly deletedRevision?: number;
  /** The saved searches that the document fulfils; absent: none was decided. */
  readonly decision?: Decision;
  /** Decision about the document before it, if a search is not filled for which it was not decided. */
  readonly before?: Decision;
}

/** Content of `_source` of the document of a history. */
export interface HistoryState {
  readonly domain: string;
  /** Version of the domain's document whose journal the history has, and those of all before. */
  readonly applied: number;
  /** `historyText`, compressed, Base64; null: there is none. */
  readonly history: string | null;
  /** The last visit that found the document as it was; null: there was none. */
  readonly confirmed: Confirmation | null;
  /** Records that are to be written, until they are; null: none. */
  readonly unwritten: Unwritten | null;
  /** Labels that are there though the last visit did not show them; the document may have them. */
  readonly held: readonly KindedLabel[];
  /** True if `unwritten` is set, for searches. */
  readonly unfinished: boolean;
  /** Version of this document by which the domain was deleted last; records of earlier ones are void. 0: it never was. */
  readonly deleted: number;
  /** Tokens of the saved searches that the domain fulfils. */
  readonly saved: readonly string[];
  /** Says by token which pages fulfil those at level `page`, see `Fulfilled`. */
  readonly digests: Readonly<Record<string, string>>;
  /** Number of the change of searches that the last decision knew; 0: there was none. */
  readonly decided: number;
}

/** A confirmation is void if the document has another revision. */
interface Confirmation {
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Unwritten {
  readonly records: readonly UnwrittenRecord[];
  readonly events: readonly UnwrittenEvent[];
  /** Record of a deletion, which is to be written; earlier ones are to be removed. */
  readonly deletion?: ChangeRecord;
}

/** A record that is to be written; it is a retraction if the history has no change of its time. */
export interface UnwrittenRecord {
  readonly at: number;
  readonly previousAt: number;
  /** Version of the history's document that made it. */
  readonly write: number;
}

/** An event of a saved search that is to be written. */
export interface UnwrittenEvent extends StoredEvent {
  /** Version of the history's document that made it. */
  readonly write: number;
}

/** A history as it is in the cluster, and what its domain's document adds to it. */
export interface FoundHistory {
  /** Version of its document; 0: there is none. */
  readonly version: number;
  readonly state: HistoryState | null;
  /** The document of the domain; null: there is none. */
  readonly document: {
    readonly version: number;
    readonly live: boolean;
    readonly revision: number;
    /** Result of `packJournal`; null: it has none. */
    readonly journal: string | null;
    /** True if something is kept of the pasts of its pages. */
    readonly hasPasts: boolean;
  } | null;
  /** Rank of the domain; 0: none is known. */
  readonly rank: number;
  /** Number of the last change of saved searches that decides something; 0: there was none. */
  readonly searches: number;
}

/** Id of the document with the history of a domain. No name of a domain has a colon. */
export function historyId(domain: string): string {
  return `history:${domain}`;
}

/** Id of the document with the record of a change. */
export function recordId(domain: string, at: number): string {
  return `change:${domain}:${at}`;
}

/**
 * Id of the document with an event of a saved search: for a search and a revision, a write of the history makes one, or one for each record.
 */
export function eventId(domain: string, { write, revision, token, record }: UnwrittenEvent): string {
  return `event:${domain}:${write}:${revision}:${token}${record === undefined ? '' : `:${record}`}`;
}

/** Properties of the mapping for these kinds of documents, and for the journal of a domain. */
export function historyProperties() {
  const stored = { type: 'long', index: false, doc_values: false } as const;
  const opaque = { type: 'object', enabled: false } as const;
  return {
    journal: { type: 'binary' },
    applied: stored,
    history: { type: 'binary' },
    confirmed: opaque,
    unwritten: opaque,
    held: { type: 'keyword', doc_values: false },
    unfinished: { type: 'boolean' },
    deleted: stored,
    at: { type: 'long' },
    previous_at: stored,
    by: { type: 'keyword' },
    added: { type: 'keyword' },
    removed: { type: 'keyword' },
    write: { type: 'long' },
    written: { type: 'long' },
    recorded: { type: 'long' },
    numbered: opaque,
    saved: { type: 'keyword' },
    digests: opaque,
    decided: stored,
    event_of: { type: 'keyword' },
    event_at: { type: 'long' },
    event: opaque,
    told: { type: 'long' },
  } as const;
}

/** Content of `_source` of the record of a change. */
export interface RecordSource {
  readonly domain: string;
  /** Seconds since the epoch, as is `previous_at`. */
  readonly at: number;
  readonly previous_at: number;
  readonly by: ChangeRecord['by'];
  readonly added: readonly KindedLabel[];
  readonly removed: readonly KindedLabel[];
  /** Version of the history's document that made it. */
  readonly write: number;
  /** Time at which it was written, in milliseconds since the epoch: what was written first gets its number first. */
  readonly written: number;
  /** Its number in the order of records; absent: it waits for one, see recorded.ts. */
  readonly recorded?: number;
}

/** Content of `_source` of an event of a saved search. */
export interface EventSource {
  readonly domain: string;
  /** Token of its search. */
  readonly event_of: string;
  /** Milliseconds since the epoch. */
  readonly event_at: number;
  readonly event: StoredEvent;
  /** Version of the history's document that made it. */
  readonly write: number;
  readonly written: number;
  /** Its number in the order of events; absent: it waits for one. */
  readonly told?: number;
}

/** Content of `_source` of the documents with the records or events that got their numbers last, see recorded.ts. */
export interface NumberedSource {
  readonly numbered: {
    /** Number before the first of them. */
    readonly before: number;
    readonly records: readonly NumberedRecord[];
  };
}

/** A record or an event as one write of it made it. */
export interface NumberedRecord extends Pick<RecordSource, 'domain' | 'write'> {
  /** Id of its document. */
  readonly id: string;
}

/** Version of the document of a record that a write makes. Between two of them there is one for a removal. */
export function recordVersion(write: number): number {
  return 2 * write;
}

/** The complete body of the document of a record. */
export function recordBody(record: RecordSource): Uint8Array {
  return Buffer.from(JSON.stringify({ ...record, part: { name: 'change', parent: record.domain } }));
}

/** The record of a change. */
export function recordOf(
  domain: string,
  { at, previousAt, by, added, removed }: Change | ChangeRecord,
  write: number,
): RecordSource {
  return { domain, at, previous_at: previousAt, by, added, removed, write, written: Date.now() };
}

/** The event of a saved search. */
export function eventSource(domain: string, { write, ...event }: UnwrittenEvent): EventSource {
  const { token, at } = event;
  return { domain, event_of: token, event_at: at, event, write, written: Date.now() };
}

/** The complete body of the document of an event. */
export function eventBody(event: EventSource): Uint8Array {
  return Buffer.from(JSON.stringify({ ...event, part: { name: 'event', parent: event.domain } }));
}

/** The complete body of the document of a history. */
export function historyBody(state: HistoryState): Uint8Array {
  return Buffer.from(JSON.stringify({ ...state, part: { name: 'history', parent: state.domain } }));
}

export async function packHistory(history: History): Promise<string> {
  // Labels of the stored document are not at hand where it is read.
  return (await compress(historyText(history, []))).toString('base64');
}

export async function unpackHistory(packed: string | null): Promise<History> {
  if (packed === null) return NO_HISTORY;
  return historyIn((await decompress(Buffer.from(packed, 'base64'))).toString(), []);
}

interface PackedVisit extends Omit<Visit, 'labels'> {
  readonly labels: readonly (readonly [KindedLabel, PageKey])[];
}

interface PackedPart extends Omit<JournalPart, 'visits'> {
  readonly visits: readonly PackedVisit[];
}

/** A journal as the document has it: JSON, compressed, Base64. */
export async function packJournal(parts: readonly JournalPart[]): Promise<string> {
  const packed: readonly PackedPart[] = parts.map(({ visits, ...part }) => ({
    ...part,
    visits: visits.map((visit) => ({ ...visit, labels: [...visit.labels] })),
  }));
  return (await compress(JSON.stringify(packed))).toString('base64');
}

/** The parts of a domain's journal that its history does not have yet. */
export async function unapplied({ state, document }: FoundHistory): Promise<readonly JournalPart[]> {
  if (document?.journal == null || state?.applied === document.version) return [];
  return (await unpackJournal(document.journal)).filter(({ version }) => version > (state?.applied ?? 0));
}

/** Number of the change of searches that the last decision of a domain knew; 0: there was none. */
export async function decidedBy(found: FoundHistory): Promise<number> {
  const parts = await unapplied(found);
  const last = parts.findLast(({ decision, deletedAt }) => decision !== undefined || deletedAt !== undefined);
  return last === undefined ? (found.state?.decided ?? 0) : (last.decision?.number ?? 0);
}

/** The history with what a journal adds to it. @param parts those that the history does not have yet */
export async function historyWith({ state }: FoundHistory, parts: readonly JournalPart[]): Promise<History> {
  let history = await unpackHistory(state?.history ?? null);
  for (const { visits, deletedAt } of parts)
    history = withVisits(deletedAt === undefined ? history : NO_HISTORY, visits);
  return history;
}

async function unpackJournal(journal: string): Promise<readonly JournalPart[]> {
  // This program wrote it, see `parseFacts`.
  const parts = JSON.parse(
    (await decompress(Buffer.from(journal, 'base64'))).toString(),
  ) as readonly PackedPart[];
  return parts.map(({ visits, ...part }) => ({
    ...part,
    visits: visits.map((visit) => ({ ...visit, labels: new Map(visit.labels) })),
  }));
}

interface JournalSource {
  readonly live: boolean;
  readonly revision: number;
  readonly journal?: string;
  readonly version_bytes?: number;
}

/** The document with the last change of saved searches. */
export interface SearchesAt {
  readonly index: string;
  readonly id: string;
}

/**
 * Histories with what is known of their domains' documents, visible to searches or not.
 *
 * @param searches is read with them; null: nothing is to be decided
 */
export async function readHistories(
  client: Client,
  alias: string,
  domains: readonly string[],
  searches: SearchesAt | null = null,
): Promise<ReadonlyMap<string, FoundHistory>> {
  if (domains.length === 0) return new Map();
  const { docs } = await asStorageErrors(
    client.mget<JournalSource | HistoryState | RankState | LastSearchChange>(
      {
        index: alias,
        docs: [
          ...domains.flatMap((domain) => [
            { ...addressOf(domain), _source: ['live', 'revision', 'journal', 'version_bytes'] },
            { _id: historyId(domain), routing: routeOf(domain) },
            { _id: rankId(domain), routing: routeOf(domain) },
          ]),
          ...(searches === null
            ? []
            : [{ _index: searches.index, _id: searches.id, _source: ['last_change.decides'] }]),
        ],
      },
      IDEMPOTENT,
    ),
  );
  const last = searches === null ? undefined : docs.at(-1);
  const change = last === undefined ? undefined : (foundOf(last)._source as LastSearchChange | undefined);
  const found = new Map<string, FoundHistory>();
  for (const [number, domain] of domains.entries()) {
    const [document, history, rank] = docs.slice(3 * number, 3 * number + 3).map((doc) => foundOf(doc));
    const source = document?._source as JournalSource | undefined;
    const { live, revision, journal, version_bytes: versionBytes } = source ?? {};
    found.set(domain, {
      version: history?._version ?? 0,
      state: (history?._source as HistoryState | undefined) ?? null,
      rank: (rank?._source as RankState | undefined)?.rank ?? 0,
      searches: change?.last_change.decides ?? 0,
      document:
        live === undefined || revision === undefined
          ? null
          : {
              version: document?._version ?? 0,
              live,
              revision,
              journal: journal ?? null,
              hasPasts: versionBytes !== undefined,
            },
    });
  }
  return found;
}

/** Content of `_source` of the documents beside that of a domain that this file describes, and recorded.ts. */
export type SourceBeside = HistoryState | RecordSource | EventSource | NumberedSource;

/** The complete body of such a document. */
export function bodyBeside(source: SourceBeside): Uint8Array {
  if ('event' in source) return eventBody(source);
  if ('write' in source) return recordBody(source);
  return 'applied' in source ? historyBody(source) : Buffer.from(JSON.stringify(source));
}
