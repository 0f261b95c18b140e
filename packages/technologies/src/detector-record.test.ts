import { describe, expect, test } from 'vitest';
import { compileFingerprints } from '../scripts/compile.ts';
import { setsOf, sourceOf } from '../test/evidence.ts';
import { NO_SIGNALS as EMPTY, ownSet } from '../test/own-set.ts';
import { createDetector } from './detector.ts';

describe('what is stored with a page, of sets of fingerprints of its own', () => {
  test('opens the gates that a technology of a header opened, and those behind them', () => {
    const set = ownSet({
      Shop: { cats: [1], headers: { 'x-shop': '' } },
      Plugin: { cats: [1], requires: 'Shop', text: 'plugged' },
      Skin: { cats: [1], requires: 'Plugin', html: 'skin-([\\d.]+)\\;version:\\1' },
    });
    const own = createDetector(compileFingerprints(set, {}).buffer);
    const page = { ...EMPTY, headers: { 'x-shop': ['1'] }, html: 'plugged skin-2.1', text: 'plugged' };
    const { technologies: stored } = own.record(page);
    expect(stored.map(({ name }) => name).toSorted()).toEqual(['Plugin', 'Shop', 'Skin']);
    expect(setsOf(own.explainStored([sourceOf(page)], stored))).toEqual(setsOf(own.explain(page)));
    expect(own.explainStored([sourceOf(page)], stored).map(({ evidence }) => evidence.length)).toEqual([
      1, 1, 1,
    ]);
  });

  test('has ten different matches of a technology at most', () => {
    const set = ownSet({ Many: { cats: [1], headers: { 'x-many': '\\d+' } } });
    const own = createDetector(compileFingerprints(set, {}).buffer);
    const values = Array.from({ length: 40 }, (_, at) => String(at % 20));
    const [many] = own.record({ ...EMPTY, headers: { 'x-many': values } }).technologies;
    expect(many?.evidence?.map(({ match }) => match)).toEqual(values.slice(0, 10));
  });
});
