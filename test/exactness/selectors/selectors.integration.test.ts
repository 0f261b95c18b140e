/* Values by selectors on pages that break the rules, compared with a real browser. */
import * as fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { parseSelector } from '@sitegrep/selectors/parse';
import { STANDARD_PAGES } from '../../../packages/selectors/test/standard-cases.ts';
import { BrowserValues, disagreements, ownValues, SELECTIONS } from './browser-values.ts';

let browser: Browser;
let reference: BrowserValues;
beforeAll(async () => {
  browser = await launchChromium();
  reference = await BrowserValues.in(browser);
}, 300_000);
afterAll(() => browser.close());

/**
 * Tags and texts of which pages are drawn, whether they fit together or not. Without `select`: newer browsers keep all kinds
 * of elements in it, as the standard has it since 2025, and parse5 drops them.
 */
const NAMES =
  'html head body div p h1 h2 section nav ul li span b i a table tbody tr td th caption form fieldset button ' +
  'svg math path noscript template script style title textarea iframe';
const PIECES = NAMES.split(' ')
  .flatMap((name) => [`<${name}>`, `</${name}>`])
  .concat([
    '<!doctype html>',
    '<a href="/x?a=1&amp;b" class="btn nav">',
    '<A HREF=http://a.example/b.PDF>',
    '<div id=content class="container">',
    '<div class=row>',
    '<p class=x>',
    '<img src=a.gif>',
    '<input name=q disabled>',
    '<input type=hidden name=h>',
    '<fieldset disabled id=f>',
    '<meta name=Generator content="A &copy; B">',
    '<link rel="alternate stylesheet" href=a.css>',
    '<br>',
    '<!-- c -->',
    '<path d="M0 0"/>',
    'text ',
    ' \n\t',
    'a&amp;b&notit;',
    'ä😀',
    '<',
    '</',
    '&#0;',
  ]);

test('pages of tags in any order have the values that a browser finds', async () => {
  const source = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(source, async (page) => {
      expect(disagreements(await reference.of(page, SELECTIONS), ownValues(page, SELECTIONS))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test.each(STANDARD_PAGES)('the browser has what is expected of $name', async ({ source, cases }) => {
  expect(
    await reference.ids(
      source,
      cases.map(([selector]) => selector),
    ),
  ).toEqual(cases.map(([, ids]) => ids));
});

const COMPOUNDS =
  'a div * .btn .x .row ul li p :empty :first-child :last-of-type :nth-child(2n) :nth-child(-n+2) [class] [href] [type=HIDDEN] ' +
  '[class~=btn] :only-child :root body td path :is() :where(,b) :nth-last-child(odd)';
const compound = fc.constantFrom(...COMPOUNDS.split(' '));
const combinator = fc.constantFrom(' ', '>', '+', '~', '/**/>', ' /**/ ');

/** Lists of selectors, in each other where the standard has it: nothing with `:has()` is in another one. */
function selectors(depth: number, mayHave: boolean): fc.Arbitrary<string> {
  if (depth === 0) return compound;
  const inner = selectors(depth - 1, mayHave);
  const one = fc.oneof(
    { weight: 3, arbitrary: compound },
    fc.tuple(fc.constantFrom(':is', ':where', ':not'), inner).map(([name, list]) => `${name}(${list})`),
    inner.map((list) => `:nth-child(2 of ${list})`),
    ...(mayHave ? [selectors(depth - 1, false).map((list) => `:has(${list})`)] : []),
    ...(mayHave
      ? [fc.tuple(combinator, selectors(depth - 1, false)).map(([way, list]) => `:has(${way}${list})`)]
      : []),
  );
  const complex = fc
    .array(fc.tuple(combinator, one), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.map(([way, part], index) => (index === 0 ? part : way + part)).join(''));
  return fc.array(complex, { minLength: 1, maxLength: 2 }).map((list) => list.join(', '));
}

test('selectors of any shape select what they select in a browser', async () => {
  const drawn = fc.record({
    page: fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
    lists: fc.array(selectors(2, true), { minLength: 20, maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ page, lists }) => {
      expect(lists.map(parseSelector)).toEqual(lists.map(() => null));
      const selections = lists.map((selector) => [selector, null] as const);
      expect(ownValues(page, selections)).toEqual(await reference.of(page, selections));
    }),
    { numRuns: 500 },
  );
});
