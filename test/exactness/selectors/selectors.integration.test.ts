/* Values by selectors on pages that break the rules, compared with a real browser. */
import * as fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
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
