import type { Sections } from '@sitegrep/sections';
import { describe, expect, test } from 'vitest';
import core from 'wappalyzer-core';
import { compiled, NO_BOUND_SIGNALS, ownSet } from '../test/own-set.ts';
import { randomNumbers, sampleText } from '../test/sample-texts.ts';
import type { BoundSignals } from './bounds.ts';
import { openBudget } from './budget.ts';
import { SLOWNESS } from './compiled-set.ts';
import { readLayeredFingerprints } from './compile/layer.ts';
import type { Fingerprint } from './fingerprints.ts';
import { anchorOf, costBy } from './literals.ts';
import { createPatternMatcher } from './pattern-matcher.ts';
import { inCoreOrder, readPatterns, Trials } from './pattern-table.ts';
import { listPatterns, loadCore, type Pattern } from './patterns.ts';
import { windowedSearch } from './windows.ts';

const loaded = loadCore(readLayeredFingerprints());
const technologies = [...loaded.open, ...new Set(loaded.gates.flatMap((gate) => gate.technologies))];
const patterns = listPatterns(technologies);

function signalsWith({ field, key }: Pattern, text: string): BoundSignals {
  switch (field) {
    case 'scripts':
      return {
        ...NO_BOUND_SIGNALS,
        scripts: () => text,
        scriptPieces: [{ start: 0, length: text.length, inHtml: -1 }],
      };
    case 'certIssuer':
    case 'css':
    case 'html':
    case 'robots':
    case 'text':
    case 'url':
      return { ...NO_BOUND_SIGNALS, [field]: text };
    case 'scriptSrc':
      return { ...NO_BOUND_SIGNALS, scriptSrc: ['/a.js', text] };
    case 'xhr':
      return { ...NO_BOUND_SIGNALS, xhr: ['a.example/', text] };
    case 'cookies':
    case 'dns':
    case 'headers':
    case 'js':
    case 'meta':
      return { ...NO_BOUND_SIGNALS, [field]: new Map([[key, ['', text]]]) };
  }
}

interface Found {
  readonly technology: number;
  readonly confidence: number;
  readonly version: string;
}

/** All hits of a set, in wappalyzer-core's order. */
function matcherOf(sections: Sections): (signals: BoundSignals) => readonly Found[] {
  const table = readPatterns(sections);
  const matcher = createPatternMatcher(sections, table);
  return (signals) => {
    const trials = new Trials(table, openBudget(Infinity), () => true);
    matcher.tryAll(signals, trials);
    matcher.tryGatedText(signals, trials);
    return inCoreOrder(trials.hits, table).map(({ pattern, match }) => ({
      technology: table.technologyOf(pattern),
      confidence: table.confidenceOf(pattern),
      version: table.versionOf(pattern, match),
    }));
  };
}

function ownMatcher(set: Readonly<Record<string, Fingerprint>>) {
  return matcherOf(compiled(ownSet(set)));
}

const UNLIMITED = openBudget(Infinity);

function positionsOf(literal: string, text: string): readonly number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + 1)) positions.push(at);
  return positions;
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

  test('contain a literal of their pattern, near which the same match is found', () => {
    const cost = costBy({});
    const missed: string[] = [];
    for (const [{ regex }, texts] of Map.groupBy(samples, ({ pattern }) => pattern)) {
      const anchor = anchorOf(regex, cost);
      if (anchor === null) continue;
      const search = windowedSearch(regex, anchor, SLOWNESS.none);
      const searchSlow = windowedSearch(regex, anchor, SLOWNESS.slow);
      for (const { text } of texts) {
        const folded = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        const positions = anchor.anyOf.flatMap((literal) => positionsOf(literal, folded));
        const expected = JSON.stringify(regex.exec(text));
        for (const found of [search, searchSlow].map((find) => find(text, positions, UNLIMITED))) {
          if (JSON.stringify(found) !== expected) missed.push(`${regex} in ${text}`);
        }
      }
    }
    expect(missed).toEqual([]);
  });

  test('are matched by the matcher of all patterns', () => {
    const match = matcherOf(compiled(readLayeredFingerprints()));
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

test('hits are in wappalyzer-core’s order', () => {
  const match = ownMatcher({
    First: {
      cats: [1],
      scriptSrc: ['first-(\\d)\\;version:\\1', 'other-(\\d)\\;version:o\\1'],
      headers: { server: 'first/(\\d)\\;version:h\\1' },
      url: 'first=(\\d)\\;version:u\\1',
    },
    Second: { cats: [1], meta: { generator: ['second (\\d)\\;version:m\\1', '(\\d)$\\;version:e\\1'] } },
  });
  const hits = match({
    ...NO_BOUND_SIGNALS,
    url: 'https://site.example/?first=9',
    scriptSrc: ['/other-1 first-2', '/first-3'],
    headers: new Map([['server', ['First/4']]]),
    meta: new Map([['generator', ['second 5', 'SECOND 6']]]),
  });
  expect(hits.map(({ technology, version }) => `${technology} ${version}`)).toEqual([
    '0 h4',
    '0 2',
    '0 o1',
    '0 3',
    '0 u9',
    '1 m5',
    '1 m6',
    '1 e5',
    '1 e6',
  ]);
});

test('a value is matched by patterns of its own field and name only', () => {
  const match = ownMatcher({
    Engine: {
      cats: [1],
      headers: { 'x-engine': 'engine' },
      meta: { generator: 'engine' },
      dns: { MX: 'engine' },
    },
  });
  const values = new Map([['server', ['engine']]]);
  expect(
    match({
      ...NO_BOUND_SIGNALS,
      headers: values,
      meta: values,
      dns: new Map([['txt', ['engine']]]),
      cookies: new Map([['x-engine', ['engine']]]),
      url: 'https://engine/',
      certIssuer: 'engine',
    }),
  ).toEqual([]);
  expect(match({ ...NO_BOUND_SIGNALS, headers: new Map([['x-engine', ['An Engine']]]) })).toHaveLength(1);
  expect(match({ ...NO_BOUND_SIGNALS, dns: new Map([['mx', ['10 engine.example']]]) })).toHaveLength(1);
});

test('a literal across two values does not count', () => {
  const match = ownMatcher({ Engine: { cats: [1], scriptSrc: 'engine\\.js' } });
  expect(match({ ...NO_BOUND_SIGNALS, scriptSrc: ['/engine', '.js'] })).toEqual([]);
});

describe('inline scripts', () => {
  const match = ownMatcher({
    Inner: { cats: [1], scripts: 'window\\.inner = (\\d)\\;version:\\1' },
    Outer: { cats: [1], html: 'window\\.outer' },
    Both: { cats: [1], scripts: 'one ends[^]{1,9}another begins' },
  });
  const html =
    'window.inner = 1<script>window.inner = 2; one ends</script><script>another begins</script>window.outer';
  const scripts = ['window.inner = 2; one ends', 'another begins'];
  const pieces = (known: boolean) =>
    scripts.map((text, index) => ({
      start: scripts.slice(0, index).join('\n').length + index,
      length: text.length,
      inHtml: known ? html.indexOf(`>${text}<`) + 1 : -1,
    }));
  const versions = (known: boolean): readonly string[] =>
    match({ ...NO_BOUND_SIGNALS, html, scripts: () => scripts.join('\n'), scriptPieces: pieces(known) }).map(
      ({ technology, version }) => `${technology} ${version}`,
    );

  test.each([true, false])(
    'are matched as one text, and nothing around them (position known: %s)',
    (known) => {
      expect(versions(known)).toEqual(['0 2', '1 ', '2 ']);
    },
  );
});
