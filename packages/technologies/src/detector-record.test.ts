import { compareCodePoints, type DetectedFacts } from '@sitegrep/site';
import { describe, expect, test } from 'vitest';
import { compileFingerprints } from './compile/compile.ts';
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

  test('is found again without what came beside the source, by the evidence that was recorded of it', () => {
    const set = ownSet({
      Shop: { cats: [1], headers: { 'x-shop': '^v([\\d.]+)$\\;version:\\1' }, implies: 'Language' },
      Language: { cats: [1] },
      Plugin: { cats: [1], requires: 'Shop', text: 'plugged' },
      Visits: { cats: [1], cookies: { _visits: '' } },
      Guard: { cats: [1], requires: 'Shop', cookies: { guard: '' } },
      Page: { cats: [1], html: 'made by page' },
    });
    const own = createDetector(compileFingerprints(set, {}).buffer);
    const page = {
      ...EMPTY,
      headers: { 'x-shop': ['v2.1'] },
      cookies: { _visits: ['1'], guard: ['2'] },
      html: 'plugged, made by page',
      text: 'plugged, made by page',
    };
    const first = own.record(page);
    expect(byName(first).map(({ name, version }) => [name, version])).toEqual([
      ['Guard', null],
      ['Language', null],
      ['Page', null],
      ['Plugin', null],
      ['Shop', '2.1'],
      ['Visits', null],
    ]);
    const bare = own.record(sourceOf(page));
    expect(bare.technologies.map(({ name }) => name)).toEqual(['Page']);
    const again = own.record(sourceOf(page), undefined, first.technologies);
    expect(byName(again)).toEqual(byName(first));
    const rendered = own.recordRendered(sourceOf(page), sourceOf(page), undefined, first.technologies);
    expect(byName(rendered)).toEqual(byName(first));
  });

  test('counts no recorded evidence of a technology that the set does not have', () => {
    const before = createDetector(
      compileFingerprints(ownSet({ Old: { cats: [1], headers: { 'x-old': '' } } }), {}).buffer,
    );
    const now = createDetector(compileFingerprints(ownSet({ New: { cats: [1], html: 'new' } }), {}).buffer);
    const { technologies } = before.record({ ...EMPTY, headers: { 'x-old': ['1'] } });
    expect(technologies.map(({ name }) => name)).toEqual(['Old']);
    const found = now.record({ ...EMPTY, html: 'new' }, undefined, technologies);
    expect(found.technologies.map(({ name }) => name)).toEqual(['New']);
  });
});

/** Technologies by name, since recorded evidence comes after that of the source. */
function byName({ technologies }: DetectedFacts) {
  return technologies.toSorted((a, b) => compareCodePoints(a.name, b.name));
}
