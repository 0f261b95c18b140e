import {
  compileSearches,
  type DecidedSite,
  type Decider,
  type Decision,
  type Refusal,
} from '@sitegrep/deciding';
import { type Expression, isOnChanges, partsOf } from '@sitegrep/search';
import type { ChangeRecord } from '@sitegrep/site';
import { listsIn } from '../lists/domain-lists.ts';
import type { SavedSearch } from './saved-searches.ts';

/** A search as far as it is decided. */
export interface DecidableSearch extends Pick<SavedSearch, 'id' | 'level' | 'where'> {
  /** See `SavedSearch` of package deciding. */
  readonly number?: number;
}

/** A search of domains or pages, which a site fulfils or does not. */
type StandingSearch = DecidableSearch & { readonly level: 'domain' | 'page' };

/**
 * - `all`: those of domains and pages
 * - `ranked`: those of them that name ranks, which change without a put
 * - `changing`: those of them that are about changes, which a visit may leave that finds the document as it is
 */
export type DeciderName = 'all' | 'ranked' | 'changing';

/** A record that fulfils a search of changes. */
export interface FulfillingRecord {
  readonly id: string;
  readonly record: ChangeRecord;
}

/** A decider of some of the searches. */
interface DeciderPart {
  readonly decider: Decider;
  readonly ids: ReadonlySet<string>;
}

/** Saved searches, ready to be decided. */
export class SearchDeciders {
  readonly #searches = new Map<string, DecidableSearch>();
  readonly #all = compileSearches([]);
  /** Those of changes. They may be broad: a record is decided much less often than a site. */
  readonly #ofRecords = compileSearches([], { takesBroad: true });
  /** Deciders of some of the searches, made when they are needed. */
  #parts = new Map<DeciderName, DeciderPart>();
  #lists: ReadonlySet<string> | null = null;

  constructor(searches: Iterable<DecidableSearch>) {
    for (const search of searches) this.put(search);
  }

  get size(): number {
    return this.#searches.size;
  }

  /** The lists of domains that searches name. */
  get lists(): ReadonlySet<string> {
    this.#lists ??= new Set(this.#searches.values().flatMap(({ where }) => listsIn(where)));
    return this.#lists;
  }

  /** Why a search cannot be added, or put in place of the one of its id; null: it can. */
  refusalOf(search: DecidableSearch): Refusal | null {
    return isStanding(search) ? this.#all.refusalOf(search) : refusalOfChanges(search.where);
  }

  /** Adds a search, in place of one of the same id. @throws RangeError if that is refused */
  put(search: DecidableSearch): void {
    const { id, where } = search;
    if (isStanding(search)) {
      this.#all.add(search);
      this.#ofRecords.remove(id);
    } else {
      this.#ofRecords.add({ id, level: 'domain', where });
      this.#all.remove(id);
    }
    this.#searches.set(search.id, search);
    this.#forgetParts();
  }

  remove(id: string): void {
    this.#searches.delete(id);
    this.#all.remove(id);
    this.#ofRecords.remove(id);
    this.#forgetParts();
  }

  #forgetParts(): void {
    this.#parts = new Map();
    this.#lists = null;
  }

  /** Number of searches that a decider has. */
  sizeOf(name: DeciderName): number {
    return name === 'all' ? this.#all.size : this.#partOf(name).ids.size;
  }

  /** Tells whether a decider has a search. */
  isIn(name: DeciderName, id: string): boolean {
    return name === 'all' ? this.#searches.get(id)?.level !== 'change' : this.#partOf(name).ids.has(id);
  }

  decide(name: DeciderName, site: DecidedSite): Decision {
    return name === 'all' ? this.#all.decide(site) : this.#partOf(name).decider.decide(site);
  }

  #partOf(name: Exclude<DeciderName, 'all'>): DeciderPart {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const names = name === 'ranked' ? namesRank : isOnChanges;
    const some = this.#searches
      .values()
      .filter(isStanding)
      .filter(({ where }) => names(where))
      .toArray();
    const part = { decider: compileSearches(some), ids: new Set(some.map(({ id }) => id)) };
    this.#parts.set(name, part);
    return part;
  }

  /** The searches of changes that records of a domain fulfil, and ids of those about which nothing is known. */
  recorded(
    site: () => DecidedSite,
    records: readonly ChangeRecord[],
  ): { readonly fulfilling: readonly FulfillingRecord[]; readonly undecided: readonly string[] } {
    const fulfilling: FulfillingRecord[] = [];
    const undecided = new Set<string>();
    if (this.#ofRecords.size > 0 && records.length > 0) {
      const changed = site();
      for (const record of records) {
        const decision = this.#ofRecords.decide({ ...changed, record });
        for (const { id } of decision.fulfilled) fulfilling.push({ id, record });
        for (const id of decision.undecided) undecided.add(id);
      }
    }
    return { fulfilling, undecided: [...undecided] };
  }
}

function isStanding(search: DecidableSearch): search is StandingSearch {
  return search.level !== 'change';
}

/** Tells whether an expression is about ranks as they are now. */
export function namesRank(where: Expression): boolean {
  return Iterator.from(partsOf(where)).some(
    (part) => part.kind === 'condition' && part.condition.field === 'rank',
  );
}

/** Why a search of changes cannot be decided; null: it can. Texts are looked for only where a change is one that it names. */
function refusalOfChanges(where: Expression): Refusal | null {
  const isNarrow = Iterator.from(partsOf(where)).some((part) => part.kind === 'change_label');
  const hasTexts = Iterator.from(partsOf(where)).some(
    ({ kind }) => kind === 'text' || kind === 'pattern' || kind === 'near',
  );
  if (isNarrow || !hasTexts) return null;
  return {
    problem: 'would read all pages of every site that has changed in whatever way',
    remedy: 'add what a change added or removed, for instance added:tech:Shopify',
  };
}
