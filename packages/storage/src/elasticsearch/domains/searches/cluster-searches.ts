// Saved searches of a cluster.
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@elastic/elasticsearch';
import { canonicalText } from '@sitegrep/search';
import {
  changedMeanwhile,
  MAX_SEARCHES,
  MAX_STANDINGS,
  namesAnother,
  type NewSearch,
  type SavedSearch,
  type SavedSearches,
  SearchRefused,
  tooManySearches,
} from '../../../searches/saved-searches.ts';
import { namesRank } from '../../../searches/search-deciders.ts';
import { listsIn, UnknownList } from '../../../lists/domain-lists.ts';
import { refreshIndex, searchAll, totalOf } from '../../documents.ts';
import type { FillDocument, SearchDocument } from '../../records/mappings.ts';
import type { ServedIndex } from '../../versioned-index.ts';
import type { ClusterLists } from '../lists.ts';
import type { Packer } from '../packer.ts';
import type { NumberRecords } from '../recorded.ts';
import type { DefinitionStore } from './definition-store.ts';
import { type Definition, tokenOf } from './definitions.ts';
import { dropEvents, readEvents, removeEventsOf } from './events.ts';
import { type FillParts, fillSearch } from './fill.ts';
import type { FilledSearches } from './filled-searches.ts';
import { fulfilling } from './saved-query.ts';
import { readStandings } from './standings.ts';

export interface ClusterSearches extends SavedSearches {
  /** Decides searches anew whose lists were changed. */
  listsChanged(): Promise<void>;
  /** Decides searches anew that name ranks. */
  ranksChanged(): Promise<void>;
}

interface SearchParts {
  readonly client: Client;
  readonly index: ServedIndex;
  readonly store: DefinitionStore;
  readonly lists: ClusterLists;
  readonly packer: Pick<Packer, 'refusalOf'>;
  readonly filled: FilledSearches;
  readonly numberEvents: NumberRecords;
  readonly fill: FillParts;
}

/** Searches whose documents are changed or read together. */
const SEARCHES_AT_A_TIME = 500;

export function createClusterSearches(parts: SearchParts): ClusterSearches {
  const { client, index, store, lists, packer, filled, numberEvents } = parts;

  async function shown(documents: readonly SearchDocument[]): Promise<readonly SavedSearch[]> {
    const fills = await store.fills(documents.map(({ search }) => search));
    return documents.map((document) => savedSearch(document, fills.get(document.search)));
  }

  async function generationsOf(names: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const found = await lists.read(names);
    return Object.fromEntries(Array.from(found, ([name, { generation }]) => [name, generation]));
  }

  /** @throws SearchRefused, UnknownList */
  async function requireDecidable({ id, level, where }: NewSearch): Promise<void> {
    const named = listsIn(where, 'saved');
    if (named.length > 0) throw namesAnother(named);
    const names = listsIn(where);
    const found = await lists.read(names);
    const unknown = names.find((name) => !found.has(name));
    if (unknown !== undefined) throw new UnknownList(unknown, await lists.known());
    const searches = await store.definitions();
    const others = [...searches.all].filter((one) => one.id !== id);
    if (others.length >= MAX_SEARCHES) throw tooManySearches();
    const born = searches.byBorn.values().find((one) => one.id === id)?.born ?? 0;
    const refusal = await packer.refusalOf(searches, { id: String(born), level, where });
    if (refusal !== null) throw new SearchRefused('too broad', refusal.problem, refusal.remedy);
  }

  /** Says that searches are to be decided anew. @param isMeant tells of each of them whether it still is */
  async function touch(
    names: readonly string[],
    isMeant: (document: SearchDocument, generations: Readonly<Record<string, string>>) => boolean,
  ): Promise<void> {
    for (let at = 0; at < names.length; at += SEARCHES_AT_A_TIME) {
      await store.change(names.slice(at, at + SEARCHES_AT_A_TIME), async (number, documents) => {
        const named = new Set([...documents.values()].flatMap((one) => listsIn(one.search_body.where)));
        const generations = await generationsOf([...named]);
        const searches = [...documents.values()].flatMap((document) => {
          if (!isMeant(document, generations)) return [];
          const { search_body: body } = document;
          const own = pickedFrom(generations, listsIn(body.where));
          return [{ ...document, since: number, search_body: { ...body, lists: own } }];
        });
        return { change: searches.length === 0 ? null : { searches, decides: true }, result: null };
      });
    }
  }

  async function namesOf(isMeant: (definition: Definition) => boolean): Promise<readonly string[]> {
    return [...(await store.definitions()).all].filter(isMeant).map(({ id }) => id);
  }

  async function listsChanged(): Promise<void> {
    const names = await namesOf((one) => one.lists.length > 0);
    await touch(
      names,
      ({ search_body: { where, lists: known } }, generations) =>
        !isDeepStrictEqual(pickedFrom(generations, listsIn(where)), known),
    );
  }

  return {
    listsChanged,
    async ranksChanged() {
      const names = await namesOf(({ level, where }) => level !== 'change' && namesRank(where));
      await touch(names, () => true);
    },
    async put(search, over) {
      const { id, level, where, definition, at } = search;
      const named = await generationsOf(listsIn(where));
      let isChecked = false;
      const document = await store.change([id], async (number, documents) => {
        const before = documents.get(id) ?? null;
        const changed = changedMeanwhile(before === null ? null : savedSearch(before, undefined), over);
        if (changed !== null) throw changed;
        const isSame =
          before !== null &&
          before.search_body.level === level &&
          canonicalText(before.search_body.where) === canonicalText(where);
        if (!isSame && !isChecked) await requireDecidable(search);
        isChecked = true;
        const made: SearchDocument = {
          search: id,
          stands: true,
          since: isSame ? before.since : number,
          changed_at: at,
          search_body: {
            born: before?.search_body.born ?? number,
            matches: isSame ? before.search_body.matches : number,
            level,
            where,
            definition,
            generation: (before?.search_body.generation ?? 0) + (isSame ? 0 : 1),
            createdAt: before?.search_body.createdAt ?? at,
            lists: isSame ? before.search_body.lists : named,
          },
        };
        return { change: { searches: [made], decides: !isSame }, result: made };
      });
      const [saved] = await shown([document]);
      if (saved === undefined) throw new TypeError('a document is a search');
      return saved;
    },
    async get(id) {
      const [saved = null] = await shown([...(await store.read([id])).values()]);
      return saved;
    },
    async list(page) {
      const { items, ...rest } = await store.list(page);
      return { ...rest, items: await shown(items) };
    },
    async delete(id) {
      const born = await store.change([id], async (number, documents) => {
        const document = documents.get(id);
        if (document === undefined) return { change: null, result: null };
        const gone = { ...document, stands: false, since: number, changed_at: Date.now() };
        return { change: { searches: [gone], decides: true }, result: document.search_body.born };
      });
      if (born === null) return false;
      await removeEventsOf(client, index.alias, { born });
      return true;
    },
    async fill({ signal } = {}) {
      try {
        await fillAll(signal);
      } catch (error) {
        // A request that it ended says so in words of its own.
        signal?.throwIfAborted();
        throw error;
      }
    },
    async count(id) {
      const document = (await store.read([id])).get(id);
      if (document === undefined) return null;
      const { matches, level } = document.search_body;
      if (level === 'change') return 0;
      const answer = await searchAll(client, {
        index: index.alias,
        query: { bool: { filter: [{ term: { live: true } }, fulfilling([tokenOf({ matches })])] } },
        size: 0,
        track_total_hits: true,
      });
      return totalOf(answer);
    },
    async standings(ids, since) {
      if (ids.length > MAX_STANDINGS) throw new RangeError(`${ids.length} searches are too many at a time`);
      const documents = await store.read(ids);
      return await readStandings(
        { client, alias: index.alias, numberEvents },
        [...documents.values()],
        since,
      );
    },
    async events(request) {
      return await readEvents(
        { client, alias: index.alias, numberEvents },
        await store.definitions(),
        request,
      );
    },
  };

  async function fillAll(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    await listsChanged();
    for (;;) {
      const searches = await store.definitions();
      const left = filled.unknown(searches);
      if (left.length === 0) break;
      // What was written before a search was saved is found, see current-decisions.ts.
      await refreshIndex(client, index.alias);
      for (const definition of left) {
        await fillSearch(parts.fill, searches, definition, signal);
        filled.note(definition);
      }
    }
    const searches = await store.definitions();
    const now = Date.now();
    await dropEvents({ client, alias: index.alias, numberEvents }, searches, now);
    await store.sweep(now);
  }
}

function savedSearch(document: SearchDocument, fill: FillDocument['fill'] | undefined): SavedSearch {
  const { search: id, since, changed_at: changedAt, search_body: body } = document;
  const { level, where, definition, generation, createdAt } = body;
  const isFilled = level === 'change' || (fill?.since === since && fill.is_done);
  return { id, level, where, definition, createdAt, changedAt, generation, filled: isFilled };
}

function pickedFrom(
  generations: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => (generations[name] === undefined ? [] : [[name, generations[name]]])),
  );
}
