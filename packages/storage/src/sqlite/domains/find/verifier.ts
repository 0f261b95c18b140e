import { type Expression, type Level, LEVELS, necessaryFor } from '@sitegrep/search';
import { QueryTooBroad } from '../../../query-too-broad.ts';
import { noteProgress, type SharedProgress } from '../../../search-progress.ts';
import {
  decidedPartsOf,
  type DocumentView,
  type LeafSearch,
  leavesOf,
  type PageLeaf,
  type PageText,
  requireBoundedCandidates,
  searchForLeaves,
  testOf,
} from '@sitegrep/texts';
import type { Look, LookedPage } from '../look.ts';
import { valueAt } from '../order/chunk.ts';
import type { DomainRow, RowReader } from '../rows.ts';
import { includes, type Matches, type Sites } from '../sites.ts';
import { type TextMatcher, UNIT } from '../text-matches.ts';
import type { DecidedFinder } from './decided.ts';
import { KeptDecisions, type LeafDecisions } from './kept-decisions.ts';
import type { PagesByDomain, PageSets } from './page-sets.ts';

export interface VerifierParts {
  readonly rows: RowReader;
  readonly pages: { page(row: DomainRow, number: number): LookedPage };
  readonly sites: Sites;
  readonly matcher: TextMatcher;
  readonly pageSets: PageSets;
  readonly decided: DecidedFinder;
  /** Called before each item, may throw. */
  readonly checkpoint: () => void;
}

/** Looks at the sources of candidates for what the index does not decide. */
export interface Verifier {
  /**
   * Revisions of the domains that match; at a level by page, numbers of the pages, or of the versions, that match.
   *
   * @param candidates of the level
   * @throws QueryTooBroad if it takes longer; what was decided is kept for the next search. WorkTooLarge before anything is read
   */
  matching(where: Expression, level: Level, candidates: Matches, verification: Verification): Matches;
}

/** How sources are looked at. */
export interface Verification {
  readonly limits: VerifierLimits;
  /** Gets the pages of what matches while they are unpacked. */
  readonly look: Look;
}

/** Bounds of looking at sources; may be Infinity. */
interface VerifierLimits {
  /** Maximum time, in milliseconds. */
  readonly budgetMs: number;
  /** Maximum work, in units of `WorkPart`. */
  readonly maxWork: number;
  /** See `Limits`. */
  readonly progress: SharedProgress | null;
}

/** Items that were verified between two looks at the clock, unless a page of one was read. */
const ITEMS_AT_A_TIME = 16;

export function openVerifier(parts: VerifierParts): Verifier {
  const kept = new KeptDecisions();
  const { sites, matcher, checkpoint } = parts;

  return {
    matching(where, level, candidates, { limits: { budgetMs, maxWork, progress }, look }) {
      const { isByPage } = LEVELS[level];
      const leaves = leavesOf(where, UNIT);
      const test = testOf(where, UNIT, level);
      const began = performance.now();
      return kept.use([...new Set(leaves.values())], (byText) => {
        const decisions = new Map<PageLeaf, LeafDecisions>();
        for (const [leaf, text] of leaves) {
          const own = byText.get(text);
          if (own !== undefined) decisions.set(leaf, own);
        }
        const candidatePages = new CandidatePages(parts, level, isByPage ? null : candidates);
        const undecided = (): number => {
          const isOpen = (item: number): boolean =>
            Iterator.from(decisions).every(([leaf, known]) => {
              const pages = isByPage ? [item] : candidatePages.ofDomain(leaf, sites.idOf(item));
              return isUndecided(known, pages);
            });
          return candidates.reduce((count, item) => count + (isOpen(item) ? 1 : 0), 0);
        };
        requireBoundedCandidates(leaves.keys(), { total: candidates.length, undecided }, maxWork);
        let done = 0;
        const requireTime = (): void => {
          if (progress !== null) noteProgress(progress, candidates.length, done);
          if (performance.now() - began > budgetMs) throw new QueryTooBroad(candidates.length, done);
        };
        const fulfilling = new Map(
          decidedPartsOf(where, level, UNIT).map(({ part, at }) => [
            part,
            at === level ? fulfillingAt(parts.decided, level, part, candidates) : candidatePages.ofPart(part),
          ]),
        );
        const search = searchForLeaves(leaves.keys(), look.searches);
        const view = { fulfilling, decisions, search, look, candidatePages, beforeRead: requireTime };
        const owners = isByPage ? matcher.domainsOf(candidates) : null;
        const found: number[] = [];
        for (; done < candidates.length; done++) {
          checkpoint();
          if (done % ITEMS_AT_A_TIME === 0) requireTime();
          const item = valueAt(candidates, done);
          const id = owners === null ? sites.idOf(item) : valueAt(owners, done);
          const document = new StoredView(parts, id, item, view);
          const isMatch = isByPage ? test.isMatchOn(document, item) : test.isMatch(document);
          if (!isMatch) continue;
          found.push(item);
          document.show();
        }
        if (progress !== null) noteProgress(progress, candidates.length, done);
        return Float64Array.from(found);
      });
    },
  };
}

/** Tells whether sources have to be read to find out if any of some pages has a leaf. */
function isUndecided(known: LeafDecisions, pages: Iterable<number>): boolean {
  let undecided = false;
  for (const page of pages) {
    const has = known.get(page);
    if (has === true) return false;
    undecided ||= has === null;
  }
  return undecided;
}

/** The items of a level that fulfil a part, among some. */
function fulfillingAt(decided: DecidedFinder, level: Level, part: Expression, among: Matches): Matches {
  return LEVELS[level].isByPage ? decided.pages(part, among) : decided.domains(part, among);
}

/** Pages that may fulfil parts of an expression, as far as the index tells; each is found when it is asked for first. */
class CandidatePages {
  readonly #parts: VerifierParts;
  readonly #level: 'page' | 'version';
  readonly #domains: Matches | null;
  readonly #known = new Map<Expression, Matches>();
  readonly #grouped = new Map<Expression, PagesByDomain>();

  /** @param domains whose pages are asked for; null: all */
  constructor(parts: VerifierParts, level: Level, domains: Matches | null) {
    this.#parts = parts;
    this.#level = level === 'version' ? level : 'page';
    this.#domains = domains;
  }

  /** Numbers of the pages that may fulfil a part. */
  ofPart(part: Expression): Matches {
    const known = this.#known.get(part);
    if (known !== undefined) return known;
    const { candidates } = necessaryFor(part, this.#level, UNIT);
    const { decided, pageSets } = this.#parts;
    const isAll = candidates.kind === 'constant' && candidates.value;
    const pages =
      isAll && this.#domains !== null
        ? pageSets.ofDomains(this.#domains, null)
        : decided.pages(candidates, null);
    this.#known.set(part, pages);
    return pages;
  }

  /** The pages of a domain that may fulfil a part. @param id of the domain */
  ofDomain(part: Expression, id: number): Matches {
    const grouped = this.#grouped.get(part) ?? this.#parts.pageSets.grouped(this.ofPart(part));
    this.#grouped.set(part, grouped);
    return grouped.of(id);
  }
}

interface ViewParts {
  readonly fulfilling: ReadonlyMap<Expression, Matches>;
  readonly decisions: ReadonlyMap<PageLeaf, LeafDecisions>;
  readonly search: LeafSearch;
  readonly look: Look;
  readonly candidatePages: CandidatePages;
  /** Called before a page is read, may throw. */
  readonly beforeRead: () => void;
}

/** A document, or a page of one, whose pages are read when they are needed. */
class StoredView implements DocumentView {
  readonly #stored: Pick<VerifierParts, 'rows' | 'pages'>;
  readonly #id: number;
  /** Revision of the domain, or number of the page or version. */
  readonly #item: number;
  readonly #parts: ViewParts;
  /** Texts of pages that were read, by their numbers; null: none was. */
  #texts: Map<number, PageText> | null = null;
  #row: DomainRow | null = null;

  constructor(stored: Pick<VerifierParts, 'rows' | 'pages'>, id: number, item: number, parts: ViewParts) {
    this.#stored = stored;
    this.#id = id;
    this.#item = item;
    this.#parts = parts;
  }

  fulfils(part: Expression): boolean {
    return includes(this.#fulfilling(part), this.#item);
  }

  fulfilsOn(part: Expression, page: number): boolean {
    return includes(this.#fulfilling(part), page);
  }

  pagesFor(part: Expression): Iterable<number> {
    return this.#parts.candidatePages.ofDomain(part, this.#id);
  }

  has(leaf: PageLeaf, page: number): boolean {
    const { search, decisions: all, candidatePages } = this.#parts;
    const decisions = all.get(leaf);
    if (decisions === undefined) throw new TypeError('a leaf is evaluated that is not of the expression');
    const known = decisions.get(page);
    if (known !== null) return known;
    if (!includes(candidatePages.ofPart(leaf), page)) return false;
    const has = search(leaf, this.#textOf(page));
    decisions.set(page, has);
    return has;
  }

  /** Lets the search look at the pages of a match that were unpacked. */
  show(): void {
    for (const [page, text] of this.#texts ?? []) this.#parts.look.at(page, text);
  }

  #textOf(page: number): PageText {
    const { look, beforeRead } = this.#parts;
    this.#texts ??= new Map();
    const known = this.#texts.get(page);
    if (known !== undefined) return known;
    beforeRead();
    this.#row ??= this.#stored.rows.domain('id', this.#id);
    const text = look.textOf(this.#stored.pages.page(this.#row, page));
    this.#texts.set(page, text);
    return text;
  }

  #fulfilling(part: Expression): Matches {
    const matches = this.#parts.fulfilling.get(part);
    if (matches === undefined) throw new TypeError('a part is evaluated that is not of the expression');
    return matches;
  }
}
