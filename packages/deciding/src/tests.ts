// Expressions as tests of a site and of its pages.
import { type Expression, isOfDomain } from '@sitegrep/search';
import { necessityOf } from './necessity.ts';
import type { Parts } from './parts.ts';
import type { PagePart, SiteView } from './site-view.ts';

/** Tells whether a site fulfils an expression, and which page shows it. */
export interface DomainTest {
  readonly isFulfilled: (view: SiteView) => boolean;
  /** The first page that shows any of what a site has that fulfils it; -1: none does. */
  readonly firstPage: (view: SiteView) => number;
}

/** @param where in canonical form for domains */
export function domainTestOf(where: Expression, parts: Parts): DomainTest {
  switch (where.kind) {
    case 'constant':
      return { isFulfilled: () => where.value, firstPage: noPage };
    case 'and':
    case 'or': {
      const tests = cheapFirst(where.of).map((part) => domainTestOf(part, parts));
      const isFulfilled: DomainTest['isFulfilled'] =
        where.kind === 'and'
          ? (view) => tests.every((test) => test.isFulfilled(view))
          : (view) => tests.some((test) => test.isFulfilled(view));
      return {
        isFulfilled,
        firstPage: (view) =>
          tests
            .filter((test) => where.kind === 'and' || test.isFulfilled(view))
            .map((test) => test.firstPage(view))
            .filter((page) => page !== -1)
            .reduce((first, page) => (first === -1 ? page : Math.min(first, page)), -1),
      };
    }
    case 'not': {
      const test = domainTestOf(where.of, parts);
      return { isFulfilled: (view) => !test.isFulfilled(view), firstPage: noPage };
    }
    case 'same_page':
      return onSomePage(pagePartOf(where.of, parts));
    case 'near':
    case 'text':
    case 'pattern':
      return onSomePage(parts.ofLeaf(where));
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version': {
      const part = parts.ofSite(where);
      return { isFulfilled: (view) => view.fulfils(part), firstPage: noPage };
    }
  }
}

function noPage(): number {
  return -1;
}

function onSomePage(part: PagePart): DomainTest {
  const firstPage = (view: SiteView): number => view.firstPage(part);
  return { isFulfilled: (view) => firstPage(view) !== -1, firstPage };
}

/** An expression that is to hold on one page. @param where in canonical form for pages */
export function pagePartOf(where: Expression, parts: Parts): PagePart {
  return parts.ofPage(where, (number) => ({
    number,
    necessity: necessityOf(where, parts.necessities),
    test: pageTestOf(where, parts),
  }));
}

function pageTestOf(where: Expression, parts: Parts): PagePart['test'] {
  switch (where.kind) {
    case 'constant':
      return () => where.value;
    case 'and': {
      const tests = cheapFirst(where.of).map((part) => pageTestOf(part, parts));
      return (view, page) => tests.every((test) => test(view, page));
    }
    case 'or': {
      const tests = cheapFirst(where.of).map((part) => pageTestOf(part, parts));
      return (view, page) => tests.some((test) => test(view, page));
    }
    case 'not': {
      const test = pageTestOf(where.of, parts);
      return (view, page) => !test(view, page);
    }
    case 'same_page':
      return pageTestOf(where.of, parts);
    case 'near':
    case 'text':
    case 'pattern': {
      const part = parts.ofLeaf(where);
      return part.test;
    }
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version': {
      const part = parts.ofSite(where);
      return (view) => view.fulfils(part);
    }
  }
}

function cheapFirst(of: readonly Expression[]): readonly Expression[] {
  return of.toSorted((a, b) => costOfTest(a) - costOfTest(b));
}

/** The cost of a test, compared with others: patterns look at each character, texts skip most, and conditions are known. */
export function costOfTest(where: Expression): number {
  if (isOfDomain(where)) return 0;
  switch (where.kind) {
    case 'and':
    case 'or':
      return where.of.reduce((sum, part) => sum + costOfTest(part), 0);
    case 'not':
    case 'same_page':
      return costOfTest(where.of);
    case 'text':
      return 1;
    case 'pattern':
      return 10;
    case 'near':
      return 20;
    case 'constant':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return 0;
  }
}
