import { havingScope, simplify, type Expression, type Level, type Needle } from '@sitegrep/search';
import { expect, it } from 'vitest';
import { decidedPartsOf, leavesOf, testOf, type DocumentView } from './page-decisions.ts';

const RENDERED = havingScope('rendered');
const PATTERN: Needle = { kind: 'pattern', pattern: 'a+b', caseSensitive: false, scope: 'rendered' };
const CASED: Needle = { kind: 'text', text: 'Ab', caseSensitive: true, scope: 'rendered' };

/** A document of two pages, of which the second has every leaf, and how often it was looked at. */
function watched(isRendered: boolean): { readonly view: DocumentView; looks(): number } {
  let looks = 0;
  const view: DocumentView = {
    fulfils: (part) => part === RENDERED && isRendered,
    fulfilsOn: (part) => part === RENDERED && isRendered,
    pagesFor: () => [0, 1],
    has(_, page) {
      looks++;
      return page === 1;
    },
  };
  return { view, looks: () => looks };
}

it.each<readonly [name: string, where: Expression, level: Level, matches: boolean]>([
  ['a pattern', PATTERN, 'domain', false],
  ['no pattern', { kind: 'not', of: PATTERN }, 'domain', true],
  ['no text in its case', { kind: 'not', of: CASED }, 'domain', true],
  ['pages without a pattern', { kind: 'not', of: PATTERN }, 'page', true],
  ['neither', { kind: 'not', of: { kind: 'or', of: [PATTERN, CASED] } }, 'domain', true],
])('looks at no page that was not rendered: %s', (_, written, level, matches) => {
  const where = simplify(written, level);
  const plain = watched(false);
  const test = testOf(where, 'page', level);
  expect(level === 'domain' ? test.isMatch(plain.view) : test.isMatchOn(plain.view, 0)).toBe(matches);
  expect(plain.looks()).toBe(0);
  expect(decidedPartsOf(where, level, 'page')).toContainEqual({ part: RENDERED, at: 'domain' });
  expect(leavesOf(where, 'page').size).toBeGreaterThan(0);
});

it('looks at the pages of a rendered document', () => {
  const rendered = watched(true);
  expect(testOf(PATTERN, 'page', 'domain').isMatch(rendered.view)).toBe(true);
  expect(rendered.looks()).toBe(2);
});
