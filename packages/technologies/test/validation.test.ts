import { expect, test } from 'vitest';
import { readFingerprints } from '../src/fingerprints.ts';
import { checkFingerprints } from '../src/compile/validation.ts';

const CATEGORIES = { 1: { name: 'One', priority: 1, groups: [1] } };
const errorsOf = (fingerprint: unknown): readonly string[] =>
  checkFingerprints({ Thing: fingerprint, Other: { cats: [1] } }, CATEGORIES).errors;

test.each([
  [{ cats: [1], html: ['fine', 'bro(ken'] }, /^Thing: html: bro\(ken: Invalid regular expression/],
  [
    { cats: [1], headers: { server: 'a{2,1}' } },
    /^Thing: headers\.server: a\{2,1\}: Invalid regular expression/,
  ],
  [{ cats: [1], meta: { generator: 7 } }, /^Thing: meta\.generator: 7 is not a string/],
  [{ cats: [1], cookies: ['a'] }, /^Thing: cookies: is not a map/],
  [{ cats: [1], meta: { main: 'a' } }, /^Thing: meta: is not a map/],
  [
    { cats: [1], scripts: 'a\\;confidence:120' },
    /^Thing: scripts: confidence of a\\;confidence:120 is not within/,
  ],
  [{ cats: [1], scripts: 'a\\;confidence:high' }, /^Thing: scripts: confidence/],
  [{ cats: [] }, /^Thing: cats is empty/],
  [{ cats: [9] }, /^Thing: cats: no category 9/],
  [{ cats: [1], requiresCategory: 8 }, /^Thing: requiresCategory: no category 8/],
  [{ cats: [1], implies: 'Nobody\\;confidence:50' }, /^Thing: implies: no technology Nobody/],
  [{ cats: [1], requires: ['Other', 'toString'] }, /^Thing: requires: no technology toString/],
  [{ cats: [1], dom: { a: { attributes: { href: '(' } } } }, /^Thing: dom: a\.attributes\.href: \(: Invalid/],
  [
    { cats: [1], dom: { a: { attributes: { href: ['x'] } } } },
    /^Thing: dom: a\.attributes\.href: is not a string/,
  ],
  [{ cats: [1], dom: { a: { style: 'x' } } }, /^Thing: dom: a: unknown condition style/],
  ['text', /^Thing: is not an object/],
])('%j is refused', (fingerprint, message) => {
  expect(errorsOf(fingerprint)).toEqual([expect.stringMatching(message)]);
});

test('a right fingerprint passes', () => {
  expect(
    errorsOf({
      cats: [1],
      html: 'a+\\;version:\\1',
      implies: ['Other\\;confidence:50'],
      dom: ['a, b'],
      requiresCategory: 1,
    }),
  ).toEqual([]);
});

test.each([
  [{ 1: { name: 'One', priority: 1, groups: [12] } }, 'category 1: group 12 has no name'],
  [{ 1: { name: 'One', priority: 1, groups: [] } }, 'category 1: stands in no group'],
  [{ 1: { name: 'One', groups: [1] } }, 'category 1: needs a name and a priority'],
  [{ one: { name: 'One', priority: 1, groups: [1] } }, 'category one: its id is not a positive integer'],
])('categories %j are refused', (categories, message) => {
  expect(checkFingerprints({}, categories).errors).toEqual([expect.stringContaining(message)]);
});

test('an invalid selector is a notice', () => {
  const { errors, notices } = checkFingerprints({ Thing: { cats: [1], dom: ['a['] } }, CATEGORIES);
  expect(errors).toEqual([]);
  expect(notices).toEqual(['Thing: dom: a[ is not a valid selector and finds nothing']);
});

test('the committed set is valid and complete', () => {
  const { technologies, categories } = readFingerprints();
  expect(checkFingerprints(technologies, categories).errors).toEqual([]);
  expect(Object.keys(technologies).length).toBeGreaterThan(7_000);
});
