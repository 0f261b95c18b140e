// Saved searches in an index of their own. One document has the last change, with the documents of the searches that it changes as they
// are after it: writing it is the change. Whoever reads it writes these documents before relying on any of them, each in the version
// that is the number of the change. So nothing is half changed by a kill, and the number alone says whether a process knows all searches.
import type { Client } from '@elastic/elasticsearch';
import { IndexReplaced, StorageBusy } from '../../../errors.ts';
import type { Bulk } from '../../bulk.ts';
import { IDEMPOTENT } from '../../client.ts';
import { everyHit, foundOf, isConflict, listDocuments, refreshIndex, sourceOf } from '../../documents.ts';
import { asStorageErrors, storageError } from '../../failure.ts';
import type { Listed, PageRequest } from '../../../records.ts';
import type { FillDocument, LastSearchChange, SearchDocument } from '../../records/mappings.ts';
import { type Definitions, NO_DEFINITIONS } from './definitions.ts';

/** Id of the document with the last change. */
export const LAST_CHANGE = 'last';

/** How often in succession other changes may come first. */
const MAX_CONFLICTS = 30;

/** Time for which a deleted search is kept, so that each process that decides learns that it is gone, in milliseconds. */
const MAX_GONE_MS = 86_400_000;

/** Time after which a process reads all searches anew: it may have missed one that is gone. */
const MAX_KNOWN_MS = MAX_GONE_MS / 2;

type Last = LastSearchChange['last_change'];

const NOTHING_CHANGED: Last = { number: 0, decides: 0, searches: [] };

/** A change of searches. */
interface SearchChange {
  /** The documents of the searches that it changes. */
  readonly searches: readonly SearchDocument[];
  /** Whether something is to be decided in another way. */
  readonly decides: boolean;
}

export interface DefinitionStore {
  /** Alias of the index. */
  readonly index: string;
  /**
   * Makes a change in one step.
   *
   * @param make gets the number that the change will have, and the documents of some searches as they are; null: there is nothing to change.
   * It is called again if another change came first
   */
  change<R>(
    names: readonly string[],
    make: (number: number, documents: ReadonlyMap<string, SearchDocument>) => Promise<Made<R>>,
  ): Promise<R>;
  /** All searches, as they are at least by some number of a change. */
  definitions(number?: number): Promise<Definitions>;
  /** The documents of those of some searches that exist. */
  read(names: readonly string[]): Promise<ReadonlyMap<string, SearchDocument>>;
  list(page: PageRequest): Promise<Listed<SearchDocument>>;
  /** How far searches are filled. */
  fills(names: readonly string[]): Promise<ReadonlyMap<string, FillDocument['fill']>>;
  /** Says how far a search is filled, unless another process has come as far. */
  setFill(name: string, fill: FillDocument['fill']): Promise<void>;
  /** Removes what is left of searches that were deleted long ago. */
  sweep(now: number): Promise<void>;
}

interface Made<R> {
  readonly change: SearchChange | null;
  readonly result: R;
}

export function createDefinitionStore(client: Client, index: string, bulk: Bulk): DefinitionStore {
  /** Number of the last change that this process knows to be complete. */
  let completed = 0;
  let known = { definitions: NO_DEFINITIONS, readAt: -Infinity };
  let loading: Promise<Definitions> | null = null;

  /** The last change, whose documents are written. */
  async function settled(): Promise<{ readonly last: Last; readonly guard: Guard }> {
    const found = await asStorageErrors(
      client.get<LastSearchChange>({ index, id: LAST_CHANGE }, { ...IDEMPOTENT, ignore: [404] }),
    );
    const { _source: source, _seq_no: seq, _primary_term: term } = found;
    if (source === undefined || seq === undefined || term === undefined)
      return { last: NOTHING_CHANGED, guard: { op_type: 'create' } };
    await complete(source.last_change);
    return { last: source.last_change, guard: { if_seq_no: seq, if_primary_term: term } };
  }

  async function complete({ number, searches }: Last): Promise<void> {
    if (number <= completed) return;
    const outcomes = await bulk.write(
      searches.map((search) => ({
        id: searchId(search.search),
        version: number,
        body: Buffer.from(JSON.stringify(search)),
      })),
    );
    // Another version of the program has put another index in its place.
    if (outcomes.includes('replaced'))
      throw new IndexReplaced(
        `${index} takes no writes any more: run the version of sitegrep that migrated it`,
      );
    completed = Math.max(completed, number);
  }

  async function read(names: readonly string[]): Promise<ReadonlyMap<string, SearchDocument>> {
    const found = new Map<string, SearchDocument>();
    if (names.length === 0) return found;
    const { docs } = await asStorageErrors(
      client.mget<SearchDocument>({ index, ids: names.map(searchId) }, IDEMPOTENT),
    );
    for (const doc of docs) {
      const document = foundOf(doc)._source;
      if (document?.stands === true) found.set(document.search, document);
    }
    return found;
  }

  async function load(): Promise<Definitions> {
    const { last } = await settled();
    const isOld = performance.now() > known.readAt + MAX_KNOWN_MS;
    const { definitions } = isOld ? { definitions: NO_DEFINITIONS } : known;
    if (last.decides <= definitions.number) return definitions;
    await refreshIndex(client, index);
    const changed: SearchDocument[] = [];
    const request = {
      index,
      query: { range: { since: { gt: definitions.number } } },
      sort: [{ search: 'asc' as const }],
    };
    for await (const hit of everyHit<SearchDocument>(client, request)) changed.push(sourceOf(hit));
    known = {
      definitions: definitions.after(last.decides, changed),
      readAt: isOld ? performance.now() : known.readAt,
    };
    return known.definitions;
  }

  return {
    index,
    async change(names, make) {
      for (let attempt = 0; attempt < MAX_CONFLICTS; attempt++) {
        const { last, guard } = await settled();
        const number = last.number + 1;
        const { change, result } = await make(number, await read(names));
        if (change === null) return result;
        const { searches, decides } = change;
        const next: Last = { number, decides: decides ? number : last.decides, searches };
        const document: LastSearchChange = { last_change: next };
        try {
          await client.index({ index, id: LAST_CHANGE, document, require_alias: true, ...guard });
        } catch (error) {
          if (isConflict(error)) continue;
          throw storageError(error);
        }
        await complete(next);
        return result;
      }
      throw new StorageBusy('too many concurrent changes of saved searches');
    },
    async definitions(number) {
      const { definitions } = known;
      if (number !== undefined && number <= definitions.number) return definitions;
      loading ??= load().finally(() => {
        loading = null;
      });
      const loaded = await loading;
      // What was being read may have begun before that change.
      return number !== undefined && loaded.number < number ? await load() : loaded;
    },
    read: async (names) => {
      await settled();
      return await read(names);
    },
    async list(page) {
      await settled();
      await refreshIndex(client, index);
      return await listDocuments<SearchDocument, SearchDocument>(
        client,
        { index, query: { term: { stands: true } }, sort: [{ search: 'asc' }] },
        page,
        ({ search }) => search,
        (document) => document,
      );
    },
    async fills(names) {
      const found = new Map<string, FillDocument['fill']>();
      if (names.length === 0) return found;
      const { docs } = await asStorageErrors(
        client.mget<FillDocument>({ index, ids: names.map(fillId) }, IDEMPOTENT),
      );
      for (const [number, doc] of docs.entries()) {
        const fill = foundOf(doc)._source?.fill;
        const name = names[number];
        if (fill !== undefined && name !== undefined) found.set(name, fill);
      }
      return found;
    },
    async setFill(name, fill) {
      const params = { since: fill.since, after: fill.after, is_done: fill.is_done };
      await asStorageErrors(
        client.update<FillDocument>(
          {
            index,
            id: fillId(name),
            require_alias: true,
            retry_on_conflict: MAX_CONFLICTS,
            script: { source: FARTHER, params },
            upsert: { fill },
          },
          IDEMPOTENT,
        ),
      );
    },
    async sweep(now) {
      const query = {
        bool: { filter: [{ term: { stands: false } }, { range: { changed_at: { lt: now - MAX_GONE_MS } } }] },
      };
      await asStorageErrors(
        client.deleteByQuery({ index, query, conflicts: 'proceed', refresh: true }, IDEMPOTENT),
      );
    },
  };
}

/** Keeps what is farther: a step of an earlier state of the search, or one that another process has passed, changes nothing. */
const FARTHER = `
  def fill = ctx._source.fill;
  boolean isOlder = fill.since > params.since;
  boolean isPassed = fill.since == params.since && (fill.is_done || fill.after.compareTo(params.after) > 0 && !params.is_done);
  if (isOlder || isPassed) { ctx.op = 'none' } else {
    ctx._source.fill = ['since': params.since, 'after': params.after, 'is_done': params.is_done];
  }`;

type Guard =
  { readonly if_seq_no: number; readonly if_primary_term: number } | { readonly op_type: 'create' };

function searchId(name: string): string {
  return `search:${name}`;
}

function fillId(name: string): string {
  return `fill:${name}`;
}
