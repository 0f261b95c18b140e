import type { RangeScope, Scope } from '@sitegrep/search';
import type { Labels } from '@sitegrep/site';
import { type PageText, wordsOf } from '@sitegrep/texts';
import { type Necessity, TEXT_KINDS } from './necessity.ts';
import type { DecidedSite, PageHits } from './site.ts';
import { SiteTexts } from './site-texts.ts';
import { isOfPages, type Targets } from './targets.ts';
import type { WorkLeft } from './work.ts';

const PAGE_KINDS = TEXT_KINDS.filter((kind) => kind !== 'words');

/** Units of work of keeping that a page has a literal: far less than looking for a text. */
const HIT = 1 / 16;
/** Those of a comparison of a literal with a place of a text. */
const COMPARISON = 1 / 128;
/** Those of a test of a page, apart from looks at its texts. */
const TEST = 1 / 64;

/** A condition on the site as a whole, which is tested once. */
export interface SitePart {
  readonly number: number;
  readonly test: (view: SiteView) => boolean;
}

/** A condition on one page. */
export interface PagePart {
  readonly number: number;
  /** Literals without which no page has it. */
  readonly necessity: Necessity;
  readonly test: (view: SiteView, page: number) => boolean;
}

interface ViewParts {
  readonly targets: Targets;
  /** Scopes of all searches that are ranges of sources. */
  readonly ranged: ReadonlySet<RangeScope>;
  readonly work: WorkLeft;
}

/** A site while searches are decided about it: what is found out serves all of them. */
export class SiteView {
  readonly site: DecidedSite;
  readonly labels: Labels;
  readonly work: WorkLeft;
  readonly #targets: Targets;
  /** Pages that have a target, ascending; of a target in texts of the domain, none in particular. */
  readonly #hits = new Map<number, number[]>();
  readonly #texts: SiteTexts;
  readonly #siteParts = new Map<number, boolean>();
  readonly #firstPages = new Map<number, number>();
  /** Results of looks at pages, by the number of the part and the page. */
  readonly #looks = new Map<number, boolean>();
  /** The literals of each page, by those that it came with, or that were found. */
  readonly hits: (PageHits | null)[];
  #words: readonly string[] | null = null;

  constructor(site: DecidedSite, { targets, ranged, work }: ViewParts) {
    this.site = site;
    this.work = work;
    this.#targets = targets;
    this.#texts = new SiteTexts(site, ranged, work);
    this.hits = site.pages.map(({ hits }) => hits ?? null);
    const { labels, firstVisit } = site;
    const first = firstVisit === null ? [] : [new Date(firstVisit).toISOString().slice(0, 10)];
    this.labels = { ...labels, first_visited: first };
  }

  /** The texts in which keywords are sought, folded. */
  get words(): readonly string[] {
    this.#words ??= wordsOf(this.site.facts);
    return this.#words;
  }

  readonly #onCompared = (count: number): void => this.work.do(count * COMPARISON);

  /** Looks for all literals in the words of the domain. */
  scanWords(): void {
    if (!this.#targets.hasAny('words')) return;
    const text = this.words.join('\n');
    this.#targets.scan(text, 'words', (target) => this.#hits.set(target, []), this.#onCompared);
  }

  /**
   * Looks for all literals in the pages of which they are not known up to the search of a number.
   *
   * @param newest the highest number of a search
   * @throws OutOfWork
   */
  scanPages(needed: number, newest: number): void {
    const kinds = PAGE_KINDS.filter((kind) => this.#targets.hasAny(kind));
    for (const [page, known] of this.hits.entries()) {
      if (known === null || known.through < needed)
        this.hits[page] = { through: newest, literals: this.#scan(page, kinds) };
      else
        for (const id of known.literals) {
          const target = this.#targets.byId(id);
          if (target !== undefined) this.#addHit(target, page);
        }
    }
  }

  /** @returns ids of the literals that a page has */
  #scan(page: number, kinds: typeof PAGE_KINDS): Float64Array {
    const ids: number[] = [];
    const onTarget = (target: number): void => {
      ids.push(this.#targets.idOf(target));
      this.#addHit(target, page);
    };
    for (const kind of kinds) {
      const text = this.text(page, kind);
      if (text !== '') this.#targets.scan(text, kind, onTarget, this.#onCompared);
    }
    return Float64Array.from(ids);
  }

  #addHit(target: number, page: number): void {
    const pages = this.#hits.get(target);
    if (pages === undefined) this.#hits.set(target, [page]);
    else pages.push(page);
    this.work.do(HIT);
  }

  /** All targets that were found. */
  get found(): Iterable<number> {
    return this.#hits.keys();
  }

  /** A text of a page. */
  text(page: number, scope: Scope): string {
    return this.page(page).text(scope);
  }

  /** The texts of a page; reading one may throw OutOfWork. */
  page(number: number): PageText {
    return this.#texts.page(number);
  }

  /** Tells whether the site fulfils a condition. */
  fulfils({ number, test }: SitePart): boolean {
    const known = this.#siteParts.get(number);
    if (known !== undefined) return known;
    const isFulfilled = test(this);
    this.#siteParts.set(number, isFulfilled);
    return isFulfilled;
  }

  /** The result of a look at a page for a part, which is work and is done once. */
  once({ number }: Pick<PagePart, 'number'>, page: number, look: () => boolean): boolean {
    const key = number * this.site.pages.length + page;
    const known = this.#looks.get(key);
    if (known !== undefined) return known;
    const has = look();
    this.#looks.set(key, has);
    return has;
  }

  /** The first page that has a part; -1: none has. */
  firstPage(part: PagePart): number {
    const known = this.#firstPages.get(part.number);
    if (known !== undefined) return known;
    let first = -1;
    for (const page of this.pagesWith(part)) {
      first = page;
      break;
    }
    this.#firstPages.set(part.number, first);
    return first;
  }

  /** The pages that have a part, ascending. @throws OutOfWork */
  *pagesWith(part: PagePart): Generator<number> {
    for (const page of this.#pagesWith(part.necessity) ?? this.site.pages.keys()) {
      this.work.do(TEST);
      if (part.test(this, page)) yield page;
    }
  }

  /** Tells whether a page has a necessity, as far as literals tell. */
  isOn(necessity: Necessity, page: number): boolean {
    switch (necessity.kind) {
      case 'nothing known':
      case 'labels':
        return true;
      case 'literal': {
        const { target } = necessity.literal;
        return !isOfPages(target) || isIn(this.#hits.get(target), page);
      }
      case 'any':
        return necessity.of.some((one) => this.isOn(one, page));
      case 'all':
        return necessity.of.every((one) => this.isOn(one, page));
    }
  }

  /** The pages that have a necessity, ascending; null: perhaps all. */
  #pagesWith(necessity: Necessity): readonly number[] | null {
    switch (necessity.kind) {
      case 'nothing known':
      case 'labels':
        return null;
      case 'literal': {
        const { target } = necessity.literal;
        return isOfPages(target) ? (this.#hits.get(target) ?? []) : null;
      }
      case 'any': {
        const lists = necessity.of.map((one) => this.#pagesWith(one));
        const known = lists.filter((list) => list !== null);
        if (known.length < lists.length) return null;
        const some = known.filter(({ length }) => length > 0);
        return some.length <= 1 ? (some[0] ?? []) : [...new Set(some.flat())].sort((a, b) => a - b);
      }
      case 'all': {
        let pages: readonly number[] | null = null;
        for (const one of necessity.of) {
          const list = this.#pagesWith(one);
          if (list === null) continue;
          if (list.length === 0) return list;
          if (pages === null) pages = list;
          else {
            const others = new Set(list);
            pages = pages.filter((page) => others.has(page));
          }
        }
        return pages;
      }
    }
  }
}

/** @param pages ascending */
function isIn(pages: readonly number[] | undefined, page: number): boolean {
  if (pages === undefined) return false;
  let [low, high] = [0, pages.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pages[middle] ?? 0) < page) low = middle + 1;
    else high = middle;
  }
  return pages[low] === page;
}
