// Keeps histories and records in step with documents, although no transaction spans them. A put writes the document with a journal:
// the visits that led to it. From then on it is certain. Then the history is written with what its journal adds, and
// names the records that follow from it; then these are written, each in the version that the history names; then
// the names are removed from the history. Whoever comes next does what a killed process left: of a journal what the history
// does not have, of the named records all. One that was written already has that version, and is not written twice.
//
// The saved searches that a domain fulfils go the same way: a put decides them and leaves the decision in the journal, the history takes
// it over and names the events, and these become documents.
import { isDeepStrictEqual } from 'node:util';
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
  decidedBy,
  eventBody,
  eventId,
  eventSource,
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
  type SearchesAt,
  unapplied,
  type Unwritten,
  type UnwrittenRecord,
  unpackHistory,
} from './history-documents.ts';
import { routeOf } from './routing.ts';
import { savedAfter } from './searches/current-decisions.ts';
import type { Decision } from './searches/decision.ts';
import type { SavedState } from './searches/saved-state.ts';
import type { SiteDecisions } from './searches/site-decisions.ts';
import { atPointInTime } from './stored-pages.ts';

export interface HistoryParts {
  readonly client: Client;
  readonly index: ServedIndex;
  /** Writers of documents of a form: one that waits until searches see them, and one that does not. */
  readonly bulkOf: (form: IndexForm, waits: boolean) => Bulk;
  readonly decisions: SiteDecisions;
  /** The last change of saved searches. */
  readonly searches: SearchesAt;
}

export type VisitsFor = (history: History, rank: number) => readonly Visit[];

export interface Histories {
  /**
   * Does what is left to be done for the histories of some domains, and their records.
   *
   * @param decided the domains whose documents the caller has written: see current-decisions.ts
   */
  settle(domains: readonly string[], decided?: ReadonlySet<string>): Promise<void>;
  /**
   * Adds visits that change nothing of a document.
   *
   * @param visits gives them for the history as it is and the rank of the domain
   * @param confirmed the visit that found the document as it is; null: none did
   * @returns false if there is no document, or it is of another revision
   */
  add(domain: string, visits: VisitsFor, confirmed: LastVisit | null): Promise<boolean>;
  /** Changes what is known of saved searches, after what is left to be done. @param change null: nothing is to be changed */
  changeSaved(
    domains: readonly string[],
    change: (found: FoundHistory, domain: string) => Promise<((state: SavedState) => void) | null>,
  ): Promise<void>;
  /** Does what killed processes left undone. @returns number of domains */
  finish(): Promise<number>;
}

/** Histories that are written together; each takes some kilobytes. */
const MAX_BYTES = 8 << 20;

/** Histories that `finish` looks for at a time. */
const FINISHED_AT_A_TIME = 500;

/** A history that was written: its records are to be, or searches are to find its domain otherwise than before. */
interface Due {
  readonly version: number;
  readonly state: HistoryState;
}

export function createHistories({ client, index, bulkOf, decisions, searches }: HistoryParts): Histories {
  const HISTORIES: DocumentKind<FoundHistory> = {
    read: (from, alias, domains) => readHistories(from, alias, domains, searches),
    idOf: historyId,
  };
  const change = createChanger({ client, index, bulkOf: (form) => bulkOf(form, false), maxBytes: MAX_BYTES });

  const write = (writes: readonly GuardedWrite[]): Promise<void> =>
    writeInForm(index, (form) => bulkOf(form, true), writes);

  async function settle(domains: readonly string[], decided: ReadonlySet<string> = new Set()): Promise<void> {
    const distinct = [...new Set(domains)];
    const changes = distinct.map((domain) => [domain, settled(domain, decided.has(domain))] as const);
    await complete(await change(HISTORIES, new Map(changes)));
  }

  /** Writes the records that histories name, and then that it is done. */
  async function complete(histories: ReadonlyMap<string, Due | null>): Promise<void> {
    const written = [...histories.values()].filter((one) => one !== null);
    const due = written.filter(({ state }) => state.unfinished);
    // Records and events are in the shard of their history, and written until searches see them.
    if (due.length < written.length) await refreshIndex(client, index.alias);
    if (due.length === 0) return;
    const writes = await Promise.all(due.map(recordWrites));
    await write([...(await removals(due)), ...writes.flat()]);
    // Whoever has changed a history meanwhile writes what it names.
    await writeInForm(index, (form) => bulkOf(form, false), due.map(done));
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
      query: {
        bool: {
          filter: [{ terms: { part: ['change', 'event'] } }, { terms: { domain: [...deleted.keys()] } }],
        },
      },
      _source: ['domain', 'write'],
    };
    return await atPointInTime(client, alias, undefined, async (point) => {
      const found: GuardedWrite[] = [];
      const { index: _index, ...wanted } = request;
      const all = { ...point, ...wanted, sort: [{ _shard_doc: 'asc' as const }] };
      for await (const hit of everyHit<Pick<RecordSource, 'domain' | 'write'>>(client, all)) {
        const { domain, write: by } = sourceOf(hit);
        const deletion = deleted.get(domain) ?? 0;
        if (by < deletion) found.push(removal(hit._id ?? '', domain, deletion));
      }
      return found;
    });
  }

  /** The state of a history with what the journal adds. @param more gives further visits */
  async function advanced(
    domain: string,
    found: FoundHistory,
    {
      more = () => [],
      isDecided = false,
      changed: changeSaved = null,
    }: {
      readonly more?: (history: History) => readonly Visit[];
      readonly isDecided?: boolean;
      readonly changed?: ((state: SavedState) => void) | null;
    } = {},
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
    const records = recordsBetween(stored, history);
    const changed = records.map(({ at, previousAt }): UnwrittenRecord => ({ at, previousAt, write }));
    const times = new Set(changed.map(({ at }) => at));
    const { saved, events, decided } = await savedAfter(decisions, {
      domain,
      found,
      parts,
      records,
      history,
      isDecided,
    });
    if (changeSaved !== null) changeSaved(saved);
    const due: Unwritten =
      deletedAt === undefined
        ? (state?.unwritten ?? { records: [], events: [] })
        : { records: [], events: [], deletion: deletionOf(before, deletedAt) };
    const unwritten: Unwritten = {
      ...due,
      records: [...due.records.filter(({ at }) => !times.has(at)), ...changed],
      events: [...due.events, ...events.map((event) => ({ ...event, write }))],
    };
    const isDue =
      unwritten.records.length > 0 || unwritten.events.length > 0 || unwritten.deletion !== undefined;
    const digests = [...saved.saved].flatMap(([token, digest]) => (digest === null ? [] : [[token, digest]]));
    return {
      domain,
      applied: document?.version ?? 0,
      history: history.visits.length === 0 ? null : await packHistory(history),
      confirmed: state?.confirmed ?? null,
      unwritten: isDue ? unwritten : null,
      held: heldOf(history, lastShown(history)),
      unfinished: isDue,
      deleted: deletedAt === undefined ? (state?.deleted ?? 0) : write,
      saved: [...saved.saved.keys()],
      digests: Object.fromEntries(digests),
      decided,
    };
  }

  function settled(domain: string, isDecided: boolean): DocumentChange<FoundHistory, Due | null> {
    return async (_, found) => {
      if (found === null) return { body: null, result: null };
      const { state, version } = found;
      const parts = await unapplied(found);
      const isStale = isDecided && (await decidedBy(found)) < found.searches;
      if (!isStale && (parts.length === 0 || isBaseline(found, parts))) {
        const isDue = state !== null && state.unfinished;
        return { body: null, result: isDue ? { version, state } : null };
      }
      const next = await advanced(domain, found, { isDecided });
      return { body: historyBody(next), result: dueOf(found, next) };
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
        const next = await advanced(domain, found, {
          more: (history) => visits(history, found.rank),
          // A process that was killed may have left it.
          isDecided: (await unapplied(found)).length > 0,
        });
        const state = confirmed === null ? next : { ...next, confirmed };
        return { body: historyBody(state), result: { isStored: true, due: dueOf(found, state) } };
      };
      const done = await change(HISTORIES, new Map([[domain, added]]));
      await complete(new Map(Array.from(done, ([name, { due }]) => [name, due])));
      return done.get(domain)?.isStored === true;
    },
    async changeSaved(domains, changeOf) {
      const changeOne =
        (domain: string): DocumentChange<FoundHistory, Due | null> =>
        async (_, found) => {
          const changed = found === null ? null : await changeOf(found, domain);
          if (found === null || changed === null) return { body: null, result: null };
          const next = await advanced(domain, found, { changed });
          return { body: historyBody(next), result: dueOf(found, next) };
        };
      await complete(await change(HISTORIES, new Map(domains.map((domain) => [domain, changeOne(domain)]))));
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

/** Null: nothing is left to be done. */
function dueOf({ version, state: before }: FoundHistory, state: HistoryState): Due | null {
  const isFoundOtherwise = !isDeepStrictEqual(state.saved, before?.saved ?? []);
  return state.unfinished || isFoundOtherwise ? { version: version + 1, state } : null;
}

interface Added {
  readonly isStored: boolean;
  readonly due: Due | null;
}

/**
 * Tells whether a domain was visited once, and fulfils no saved search: its document's journal is all that there is of its history.
 */
function isBaseline({ state }: FoundHistory, parts: readonly JournalPart[]): boolean {
  const visits = parts.reduce((sum, part) => sum + part.visits.length, 0);
  const fulfilsNone = (decision: Decision | undefined): boolean => (decision?.fulfilled.length ?? 0) === 0;
  const isPlain = parts.every(
    ({ deletedAt, decision, before }) =>
      deletedAt === undefined && fulfilsNone(decision) && fulfilsNone(before),
  );
  return state === null && visits <= 1 && isPlain;
}

/** Says in the next version of a history that the records are written that it names. */
function done({ version, state }: Due): GuardedWrite {
  return {
    id: historyId(state.domain),
    routing: routeOf(state.domain),
    version: version + 1,
    body: historyBody({ ...state, unwritten: null, unfinished: false }),
  };
}

/** Removal of a record or an event. @param deletion version of the history's document by which the domain was deleted, after its own */
export function removal(id: string, domain: string, deletion: number): GuardedWrite {
  return {
    id,
    routing: routeOf(domain),
    version: recordVersion(deletion) - 1,
    body: null,
  };
}

/** The records and the events that a history names. */
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
  const written = sources.map((source) => ({
    id: recordId(domain, source.at),
    routing: routeOf(domain),
    version: recordVersion(source.write),
    body: recordBody(source),
  }));
  const events = unwritten.events.map((event) => ({
    id: eventId(domain, event),
    routing: routeOf(domain),
    version: recordVersion(event.write),
    body: eventBody(eventSource(domain, event)),
  }));
  return [...written, ...events];
}
