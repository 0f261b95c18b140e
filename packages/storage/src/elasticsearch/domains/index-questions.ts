// What a cluster is asked about the documents that may match: conditions on domains and texts on pages are known to different
// documents of Lucene, so each question is of one of them, and their answers are joined here.
import { type Expression, isDecided, isOfDomain, type Level, LEVELS, necessaryFor } from '@sitegrep/search';
import { decidedPartsOf } from '@sitegrep/texts';
import { UNIT } from './page-mapping.ts';
import { byShare, isOfPages, isSayable } from './page-shares.ts';

/** Answers about a document. */
export interface Answers {
  /** Number of its pages. */
  readonly pageCount: number;
  /** Indexes of the questions of domains that it fulfils. */
  readonly fulfilled: readonly number[];
  /** Numbers of the pages that fulfil each question of pages, ascending. */
  readonly onPages: readonly ReadonlySet<number>[];
}

type DomainTest = (answers: Answers) => boolean;
type PageTest = (answers: Answers, page: number) => boolean;

/** The questions that decide what a test of an expression asks the index for, and what the answers say. */
export class IndexQuestions {
  readonly #ofDomains: Expression[] = [];
  readonly #ofPages: Expression[] = [];
  readonly #domainTests = new Map<Expression, DomainTest>();
  readonly #pageTests = new Map<Expression, PageTest>();
  readonly #candidates = new Map<Expression, PageTest>();

  /** @param where in canonical form */
  constructor(where: Expression, level: Level) {
    for (const { part, at } of decidedPartsOf(where, level, UNIT)) {
      if (LEVELS[at].isByPage) this.#pageTests.set(part, this.#pageTest(part));
      else this.#domainTests.set(part, this.#domainTest(part));
    }
    const ofItems = level === 'version' ? level : 'page';
    for (const part of partsOnPages(where, level)) {
      this.#candidates.set(part, this.#pageTest(necessaryFor(part, ofItems, UNIT).candidates));
    }
  }

  /** Expressions of which `queryFor` makes queries. */
  get ofDomains(): readonly Expression[] {
    return this.#ofDomains;
  }

  /** Expressions of which `pageCondition` makes queries. */
  get ofPages(): readonly Expression[] {
    return this.#ofPages;
  }

  fulfils(part: Expression, answers: Answers): boolean {
    return known(this.#domainTests, part)(answers);
  }

  fulfilsOn(part: Expression, answers: Answers, page: number): boolean {
    return known(this.#pageTests, part)(answers, page);
  }

  /** The pages that may fulfil a part, ascending. */
  *pagesFor(part: Expression, answers: Answers): Generator<number> {
    const test = known(this.#candidates, part);
    for (let page = 0; page < answers.pageCount; page++) if (test(answers, page)) yield page;
  }

  #domainTest(part: Expression): DomainTest {
    if (isSayable(part)) {
      const index = this.#ofDomains.push(part) - 1;
      return ({ fulfilled }) => fulfilled.includes(index);
    }
    switch (part.kind) {
      case 'and': {
        const tests = part.of.map((one) => this.#domainTest(one));
        return (answers) => tests.every((test) => test(answers));
      }
      case 'or': {
        const tests = part.of.map((one) => this.#domainTest(one));
        return (answers) => tests.some((test) => test(answers));
      }
      case 'not': {
        const test = this.#domainTest(part.of);
        return (answers) => !test(answers);
      }
      case 'same_page': {
        const test = this.#pageTest(part.of);
        return (answers) => {
          for (let page = 0; page < answers.pageCount; page++) if (test(answers, page)) return true;
          return false;
        };
      }
      case 'constant':
      case 'text':
      case 'pattern':
      case 'near':
      case 'keyword':
      case 'condition':
      case 'same_change':
      case 'change_label':
      case 'change_time':
      case 'change_by':
      case 'version_time':
      case 'same_version':
        throw new TypeError(`the index does not decide ${part.kind}`);
    }
  }

  #pageTest(part: Expression): PageTest {
    if (part.kind === 'constant') return () => part.value;
    if (isOfDomain(part)) return this.#domainTest(part);
    if (isOfPages(part)) {
      const index = this.#ofPages.push(part) - 1;
      return ({ onPages }, page) => onPages[index]?.has(page) ?? false;
    }
    switch (part.kind) {
      case 'and': {
        const tests = grouped(part.kind, part.of).map((one) => this.#pageTest(one));
        return (answers, page) => tests.every((test) => test(answers, page));
      }
      case 'or': {
        const tests = grouped(part.kind, part.of).map((one) => this.#pageTest(one));
        return (answers, page) => tests.some((test) => test(answers, page));
      }
      case 'not': {
        const test = this.#pageTest(part.of);
        return (answers, page) => !test(answers, page);
      }
      case 'same_page':
        return this.#pageTest(part.of);
      case 'text':
      case 'pattern':
      case 'near':
      case 'keyword':
      case 'condition':
      case 'same_change':
      case 'change_label':
      case 'change_time':
      case 'change_by':
      case 'version_time':
      case 'same_version':
        throw new TypeError(`the index does not decide ${part.kind}`);
    }
  }
}

function known<Test>(tests: ReadonlyMap<Expression, Test>, part: Expression): Test {
  const test = tests.get(part);
  if (test === undefined) throw new TypeError('the index is asked for a part that is not of the expression');
  return test;
}

/** Parts of a list that are asked as one: those on domains, and those on pages. */
function grouped(kind: 'and' | 'or', parts: readonly Expression[]): readonly Expression[] {
  const { domain = [], page = [], both = [] } = byShare(parts);
  const joined = [domain, page].filter((of) => of.length > 0);
  return [...joined.map((of): Expression => ({ kind, of })), ...both];
}

/** Parts whose pages a test of an expression goes over. */
function* partsOnPages(part: Expression, level: Level): Generator<Expression> {
  if (LEVELS[level].isByPage) {
    yield part;
    return;
  }
  if (isDecided(part, UNIT)) return;
  switch (part.kind) {
    case 'and':
    case 'or':
      for (const one of part.of) yield* partsOnPages(one, level);
      break;
    case 'not':
      yield* partsOnPages(part.of, level);
      break;
    case 'same_page':
      yield part.of;
      break;
    case 'near':
    case 'text':
    case 'pattern':
      yield part;
      break;
    case 'constant':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
  }
}
