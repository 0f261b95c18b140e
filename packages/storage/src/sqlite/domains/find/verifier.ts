import { type Expression, type Level, LEVELS } from '@sitegrep/search';
import { QueryTooBroad } from '../../../query-too-broad.ts';
import { requireBoundedCandidates } from '../../../request-work.ts';
import {
  decidedPartsOf,
  leavesOf,
  searchForLeaves,
  testOf,
  type DocumentView,
  type LeafSearch,
  type PageLeaf,
} from '../../../texts/page-decisions.ts';
import type { PageText } from '../../../texts/page-text.ts';
import type { Look } from '../look.ts';
import { type DomainRow, type RowReader } from '../rows.ts';
import { includes, type Matches } from '../text-matches.ts';
import type { DecidedFinder } from './decided.ts';
import { KeptDecisions, type LeafDecisions, pageKey } from './kept-decisions.ts';

export interface VerifierParts {
  readonly rows: RowReader;
  readonly decided: DecidedFinder;
  /** Called before each document, may throw. */
  readonly checkpoint: () => void;
}

/** Documents that were verified between two looks at the clock. */
const DOCUMENTS_AT_A_TIME = 16;

/** Looks at the sources of candidates for what the index does not decide. */
export interface Verifier {
  /**
   * Revisions of the documents that match; at a level by page, keys of the pages that match.
   *
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
}

export function openVerifier({ rows, decided, checkpoint }: VerifierParts): Verifier {
  const kept = new KeptDecisions();

  return {
    matching(where, level, candidates, { limits: { budgetMs, maxWork }, look }) {
      const { isByPage } = LEVELS[level];
      const leaves = leavesOf(where, level, 'domain');
      const parts = decidedPartsOf(where, level, 'domain').map(({ part }) => part);
      const fulfilling = new Map(parts.map((part) => [part, decided.find(part, candidates)]));
      const test = testOf(where, 'domain');
      const search = searchForLeaves(leaves.keys(), look.searches);
      const began = performance.now();
      return kept.use([...new Set(leaves.values())], (byText) => {
        const decisions = new Map<PageLeaf, LeafDecisions>();
        for (const [leaf, text] of leaves) {
          const own = byText.get(text);
          if (own !== undefined) decisions.set(leaf, own);
        }
        const undecided = (): number => undecidedOf(candidates, [...decisions.values()]);
        requireBoundedCandidates(leaves.keys(), { total: candidates.length, undecided }, maxWork);
        const found: number[] = [];
        for (const [index, revision] of candidates.entries()) {
          checkpoint();
          const isDue = look.collects || index % DOCUMENTS_AT_A_TIME === 0;
          if (isDue && performance.now() - began > budgetMs)
            throw new QueryTooBroad(candidates.length, index);
          const view = new StoredView(rows, revision, { fulfilling, decisions, search, look });
          const pages = isByPage ? [...view.pagesFor()].filter((page) => test.isMatchOn(view, page)) : null;
          if (pages === null ? !test.isMatch(view) : pages.length === 0) continue;
          if (pages === null) found.push(revision);
          else for (const page of pages) found.push(pageKey(revision, page));
          view.show(pages);
        }
        return Float64Array.from(found);
      });
    },
  };
}

/** Number of candidates of which nothing is decided yet. */
function undecidedOf(candidates: Matches, decisions: readonly LeafDecisions[]): number {
  let undecided = 0;
  for (const revision of candidates) if (decisions.every((one) => !one.isKnown(revision))) undecided++;
  return undecided;
}

interface ViewParts {
  readonly fulfilling: ReadonlyMap<Expression, Matches>;
  readonly decisions: ReadonlyMap<PageLeaf, LeafDecisions>;
  readonly search: LeafSearch;
  readonly look: Look;
}

/** A document, of which rows and pages are read when they are needed. */
class StoredView implements DocumentView {
  readonly #rows: RowReader;
  readonly #revision: number;
  readonly #parts: ViewParts;
  #row: DomainRow | null = null;
  #texts: readonly PageText[] | null = null;

  constructor(rows: RowReader, revision: number, parts: ViewParts) {
    this.#rows = rows;
    this.#revision = revision;
    this.#parts = parts;
  }

  *pagesFor(): Iterable<number> {
    const count = this.#texts?.length ?? this.#rows.summary(this.#domainRow).checks.length;
    for (let page = 0; page < count; page++) yield page;
  }

  fulfilsOn(part: Expression): boolean {
    return this.fulfils(part);
  }

  fulfils(part: Expression): boolean {
    const matches = this.#parts.fulfilling.get(part);
    if (matches === undefined) throw new TypeError('a part is evaluated that is not of the expression');
    return includes(matches, this.#revision);
  }

  has(leaf: PageLeaf, page: number): boolean {
    const { search, look, decisions: all } = this.#parts;
    const decisions = all.get(leaf);
    if (decisions === undefined) throw new TypeError('a leaf is evaluated that is not of the expression');
    if (!decisions.isKnown(this.#revision)) {
      this.#texts ??= Array.from(this.#rows.pages(this.#domainRow), (page) => look.textOf(page));
      const pages = this.#texts.flatMap((text, number) => (search(leaf, text) ? [number] : []));
      decisions.add(this.#revision, pages);
    }
    return decisions.has(this.#revision, page);
  }

  /** Lets the search look at the document, which matches, if it was unpacked. @param pages numbers of those that match; null: all */
  show(pages: readonly number[] | null): void {
    if (this.#texts !== null) this.#parts.look.at(this.#domainRow, this.#texts, pages);
  }

  get #domainRow(): DomainRow {
    this.#row ??= this.#rows.domain('revision', this.#revision);
    return this.#row;
  }
}
