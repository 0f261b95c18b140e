import { describe, expect, test } from 'vitest';
import { openBudget } from './budget.ts';
import { compileFingerprints } from './compile/compile.ts';
import { SLOWNESS } from './compiled-set.ts';
import { createDetector } from './detector.ts';
import { NO_SIGNALS, ownSet } from '../test/own-set.ts';

const set = ownSet({
  Quick: { cats: [1], html: 'quick-(\\d)\\;version:\\1', implies: 'Engine' },
  Endless: { cats: [1], html: 'endless-(\\d)\\;version:\\1' },
  Slow: {
    cats: [1],
    scriptSrc: 'slow[-a-z]*-(\\d)\\;version:\\1',
    dom: { 'b[title]': { attributes: { title: 'slow' } } },
  },
  Engine: { cats: [1] },
});
const detector = createDetector(
  compileFingerprints(
    set,
    {},
    new Map([
      ['endless-(\\d)', SLOWNESS.endless],
      ['slow[-a-z]{0,250}-(\\d)', SLOWNESS.slow],
      ['slow', SLOWNESS.slow],
    ]),
  ).buffer,
);
const page = {
  ...NO_SIGNALS,
  html: '<b title="so slow">quick-1 endless-2',
  scriptSrc: ['/slow', '/x/slow-and-steady-3'],
};
const versions = (found: readonly { readonly name: string; readonly version: string | null }[]) =>
  Object.fromEntries(found.map(({ name, version }) => [name, version]));

test('what is tried start by start, or by counting, is found like all else', () => {
  expect(versions(detector.detect(page))).toEqual({ Quick: '1', Engine: null, Endless: '2', Slow: '3' });
});

describe('a budget', () => {
  test('that is spent leaves what was found until then', () => {
    let looks = 0;
    const budget = { isSpent: () => ++looks > 2 };
    const all = versions(detector.detect(page));
    const found = versions(detector.detect(page, budget));
    expect(Object.keys(found).length).toBeLessThan(Object.keys(all).length);
    expect(all).toMatchObject(found);
    expect(detector.detect(page, openBudget(0))).toEqual([]);
  });

  test('is spent once its time is over, and stays so', () => {
    let now = 5;
    const budget = openBudget(10, () => now);
    expect(budget.isSpent()).toBe(false);
    now = 15;
    expect(budget.isSpent()).toBe(true);
    now = 6;
    expect(budget.isSpent()).toBe(true);
  });
});
