import { isWholeScope, type Expression, type RangeScope } from '@sitegrep/search';
import { needlesIn } from './cost.ts';
import { type Key, rarestKey } from './key.ts';
import { LabelTable } from './label-keys.ts';
import { necessityOf } from './necessity.ts';
import { Parts } from './parts.ts';
import type { DecidedSite } from './site.ts';
import type { SiteView } from './site-view.ts';
import { isOfPages, Targets } from './targets.ts';
import { costOfTest } from './tests.ts';

/** A search as it is looked for. */
export interface Entry<Search> {
  readonly search: Search;
  /** It rises with each search that is added. */
  readonly number: number;
  /** Null: it is tested for each site. */
  readonly key: Key | null;
  readonly needsSources: boolean;
  /** Searches are decided in this order, so that slow ones are cut first. */
  readonly cost: number;
}

/** Searches by the literals and labels that they need. */
export class SearchTables<Search extends { readonly where: Expression }> {
  readonly targets = new Targets();
  readonly parts = new Parts((text, kind) => this.targets.targetOf(text, kind));
  /** Scopes of all searches that are ranges of sources. */
  readonly ranged = new Set<RangeScope>();
  readonly #always = new Set<Entry<Search>>();
  /** Number of searches whose key has literals of pages, and the highest number of one, those that are gone included. */
  #keyed = 0;
  #newestKeyed = 0;
  readonly #byTarget = new Map<number, Set<Entry<Search>>>();
  readonly #byLabel = new LabelTable<Entry<Search>>();

  /** Number of searches without a key. */
  get always(): number {
    return this.#always.size;
  }

  entryOf(search: Search, number: number): Entry<Search> {
    const { where } = search;
    const needles = needlesIn(where);
    for (const { scope } of needles) if (!isWholeScope(scope)) this.ranged.add(scope);
    const key = rarestKey(necessityOf(where, this.parts.necessities));
    // Literals that are not in the key tell on which pages what is negated is.
    for (const needle of needles) this.parts.ofLeaf(needle);
    return { search, number, key, needsSources: needles.length > 0, cost: costOfTest(where) };
  }

  put(entry: Entry<Search>): void {
    const { key } = entry;
    if (key === null) this.#always.add(entry);
    if (isKeyedByPages(entry)) {
      this.#keyed++;
      this.#newestKeyed = Math.max(this.#newestKeyed, entry.number);
    }
    for (const target of key?.targets ?? [])
      this.#byTarget.set(target, (this.#byTarget.get(target) ?? new Set()).add(entry));
    for (const label of key?.labels ?? []) this.#byLabel.add(label, entry);
  }

  delete(entry: Entry<Search>): void {
    this.#always.delete(entry);
    if (isKeyedByPages(entry)) this.#keyed--;
    for (const target of entry.key?.targets ?? []) {
      const entries = this.#byTarget.get(target);
      entries?.delete(entry);
      if (entries?.size === 0) this.#byTarget.delete(target);
    }
    for (const label of entry.key?.labels ?? []) this.#byLabel.delete(label, entry);
  }

  /** The searches that may be fulfilled by a site with such labels, those apart that need literals. */
  byLabels(site: DecidedSite, { labels }: SiteView): Set<Entry<Search>> {
    const entries = new Set(this.#always);
    const add = (entry: Entry<Search>): void => void entries.add(entry);
    this.#byLabel.visit(site, labels, add);
    if (site.record !== undefined) this.#byLabel.visitRecord(site.record, add);
    return entries;
  }

  /**
   * The highest number of a search that needs to know which literals pages have; 0: none does.
   *
   * @param candidates those that others than literals make candidates
   */
  newestNeeding(candidates: Iterable<Entry<Search>>): number {
    let newest = this.#keyed > 0 ? this.#newestKeyed : 0;
    for (const { needsSources, number } of candidates) if (needsSources) newest = Math.max(newest, number);
    return newest;
  }

  /** Adds the searches that have one of some literals in their key. */
  addFound(targets: Iterable<number>, entries: Set<Entry<Search>>): void {
    for (const target of targets) for (const entry of this.#byTarget.get(target) ?? []) entries.add(entry);
  }
}

function isKeyedByPages({ key }: Entry<unknown>): boolean {
  return key?.targets.some(isOfPages) ?? false;
}
