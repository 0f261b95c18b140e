// Keeps histories and records in step with documents, although no transaction spans them. A put writes the document with a journal:
// the visits that led to it. From then on it is certain. Then the history is written with what its journal adds, and
// names the records that follow from it; then these are written, each in the version that the history names; then
// the names are removed from the history. Whoever comes next does what a killed process left: of a journal what the history
// does not have, of the named records all. One that was written already has that version, and is not written twice.
import type { Client } from '@elastic/elasticsearch';
import {
  changesOf,
  heldOf,
  type History,
  lastShown,
  NO_HISTORY,
  type Visit,
  withVisits,
} from '@sitegrep/site';
import type { LastVisit } from '../../domains.ts';
import { deletionOf, recordsBetween } from '../../histories.ts';
import type { Bulk, GuardedWrite } from '../bulk.ts';
import { everyHit, refreshIndex, sourceOf } from '../documents.ts';
import type { IndexForm, ServedIndex } from '../versioned-index.ts';
import { type Change as DocumentChange, createChanger, type DocumentKind, writeInForm } from './changes.ts';
import {
  type FoundHistory,
  historyBody,
  type JournalPart,
  historyId,
  type HistoryState,
  historyWith,
  packHistory,
  readHistories,
  recordBody,
  recordId,
  recordOf,
  recordVersion,
  type RecordSource,
  unapplied,
  type Unwritten,
  type UnwrittenRecord,
  unpackHistory,
} from './history-documents.ts';
import { routeOf } from './routing.ts';

export interface HistoryParts {
  readonly client: Client;
  readonly index: ServedIndex;
  /** Writers of documents of a form: one that waits until searches see them, and one that does not. */
  readonly bulkOf: (form: IndexForm, waits: boolean) => Bulk;
}

export type VisitsFor = (history: History, rank: number) => readonly Visit[];

export interface Histories {
  /** Does what is left to be done for the histories of some domains, and their records. */
  settle(domains: readonly string[]): Promise<void>;
  /**
   * Adds visits that change nothing of a document.
   *
   * @param visits gives them for the history as it is and the rank of the domain
   * @param confirmed the visit that found the document as it is; null: none did
   * @returns false if there is no document, or it is of another revision
   */
  add(domain: string, visits: VisitsFor, confirmed: LastVisit | null): Promise<boolean>;
  /** Does what killed processes left undone. @returns number of domains */
  finish(): Promise<number>;
}

const HISTORIES: DocumentKind<FoundHistory> = { read: readHistories, idOf: historyId };

/** Histories that are written together; each takes some kilobytes. */
const MAX_BYTES = 8 << 20;

/** Histories that `finish` looks for at a time. */
const FINISHED_AT_A_TIME = 500;

/** A history that was written, whose records are to be. */
interface Due {
  readonly version: number;
  readonly state: HistoryState;
}

export function createHistories({ client, index, bulkOf }: HistoryParts): Histories {
  const change = createChanger({ client, index, bulkOf: (form) => bulkOf(form, false), maxBytes: MAX_BYTES });

  const write = (writes: readonly GuardedWrite[]): Promise<void> =>
    writeInForm(index, (form) => bulkOf(form, true), writes);

  async function settle(domains: readonly string[]): Promise<void> {
    const distinct = [...new Set(domains)];
    const due = await change(HISTORIES, new Map(distinct.map((domain) => [domain, settled(domain)])));
    await complete(due);
  }

  /** Writes the records that histories name, and then that it is done. */
  async function complete(histories: ReadonlyMap<string, Due | null>): Promise<void> {
    const due = [...histories.values()].filter((one) => one !== null);
    if (due.length === 0) return;
    const writes = await Promise.all(due.map(recordWrites));
    await write([...(await removals(due)), ...writes.flat()]);
    await change(HISTORIES, new Map(due.map(({ state, version }) => [state.domain, done(version)])));
  }

  /** The removals of the records of deleted domains that are older than the deletion. */
  async function removals(due: readonly Due[]): Promise<readonly GuardedWrite[]> {
    const deletions = due.flatMap(({ state: { domain, deleted, unwritten } }) =>
      unwritten?.deletion === undefined ? [] : [[domain, deleted] as const],
    );
    if (deletions.length === 0) return [];
    const { alias } = index.form;
    await refreshIndex(client, alias);
    const deleted = new Map(deletions);
    const request = {
      index: alias,
      query: { bool: { filter: [{ term: { part: 'change' } }, { terms: { domain: [...deleted.keys()] } }] } },
      sort: [{ domain: 'asc' as const }, { at: 'asc' as const }],
      _source: ['domain', 'at', 'write'],
    };
    const found: GuardedWrite[] = [];
    for await (const hit of everyHit<Pick<RecordSource, 'domain' | 'at' | 'write'>>(client, request)) {
      const { domain, at, write: by } = sourceOf(hit);
      const deletion = deleted.get(domain) ?? 0;
      if (by < deletion) found.push(removal(domain, at, deletion));
    }
    return found;
  }

  /** The state of a history with what the journal adds. @param more gives further visits */
  async function advanced(
    domain: string,
    found: FoundHistory,
    more: (history: History) => readonly Visit[] = () => [],
  ): Promise<HistoryState> {
    const { version, state, document } = found;
    const write = version + 1;
    const parts = await unapplied(found);
    const last = parts.findLastIndex(({ deletedAt }) => deletedAt !== undefined);
    const { deletedAt } = parts[last] ?? {};
    const before = await historyWith(found, parts.slice(0, Math.max(0, last)));
    const known = await historyWith(found, parts);
    const history = withVisits(known, more(known));
    const stored = last === -1 ? await unpackHistory(state?.history ?? null) : NO_HISTORY;
    const changed = recordsBetween(stored, history).map(({ at, previousAt }): UnwrittenRecord => ({
      at,
      previousAt,
      write,
    }));
    const times = new Set(changed.map(({ at }) => at));
    const due: Unwritten =
      deletedAt === undefined
        ? (state?.unwritten ?? { records: [] })
        : { records: [], deletion: deletionOf(before, deletedAt) };
    const records = [...due.records.filter(({ at }) => !times.has(at)), ...changed];
    const isDue = records.length > 0 || due.deletion !== undefined;
    return {
      domain,
      applied: document?.version ?? 0,
      history: history.visits.length === 0 ? null : await packHistory(history),
      confirmed: state?.confirmed ?? null,
      unwritten: isDue ? { ...due, records } : null,
      held: heldOf(history, lastShown(history)),
      unfinished: isDue,
      deleted: deletedAt === undefined ? (state?.deleted ?? 0) : write,
    };
  }

  function settled(domain: string): DocumentChange<FoundHistory, Due | null> {
    return async (_, found) => {
      if (found === null) return { body: null, result: null };
      const { state, version } = found;
      const parts = await unapplied(found);
      if (parts.length === 0 || isBaseline(found, parts)) {
        const isDue = state !== null && state.unfinished;
        return { body: null, result: isDue ? { version, state } : null };
      }
      const next = await advanced(domain, found);
      return {
        body: historyBody(next),
        result: next.unfinished ? { version: version + 1, state: next } : null,
      };
    };
  }

  return {
    settle,
    async add(domain, visits, confirmed) {
      const added: DocumentChange<FoundHistory, Added> = async (_, found) => {
        const { document } = found ?? {};
        const isRight =
          document?.live === true && (confirmed?.revision ?? document.revision) === document.revision;
        if (found === null || !isRight) return { body: null, result: { isStored: false, due: null } };
        const next = await advanced(domain, found, (history) => visits(history, found.rank));
        const state = confirmed === null ? next : { ...next, confirmed };
        const due = state.unfinished ? { version: found.version + 1, state } : null;
        return { body: historyBody(state), result: { isStored: true, due } };
      };
      const done = await change(HISTORIES, new Map([[domain, added]]));
      await complete(new Map(Array.from(done, ([name, { due }]) => [name, due])));
      return done.get(domain)?.isStored === true;
    },
    async finish() {
      const { alias } = index.form;
      await refreshIndex(client, alias);
      let count = 0;
      let domains: string[] = [];
      const finishSome = async (): Promise<void> => {
        await settle(domains);
        count += domains.length;
        domains = [];
      };
      const request = {
        index: alias,
        query: { term: { unfinished: true } },
        sort: [{ domain: 'asc' as const }],
      };
      for await (const hit of everyHit<HistoryState>(client, { ...request, _source: ['domain'] })) {
        if (domains.push(sourceOf(hit).domain) === FINISHED_AT_A_TIME) await finishSome();
      }
      await finishSome();
      return count;
    },
  };
}

interface Added {
  readonly isStored: boolean;
  readonly due: Due | null;
}

/** Tells whether a domain was visited once: its document's journal is all that there is of its history. */
function isBaseline({ state }: FoundHistory, parts: readonly JournalPart[]): boolean {
  const visits = parts.reduce((sum, part) => sum + part.visits.length, 0);
  return state === null && visits <= 1 && parts.every(({ deletedAt }) => deletedAt === undefined);
}

/** Says that the records are written that a version of a history names. */
function done(version: number): DocumentChange<FoundHistory, null> {
  return async (_, found) => {
    const state = found?.version === version ? found.state : null;
    // Whoever has changed it meanwhile writes what it names.
    if (state === null) return { body: null, result: null };
    return { body: historyBody({ ...state, unwritten: null, unfinished: false }), result: null };
  };
}

/** Removal of a record. @param deletion version of the history's document by which the domain was deleted, after the record's */
export function removal(domain: string, at: number, deletion: number): GuardedWrite {
  return {
    id: recordId(domain, at),
    routing: routeOf(domain),
    version: recordVersion(deletion) - 1,
    body: null,
  };
}

/** The records that a history names. */
async function recordWrites({ state }: Due): Promise<readonly GuardedWrite[]> {
  const { domain, unwritten, deleted } = state;
  if (unwritten === null) return [];
  const changes = new Map(changesOf(await unpackHistory(state.history)).map((one) => [one.at, one]));
  const none = { added: [], removed: [] };
  const sources = unwritten.records.map(({ at, previousAt, write }) =>
    recordOf(domain, changes.get(at) ?? { at, previousAt, by: 'retraction', ...none }, write),
  );
  const { deletion } = unwritten;
  if (deletion !== undefined) sources.push(recordOf(domain, deletion, deleted));
  return sources.map((source) => ({
    id: recordId(domain, source.at),
    routing: routeOf(domain),
    version: recordVersion(source.write),
    body: recordBody(source),
  }));
}
