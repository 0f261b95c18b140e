import type { Browser, Page } from 'playwright-core';
import { readDocument, searchForElements, textOf, valueOf, Work } from '@sitegrep/selectors';

/** A selector, with the attribute whose value is compared; null: the text. */
export type Selection = readonly [selector: string, attribute: string | null];

/** Characters of each value that are compared. */
const MAX_LENGTH = 200;

/** Values of each selection in a source: those of an element without the attribute are null. */
export type Values = readonly (readonly (string | null)[])[];

/** Values as a browser finds them that runs no scripts. */
export class BrowserValues {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async in(browser: Browser): Promise<BrowserValues> {
    return new BrowserValues(await browser.newPage());
  }

  async of(source: string, selections: readonly Selection[]): Promise<Values> {
    const found: unknown = await this.#page.evaluate(
      `(${FIND})(${JSON.stringify([source, selections, MAX_LENGTH])})`,
    );
    return found as Values;
  }

  /** The ids of the elements that each selector selects, with spaces between; null: the browser does not take it. */
  async ids(source: string, selectors: readonly string[]): Promise<readonly (string | null)[]> {
    const found: unknown = await this.#page.evaluate(`(${FIND_IDS})(${JSON.stringify([source, selectors])})`);
    return found as readonly (string | null)[];
  }
}

const FIND_IDS = `([source, selectors]) => {
  const page = new DOMParser().parseFromString(source, 'text/html');
  return selectors.map((selector) => {
    try {
      return Array.from(page.querySelectorAll(selector), ({ id }) => id).filter((id) => id !== '').join(' ');
    } catch {
      return null;
    }
  });
}`;

/** Runs in the browser, whose types this project does not have. */
const FIND = `([source, selections, maxLength]) => {
  const page = new DOMParser().parseFromString(source, 'text/html');
  return selections.map(([selector, attribute]) =>
    Array.from(page.querySelectorAll(selector), (element) =>
      attribute === null
        ? element.textContent.replace(/\\s+/g, ' ').trim().slice(0, maxLength)
        : (element.getAttribute(attribute)?.slice(0, maxLength) ?? null),
    ),
  );
}`;

/** The values of selections as this project finds them. */
export function ownValues(source: string, selections: readonly Selection[]): Values {
  const document = readDocument(source, () => undefined);
  return selections.map(([selector, attribute]) => {
    const work = new Work(Infinity, () => undefined);
    return Array.from(searchForElements(selector).in(document, work), (element) =>
      attribute === null
        ? textOf(element, 100 * MAX_LENGTH, work).slice(0, MAX_LENGTH)
        : (valueOf(element, attribute)?.slice(0, MAX_LENGTH) ?? null),
    );
  });
}

/** A selection of which the values differ. */
export interface Disagreement {
  readonly selector: string;
  readonly expected: Values[number];
  readonly found: Values[number];
}

export function disagreements(expected: Values, found: Values): readonly Disagreement[] {
  return SELECTIONS.map(([selector], index) => ({
    selector,
    expected: expected[index] ?? [],
    found: found[index] ?? [],
  })).filter((one) => JSON.stringify(one.expected) !== JSON.stringify(one.found));
}

export const SELECTIONS: readonly Selection[] = [
  ['h1, h2, h3', null],
  ['title', null],
  ['meta[name="generator" i]', 'content'],
  ['meta[property^="og:"]', 'content'],
  ['form', 'action'],
  ['a[href]', 'href'],
  ['a[href$=".pdf" i]', 'href'],
  ['script[src]', 'src'],
  ['link[rel~="stylesheet"]', 'href'],
  ['img:not([alt])', 'src'],
  ['noscript img', 'src'],
  ['iframe', 'src'],
  ['svg path', 'd'],
  ['head > *', 'href'],
  ['table > tbody > tr > td', null],
  ['table tr:first-of-type th', null],
  ['tr:nth-child(2 of :has(td))', null],
  ['td:nth-last-of-type(1)', null],
  ['ul > li:first-child', null],
  ['ul > li:last-child a', 'href'],
  ['li:nth-child(2n+1)', null],
  ['li:has(+ li)', 'class'],
  ['nav li:not(:last-of-type) > a', 'href'],
  ['span:nth-last-child(2)', null],
  ['p + p', null],
  ['h2 ~ p', null],
  ['p:empty', 'class'],
  ['p:only-of-type', null],
  ['*:only-child', 'class'],
  ['*:has(> :empty)', 'class'],
  ['b, i, p > b', null],
  ['body > div:nth-of-type(2)', 'id'],
  ['div:has(> a > img)', 'class'],
  ['div:not(:has(div))', 'class'],
  ['div div div div > span', 'class'],
  ['section:not(:has(h2))', 'class'],
  [':is(h2, h3) a', 'href'],
  ['a:where(.btn, .button)', 'class'],
  ['[class*="nav"] a', 'href'],
  ['#content, #main', 'class'],
  ['.container .row', 'class'],
  ['a:not([href^="http"])', 'href'],
  ['input[disabled]:not([type="hidden"])', 'name'],
  ['body *:root', 'class'],
  ['html:root', 'lang'],
  ['*', null],
];
