import {
  canonicalText,
  type Expression,
  havingScope,
  isWholeScope,
  type Near,
  type Needle,
} from '@sitegrep/search';
import { NeedleSearches, needlesOf, type PageText, searchForNear, workOfNeedles } from '@sitegrep/texts';
import { LRUCache } from 'lru-cache';
import { testOfCondition } from './conditions.ts';
import { MIN_LITERAL } from './literal-table.ts';
import {
  type LeafNecessity,
  necessityOfCondition,
  necessityOfKeyword,
  necessityOfLeaf,
  type TargetOf,
  textKindOf,
} from './necessity.ts';
import { fulfilsPart } from './record-tests.ts';
import type { PagePart, SitePart } from './site-view.ts';
import type { WorkLeft } from './work.ts';

/** Maximum number of patterns that are kept ready: those that were looked for last. */
const MAX_READY = 2_000;

type PageTest = (page: PageText) => boolean;
export type Leaf = Needle | Near;

/** Parts of searches, each once however many have it. What takes long to make is made when it is needed first. */
export class Parts {
  readonly necessities: LeafNecessity;
  readonly #targetOf: TargetOf;
  readonly #siteParts = new Map<string, SitePart>();
  readonly #pageParts = new Map<string, PagePart>();
  readonly #ready = new LRUCache<number, PageTest>({ max: MAX_READY });
  /** The work of the site that is decided. */
  work: WorkLeft | null = null;
  #number = 0;

  constructor(targetOf: TargetOf) {
    this.#targetOf = targetOf;
    this.necessities = {
      page: (leaf) => this.ofLeaf(leaf).necessity,
      keyword: (text) => necessityOfKeyword(text, targetOf),
      condition: necessityOfCondition,
    };
  }

  /** A part that holds for all pages of a site or for none. */
  ofSite(expression: Expression): SitePart {
    return keptIn(this.#siteParts, expression, () => ({
      number: this.#number++,
      test: siteTest(expression),
    }));
  }

  /** A text, a pattern or two of them near each other. */
  ofLeaf(leaf: Leaf): PagePart {
    return keptIn(this.#pageParts, leaf, () => this.#leafPart(leaf));
  }

  /** An expression that is to hold on one page. */
  ofPage(expression: Expression, make: (number: number) => PagePart): PagePart {
    return keptIn(this.#pageParts, { kind: 'same_page', of: expression }, () => make(this.#number++));
  }

  #leafPart(leaf: Leaf): PagePart {
    const number = this.#number++;
    const necessity = necessityOfLeaf(leaf, this.#targetOf);
    const having = leaf.kind === 'near' ? null : havingScope(leaf.scope);
    const hasAny = having === null ? null : this.ofSite(having);
    const needles = leaf.kind === 'near' ? needlesOf(leaf) : [leaf];
    const [first] = needles;
    const scope = first === undefined ? 'body' : textKindOf(first);
    const units = workOfNeedles(needles);
    const isDecided = isDecidedByLiteral(leaf);
    return {
      number,
      necessity,
      test: (view, page) => {
        if (hasAny !== null && !view.fulfils(hasAny)) return false;
        if (!view.isOn(necessity, page)) return false;
        if (isDecided) return true;
        return view.once({ number }, page, () => {
          const text = view.page(page);
          view.work.lookAt(text.text(scope).length, units);
          return this.#readyTest(number, leaf, needles)(text);
        });
      },
    };
  }

  /** Looks for a leaf in a page. What is made for patterns learns from page to page, and takes memory. */
  #readyTest(number: number, leaf: Leaf, needles: readonly Needle[]): PageTest {
    const ready = this.#ready.get(number);
    if (ready !== undefined) return ready;
    const searches = new NeedleSearches(needles, () => this.work?.goOn());
    if (leaf.kind === 'near') {
      const test = searchForNear(leaf, searches);
      this.#ready.set(number, test);
      return test;
    }
    const search = searches.of(leaf);
    const test: PageTest = (page) => search.isIn(page);
    if (leaf.kind === 'pattern') this.#ready.set(number, test);
    return test;
  }
}

/** Whether the look for literals tells which pages have a leaf. */
function isDecidedByLiteral(leaf: Leaf): boolean {
  if (leaf.kind !== 'text' || leaf.caseSensitive || leaf.wholeWord !== undefined) return false;
  return isWholeScope(leaf.scope) && leaf.text.length >= MIN_LITERAL;
}

function siteTest(expression: Expression): SitePart['test'] {
  switch (expression.kind) {
    case 'condition': {
      const test = testOfCondition(expression.condition);
      return (view) => test(view.site, view.labels);
    }
    case 'keyword':
      return (view) => view.words.some((words) => words.includes(expression.text));
    case 'same_change':
      return (view) => view.site.hasChange(expression.of);
    case 'change_label':
    case 'change_time':
    case 'change_by':
      return ({ site: { record } }) => {
        if (record === undefined) throw new TypeError('a search of changes is decided without a record');
        return fulfilsPart(expression, record);
      };
    case 'constant':
    case 'and':
    case 'or':
    case 'not':
    case 'same_page':
    case 'near':
    case 'text':
    case 'pattern':
    case 'version_time':
    case 'same_version':
      throw new TypeError(`no saved search has ${expression.kind} there`);
  }
}

function keptIn<Part>(parts: Map<string, Part>, expression: Expression, make: () => Part): Part {
  const text = canonicalText(expression);
  const known = parts.get(text);
  if (known !== undefined) return known;
  const part = make();
  parts.set(text, part);
  return part;
}
