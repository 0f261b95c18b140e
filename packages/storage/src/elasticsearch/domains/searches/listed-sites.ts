import { LRUCache } from 'lru-cache';
import { StorageBusy } from '../../../errors.ts';
import type { ListDocument } from '../../records/mappings.ts';
import { type ClusterLists, namesId } from '../lists.ts';
import type { Definitions } from './definitions.ts';

/** Documents of names that are kept: some 2,000,000 names. */
const MAX_KEPT = 40;

/** Lists whose documents are kept. */
const MAX_KNOWN = 1_000;

/** How often in succession a list may change while a name is looked for in it. */
const ATTEMPTS = 20;

/** Tells in which lists sites are that saved searches name. */
export class ListedSites {
  readonly #lists: ClusterLists;
  /** Sets of names by the ids of their documents, which never change. */
  readonly #names = new LRUCache<string, ReadonlySet<string>>({ max: MAX_KEPT });
  /** Documents of lists by name, as they were when searches of a number were read: a change of a list is one of searches. */
  readonly #known = new LRUCache<string, { readonly number: number; readonly list: ListDocument | null }>({
    max: MAX_KNOWN,
  });

  constructor(lists: ClusterLists) {
    this.#lists = lists;
  }

  /** Those of some lists that a domain is in. */
  async of(domain: string, names: Iterable<string>, { number }: Definitions): Promise<readonly string[]> {
    const found: string[] = [];
    for (const name of names) if (await this.#has(name, domain, number)) found.push(name);
    return found;
  }

  async #has(name: string, domain: string, number: number): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const list = await this.#list(name, number, attempt > 0);
      const at = list?.firsts.findLastIndex((first) => first <= domain) ?? -1;
      if (list === null || at < 0) return false;
      const id = namesId(list.generation, at);
      const known = this.#names.get(id);
      if (known !== undefined) return known.has(domain);
      const names = await this.#lists.namesOf(list, at);
      if (names === null) continue;
      const set = new Set(names);
      this.#names.set(id, set);
      return set.has(domain);
    }
    throw new StorageBusy(`the list ${name} is changed again and again`);
  }

  async #list(name: string, number: number, anew: boolean): Promise<ListDocument | null> {
    const known = this.#known.get(name);
    if (known !== undefined && known.number >= number && !anew) return known.list;
    const list = (await this.#lists.read([name])).get(name) ?? null;
    this.#known.set(name, { number, list });
    return list;
  }
}
