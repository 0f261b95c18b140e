import { describe, expect, test } from 'vitest';
import type { DetectedTechnology, SeenVersion, TechnologyEvidence } from '@sitegrep/site';
import { compileFingerprints } from './compile/compile.ts';
import { setsOf, sourceOf } from '../test/evidence.ts';
import { NO_SIGNALS as EMPTY, ownSet } from '../test/own-set.ts';
import { createDetector } from './detector.ts';
import { unitedAddOns, unitedTechnologies } from './united.ts';

function found(name: string, others: Partial<DetectedTechnology> = {}): DetectedTechnology {
  return { name, version: null, confidence: 100, paths: ['a.b'], ...others };
}

function header(match: string): TechnologyEvidence {
  return { field: 'headers', key: 'server', pattern: 'x', match, confidence: 100, version: null };
}

describe('technologies of two sources', () => {
  test('are those of both, each once', () => {
    const both = unitedTechnologies([found('A'), found('B')], [found('B'), found('C')]);
    expect(both.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
    expect(unitedTechnologies([], [found('A')])).toEqual([found('A')]);
    expect(unitedTechnologies([found('A')], [])).toEqual([found('A')]);
  });

  test('have the higher confidence, and the versions of both, that of the better source first', () => {
    const path: SeenVersion = { version: '3.7.10', source: 'path' };
    const stated: SeenVersion = { version: '3.7.1', source: 'stated' };
    const one = found('A', { version: '3.7.10', versions: [path], confidence: 50 });
    const other = found('A', { version: '3.7.1', versions: [stated], confidence: 25 });
    const both = found('A', { version: '3.7.1', versions: [stated, path], confidence: 50 });
    expect(unitedTechnologies([one], [other])).toEqual([both]);
    expect(unitedTechnologies([other], [one])).toEqual([both]);
    expect(unitedTechnologies([one], [found('A', { confidence: 50 })])).toEqual([one]);
    expect(unitedTechnologies([found('A')], [found('A', { version: '3' })])).toEqual([
      found('A', { version: '3' }),
    ]);
  });

  test('are implied if they are so in both', () => {
    const implied = found('A', { isImplied: true });
    expect(unitedTechnologies([implied], [implied])).toEqual([implied]);
    expect(unitedTechnologies([implied], [found('A')])).toEqual([found('A')]);
    expect(unitedTechnologies([found('A')], [implied])).toEqual([found('A')]);
  });

  test('have the plugins of both, each with the version that one of them shows', () => {
    const first = [
      { slug: 'a', version: null },
      { slug: 'b', version: '1.0' },
    ];
    const second = [
      { slug: 'a', version: '2.0' },
      { slug: 'b', version: '1.5' },
      { slug: 'c', version: null },
    ];
    expect(unitedAddOns(first, second)).toEqual([
      { slug: 'a', version: '2.0' },
      { slug: 'b', version: '1.0' },
      { slug: 'c', version: null },
    ]);
  });

  test('have the evidence of both, each match once, ten at most', () => {
    const one = found('A', { evidence: [header('a'), header('b')] });
    const other = found('A', { evidence: [header('b'), header('c')] });
    const matches = (technologies: readonly DetectedTechnology[]) =>
      technologies.map(({ evidence }) => evidence?.map(({ match }) => match));
    expect(matches(unitedTechnologies([one], [other]))).toEqual([['a', 'b', 'c']]);
    expect(matches(unitedTechnologies([found('A')], [other]))).toEqual([['b', 'c']]);
    const many = found('A', { evidence: Array.from({ length: 10 }, (_, at) => header(String(at))) });
    expect(matches(unitedTechnologies([many], [other]))[0]).toHaveLength(10);
  });
});

describe('a rendered page', () => {
  const set = ownSet(
    {
      Shop: { cats: [2], headers: { 'x-shop': '' }, html: 'shop-sign' },
      Framework: { cats: [1], js: { 'frame.version': '([\\d.]+)\\;version:\\1' } },
      Plugin: { cats: [1], requires: 'Shop', js: { plugin: '' } },
      Counter: { cats: [1], xhr: 'count\\.example' },
    },
    {
      1: { name: 'One', priority: 9, groups: [1] },
      2: { name: 'Two', priority: 1, groups: [1] },
    },
  );
  const own = createDetector(compileFingerprints(set, {}).buffer);
  const body = { ...EMPTY, html: '<i>shop-sign</i>' };
  const rendered = {
    ...EMPTY,
    html: '<p>',
    js: { 'frame.version': '2.1', plugin: '' },
    xhr: ['count.example'],
  };

  test('has what its body shows and what its scripts show, and the body opens gates', () => {
    const { technologies: stored } = own.recordRendered(body, rendered);
    expect(stored.map(({ name, version }) => [name, version])).toEqual([
      ['Shop', null],
      ['Plugin', null],
      ['Counter', null],
      ['Framework', '2.1'],
    ]);
    expect(own.record(rendered).technologies.map(({ name }) => name)).not.toContain('Plugin');
  });

  test('keeps the evidence that neither source has, and finds the rest in both', () => {
    const { technologies: stored } = own.recordRendered(body, rendered);
    expect(
      stored.map(({ evidence }) => evidence?.map(({ field, key, match }) => [field, key, match])),
    ).toEqual([
      undefined,
      [['js', 'plugin', '']],
      [['xhr', '', 'count.example']],
      [['js', 'frame.version', '2.1']],
    ]);
    const explained = own.explainStored([sourceOf(body), sourceOf(rendered)], stored);
    expect(setsOf(explained).map(({ name, evidence }) => [name, evidence.length])).toEqual([
      ['Shop', 1],
      ['Plugin', 1],
      ['Counter', 1],
      ['Framework', 1],
    ]);
  });
});
