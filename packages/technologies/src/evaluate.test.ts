import { describe, expect, test } from 'vitest';
import core from 'wappalyzer-core';
import type { BoundSignals } from './bounds.ts';
import { loadCore } from './core.ts';
import { compilePatterns } from './evaluate.ts';
import { readFingerprints } from './fingerprints.ts';
import { anchorOf, costBy } from './literals.ts';
import { readFrequencies } from './frequencies.ts';
import { listPatterns, type Pattern } from './patterns.ts';
import { randomNumbers, sampleText } from './sample-texts.ts';
import { windowedSearch } from './windows.ts';

const loaded = loadCore(readFingerprints());
const technologies = [...loaded.open, ...new Set(loaded.gates.flatMap((gate) => gate.technologies))];
const patterns = listPatterns(technologies);

const NOTHING: BoundSignals = {
  url: '',
  html: '',
  scripts: '',
  scriptSrc: [],
  headers: new Map(),
  cookies: new Map(),
  meta: new Map(),
};

function signalsWith({ field, key }: Pattern, text: string): BoundSignals {
  switch (field) {
    case 'html':
    case 'scripts':
    case 'url':
      return { ...NOTHING, [field]: text };
    case 'scriptSrc':
      return { ...NOTHING, scriptSrc: ['/a.js', text] };
    case 'cookies':
    case 'headers':
    case 'meta':
      return { ...NOTHING, [field]: new Map([[key, ['', text]]]) };
  }
}

function placesOf(literal: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + 1)) places.push(at);
  return places;
}

describe('texts made from the syntax tree of each pattern of the committed set', () => {
  const random = randomNumbers(20_260_101);
  const samples = patterns.flatMap((pattern) =>
    [0, 1, 2].flatMap(() => {
      const text = sampleText(pattern.regex, random);
      return text === null || text === '' ? [] : [{ pattern, text }];
    }),
  );

  test('are made for nearly all patterns', () => {
    const covered = new Set(samples.map(({ pattern }) => pattern));
    expect(patterns.length).toBeGreaterThan(7_000);
    expect(covered.size / patterns.length).toBeGreaterThan(0.97);
  });

  test('hold one of the literals of their pattern, near which the same match is found', () => {
    const cost = costBy({});
    const missed: string[] = [];
    for (const [{ regex }, texts] of Map.groupBy(samples, ({ pattern }) => pattern)) {
      const anchor = anchorOf(regex, cost);
      if (anchor === null) continue;
      const search = windowedSearch(regex, anchor);
      for (const { text } of texts) {
        const folded = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        const positions = anchor.anyOf.flatMap((literal) => placesOf(literal, folded));
        const found = search(text, positions);
        if (JSON.stringify(found) !== JSON.stringify(regex.exec(text))) missed.push(`${regex} in ${text}`);
      }
    }
    expect(missed).toEqual([]);
  });

  test('are matched by the matcher of all patterns', () => {
    const match = compilePatterns(patterns, readFrequencies());
    const missed = samples.filter(({ pattern, text }) => {
      const version = core.resolveVersion(pattern, text);
      return !match(signalsWith(pattern, text)).some(
        (hit) =>
          hit.technology === pattern.technology &&
          hit.confidence === pattern.confidence &&
          hit.version === version,
      );
    });
    expect(missed.map(({ pattern, text }) => `${pattern.regex} in ${text}`)).toEqual([]);
  });
});

test('hits come in the order in which wappalyzer-core looks', () => {
  const { open } = loadCore({
    source: { package: 'own', version: '1', licence: 'GPL-3.0' },
    categories: { 1: { name: 'One', priority: 1, groups: [1] } },
    technologies: {
      First: {
        cats: [1],
        scriptSrc: ['first-(\\d)\\;version:\\1', 'other-(\\d)\\;version:o\\1'],
        headers: { server: 'first/(\\d)\\;version:h\\1' },
      },
      Second: { cats: [1], meta: { generator: ['second (\\d)\\;version:m\\1', '(\\d)$\\;version:e\\1'] } },
    },
  });
  const hits = compilePatterns(
    listPatterns(open),
    readFrequencies(),
  )({
    ...NOTHING,
    scriptSrc: ['/other-1 first-2', '/first-3'],
    headers: new Map([['server', ['First/4']]]),
    meta: new Map([['generator', ['second 5', 'SECOND 6']]]),
  });
  expect(hits.map(({ technology, version }) => `${technology} ${version}`)).toEqual([
    '0 h4',
    '0 2',
    '0 o1',
    '0 3',
    '1 m5',
    '1 m6',
    '1 e5',
    '1 e6',
  ]);
});

test('a value is matched by patterns of its own field and name only', () => {
  const { open } = loadCore({
    source: { package: 'own', version: '1', licence: 'GPL-3.0' },
    categories: { 1: { name: 'One', priority: 1, groups: [1] } },
    technologies: { Engine: { cats: [1], headers: { 'x-engine': 'engine' }, meta: { generator: 'engine' } } },
  });
  const match = compilePatterns(listPatterns(open), readFrequencies());
  const values = new Map([['server', ['engine']]]);
  expect(
    match({
      ...NOTHING,
      headers: values,
      meta: values,
      cookies: new Map([['x-engine', ['engine']]]),
      url: 'https://engine/',
    }),
  ).toEqual([]);
  expect(match({ ...NOTHING, headers: new Map([['x-engine', ['An Engine']]]) })).toHaveLength(1);
});

test('a literal that two values make together is none', () => {
  const { open } = loadCore({
    source: { package: 'own', version: '1', licence: 'GPL-3.0' },
    categories: { 1: { name: 'One', priority: 1, groups: [1] } },
    technologies: { Engine: { cats: [1], scriptSrc: 'engine\\.js' } },
  });
  const match = compilePatterns(listPatterns(open), readFrequencies());
  expect(match({ ...NOTHING, scriptSrc: ['/engine', '.js'] })).toEqual([]);
});
