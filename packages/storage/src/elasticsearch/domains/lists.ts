import { randomUUID } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { StorageBusy } from '../../errors.ts';
import {
  type DomainList,
  type DomainLists,
  ListRefused,
  type ListTime,
  MAX_LISTS,
} from '../../lists/domain-lists.ts';
import { changedNames, requireListable, sortedNames } from '../../lists/sorted-names.ts';
import { listed } from '../../listed.ts';
import { IDEMPOTENT } from '../client.ts';
import { sharedRefresh } from '../concurrent-calls.ts';
import {
  deleteDocument,
  foundOf,
  isConflict,
  listDocuments,
  readDocument,
  refreshIndex,
  searchAll,
} from '../documents.ts';
import { asStorageErrors, storageError } from '../failure.ts';
import type { ListDocument, NamesDocument, RecordOptions } from '../records/mappings.ts';
import { smallIndexes } from '../records/mappings.ts';
import { openIndex } from '../versioned-index.ts';

/** Names of a document: Elasticsearch looks for 65,536 terms at a time at most. */
const NAMES_A_DOCUMENT = 50_000;

/** How often in succession other changes of a list may come first. */
const MAX_CONFLICTS = 30;

/** Time after which names that no list has are taken for what a killed process left behind, in milliseconds. */
const LEFT_BEHIND_MS = 3_600_000;

/** Documents of names that are removed at a time. */
const REMOVED_AT_A_TIME = 1_000;

/** Lists of a cluster. */
export interface ClusterLists extends Omit<DomainLists, 'countStored'> {
  /** Alias of their index. */
  readonly index: string;
  /** The documents of those of some lists that exist, as they are now. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, ListDocument>>;
  /** Names of all lists. */
  known(): Promise<readonly string[]>;
  /** The names in one of the documents of a list; null: they were replaced. */
  namesOf(list: ListDocument, number: number): Promise<readonly string[] | null>;
}

/**
 * Opens the index of lists. The names of a list are in documents of their own, which are never changed: a change of the list writes new
 * ones, then the document of the list that names them, and then removes the old ones. What a process leaves behind that is killed in
 * between is found by no search, and goes with a later change.
 *
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openLists(
  client: Client,
  options: Omit<RecordOptions, 'recordShards'>,
): Promise<ClusterLists> {
  const index = await openIndex(client, smallIndexes(options).lists);
  const refresh = sharedRefresh(() => refreshIndex(client, index));

  interface Versioned {
    readonly list: ListDocument;
    readonly version: { readonly if_seq_no: number; readonly if_primary_term: number };
  }

  async function readVersioned(id: string): Promise<Versioned | null> {
    const options = { ...IDEMPOTENT, ignore: [404] };
    const found = await asStorageErrors(client.get<ListDocument>({ index, id: listId(id) }, options));
    const { _source: list, _seq_no: seq, _primary_term: term } = found;
    if (list === undefined || seq === undefined || term === undefined) return null;
    return { list, version: { if_seq_no: seq, if_primary_term: term } };
  }

  async function read(ids: readonly string[]): Promise<ReadonlyMap<string, ListDocument>> {
    if (ids.length === 0) return new Map();
    const { docs } = await asStorageErrors(
      client.mget<ListDocument>({ index, ids: ids.map(listId) }, IDEMPOTENT),
    );
    const found = docs.map((doc) => foundOf(doc)._source).filter((list) => list !== undefined);
    return new Map(found.map((list) => [list.list, list]));
  }

  /** Writes names. @returns what the list says of them */
  async function writeNames(
    { id, at }: ListTime,
    names: readonly string[],
  ): Promise<Pick<ListDocument, 'generation' | 'firsts' | 'domains'>> {
    requireListable(names);
    const generation = randomUUID();
    const firsts: string[] = [];
    for (let from = 0; from < names.length; from += NAMES_A_DOCUMENT) {
      const some = names.slice(from, from + NAMES_A_DOCUMENT);
      const document: NamesDocument = { names_of: id, generation, written_at: at, names: some };
      await asStorageErrors(
        client.index({ index, id: namesId(generation, firsts.length), document, require_alias: true }),
      );
      firsts.push(some[0] ?? '');
    }
    return { generation, firsts, domains: names.length };
  }

  async function removeNames({
    generation,
    firsts,
  }: Pick<ListDocument, 'generation' | 'firsts'>): Promise<void> {
    for (const number of firsts.keys()) await deleteDocument(client, index, namesId(generation, number));
  }

  /** Removes the names that a killed process left behind. */
  async function sweep(at: number): Promise<void> {
    await refresh();
    const { hits: lists } = await searchAll<ListDocument>(client, {
      index,
      query: { exists: { field: 'list' } },
      size: MAX_LISTS,
    });
    const generations = lists.hits.flatMap(({ _source: list }) =>
      list === undefined ? [] : [list.generation],
    );
    const { hits: left } = await searchAll(client, {
      index,
      query: {
        bool: {
          filter: [{ range: { written_at: { lt: at - LEFT_BEHIND_MS } } }],
          must_not: [{ terms: { generation: generations } }],
        },
      },
      size: REMOVED_AT_A_TIME,
      _source: false,
    });
    for (const { _id: id } of left.hits) if (id !== undefined) await deleteDocument(client, index, id);
  }

  /** @returns false if another change came first */
  async function replace(id: string, list: ListDocument, before: Versioned | null): Promise<boolean> {
    const how = before === null ? { op_type: 'create' as const } : before.version;
    try {
      await client.index({ index, id: listId(id), document: list, require_alias: true, ...how });
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw storageError(error);
    }
  }

  function tooManyConflicts(id: string): StorageBusy {
    return new StorageBusy(`too many concurrent changes of the list ${id}`);
  }

  async function known(): Promise<readonly string[]> {
    await refresh();
    const { hits } = await searchAll<ListDocument>(client, {
      index,
      query: { exists: { field: 'list' } },
      sort: [{ list: 'asc' }],
      size: MAX_LISTS,
    });
    return hits.hits.flatMap(({ _source: list }) => (list === undefined ? [] : [list.list]));
  }

  async function namesOf({ generation }: ListDocument, number: number): Promise<readonly string[] | null> {
    const document = await readDocument<NamesDocument>(client, index, namesId(generation, number));
    return document?.names ?? null;
  }

  async function allNames(list: ListDocument): Promise<readonly string[] | null> {
    const names: string[] = [];
    for (const number of list.firsts.keys()) {
      const some = await namesOf(list, number);
      if (some === null) return null;
      for (const name of some) names.push(name);
    }
    return names;
  }

  return {
    index,
    read,
    known,
    namesOf,
    async put({ id, at }, batches) {
      const sorted = await sortedNames(batches);
      requireListable(sorted);
      await sweep(at);
      const names = await writeNames({ id, at }, sorted);
      for (let attempt = 0; attempt < MAX_CONFLICTS; attempt++) {
        const before = await readVersioned(id);
        if (before === null && (await known()).length >= MAX_LISTS) {
          await removeNames(names);
          throw new ListRefused('too many lists');
        }
        const created_at = before?.list.created_at ?? at;
        const list: ListDocument = { list: id, ...names, created_at, changed_at: at };
        if (!(await replace(id, list, before))) continue;
        if (before !== null) await removeNames(before.list);
        return shownList(list);
      }
      await removeNames(names);
      throw tooManyConflicts(id);
    },
    async change({ id, at }, { add, remove, isMade = false }) {
      const changes = { add: await sortedNames(add), remove: await sortedNames(remove) };
      for (let attempt = 0; attempt < MAX_CONFLICTS; attempt++) {
        const before = await readVersioned(id);
        if (before === null && !isMade) return null;
        const own = before === null ? [] : await allNames(before.list);
        if (own === null) continue;
        const changed = await changedNames(own, changes);
        if (before === null && (await known()).length >= MAX_LISTS) throw new ListRefused('too many lists');
        const names = await writeNames({ id, at }, changed);
        const created_at = before?.list.created_at ?? at;
        const list: ListDocument = { list: id, ...names, created_at, changed_at: at };
        if (await replace(id, list, before)) {
          if (before !== null) await removeNames(before.list);
          return shownList(list);
        }
        await removeNames(names);
      }
      throw tooManyConflicts(id);
    },
    async get(id) {
      const list = (await read([id])).get(id);
      return list === undefined ? null : shownList(list);
    },
    async list(page) {
      await refresh();
      return listDocuments<ListDocument, DomainList>(
        client,
        { index, query: { exists: { field: 'list' } }, sort: [{ list: 'asc' }] },
        page,
        ({ list }) => list,
        shownList,
      );
    },
    async names(id, { limit, after = '' }) {
      for (let attempt = 0; attempt < MAX_CONFLICTS; attempt++) {
        const list = (await read([id])).get(id);
        if (list === undefined) return null;
        const names: string[] = [];
        const start = Math.max(
          0,
          list.firsts.findLastIndex((first) => first <= after),
        );
        let isWhole = true;
        for (let number = start; number < list.firsts.length && names.length <= limit; number++) {
          const some = await namesOf(list, number);
          isWhole &&= some !== null;
          names.push(...(some ?? []).filter((name) => name > after).slice(0, limit + 1 - names.length));
        }
        if (isWhole)
          return listed(
            names,
            limit,
            (name) => name,
            (name) => name,
          );
      }
      throw tooManyConflicts(id);
    },
    async delete(id) {
      for (let attempt = 0; attempt < MAX_CONFLICTS; attempt++) {
        const before = await readVersioned(id);
        if (before === null) return false;
        try {
          await client.delete({ index, id: listId(id), ...before.version });
        } catch (error) {
          if (isConflict(error)) continue;
          throw storageError(error);
        }
        await removeNames(before.list);
        return true;
      }
      throw tooManyConflicts(id);
    },
  };
}

function shownList({ list, domains, created_at, changed_at }: ListDocument): DomainList {
  return { id: list, domains, createdAt: created_at, changedAt: changed_at };
}

function listId(id: string): string {
  return `list:${id}`;
}

/** The id of a document of names. */
export function namesId(generation: string, number: number): string {
  return `names:${generation}:${number}`;
}
