import { expect, test } from 'vitest';
import { compiled, NO_SIGNALS, ownSet } from '../test/own-set.ts';
import { compileFingerprints } from './compile/compile.ts';
import { isSetHead } from './compiled-set.ts';
import { createDetector } from './detector.ts';
import type { Fingerprint } from './fingerprints.ts';
import { describe, type Detection, MAX_MATCH, readTechnologies } from './resolve.ts';
import { categoryPaths } from './taxonomy.ts';

const CATEGORIES = {
  1: { name: 'Systems', priority: 1, groups: [3] },
  2: { name: 'Parts', priority: 5, groups: [6, 9] },
};

function resolve(
  technologies: Readonly<Record<string, Fingerprint>>,
  evidence: Readonly<Record<string, readonly (readonly [confidence: number, version: string])[]>>,
): readonly string[] {
  const sections = compiled(ownSet(technologies, CATEGORIES));
  const { head } = sections;
  if (!isSetHead(head)) throw new TypeError('no head');
  const table = readTechnologies(sections, head);
  const count = Object.keys(technologies).length;
  const all = Array.from({ length: count }, (_, technology) => technology);
  const found = (numbers: readonly number[]): readonly Detection[] =>
    numbers.flatMap((technology) =>
      (evidence[table.byNumber(technology).name] ?? []).map(([confidence, version]) => ({
        technology,
        confidence,
        version,
        source: 'stated',
        hit: {
          technology,
          confidence,
          version,
          selector: 'b',
          condition: 'exists',
          pattern: '',
          match: '',
          value: '',
        },
      })),
    );
  const behind = new Set(all.slice(head.open).filter((technology) => found([technology]).length > 0));
  const resolution = table.resolve(
    found(all.slice(0, head.open)),
    { has: (technology) => behind.has(technology), of: found },
    [],
  );
  return describe({ ...resolution, versions: null }, table, categoryPaths(CATEGORIES)).map(
    ({ name, version, confidence, isImplied }) =>
      `${name} ${version ?? '-'} ${confidence}${isImplied === true ? ' implied' : ''}`,
  );
}

test('confidences add up to 100 at most, and the longest version stays', () => {
  expect(
    resolve(
      { A: { cats: [1] }, B: { cats: [1] } },
      {
        A: [
          [50, '1'],
          [25, '1.2'],
          [10, ''],
        ],
        B: [
          [75, ''],
          [75, ''],
        ],
      },
    ).toSorted(),
  ).toEqual(['A 1.2 85', 'B - 100']);
});

test('what is implied is found, as sure as its cause at most; what is excluded is not', () => {
  const set = {
    Shop: { cats: [1], implies: ['Language\\;confidence:80', 'Store\\;version:3'], excludes: 'Rival' },
    Language: { cats: [2] },
    Store: { cats: [2], implies: 'Disk' },
    Disk: { cats: [2] },
    Rival: { cats: [1] },
  };
  expect(resolve(set, { Shop: [[90, '']], Rival: [[100, '']] }).toSorted()).toEqual([
    'Disk - 90 implied',
    'Language - 80 implied',
    'Shop - 90',
    'Store 3 90 implied',
  ]);
  expect(resolve(set, { Shop: [[90, '']], Language: [[20, '']] }).toSorted()).toEqual([
    'Disk - 90 implied',
    'Language - 20',
    'Shop - 90',
    'Store 3 90 implied',
  ]);
});

test('a technology behind a gate is found only after the gate opened, and can open further ones', () => {
  const set = {
    System: { cats: [1] },
    Plugin: { cats: [2], requires: 'System' },
    Extension: { cats: [2], requires: 'Plugin' },
    Theme: { cats: [2], requiresCategory: 1 },
    Stranger: { cats: [2], requires: 'Elsewhere' },
    Elsewhere: { cats: [2] },
  };
  const all = {
    Plugin: [[100, '2']],
    Extension: [[100, '']],
    Theme: [[100, '']],
    Stranger: [[100, '']],
  } as const;
  expect(resolve(set, all)).toEqual([]);
  expect(resolve(set, { ...all, System: [[100, '']] }).toSorted()).toEqual([
    'Extension - 100',
    'Plugin 2 100',
    'System - 100',
    'Theme - 100',
  ]);
});

test('what is implied opens gates, and so does what a gate let through', () => {
  const set = {
    Shop: { cats: [2], implies: 'System' },
    System: { cats: [1] },
    Theme: { cats: [2], requiresCategory: 1, implies: 'Helper' },
    Helper: { cats: [2] },
    Addon: { cats: [2], requires: 'Helper' },
  };
  expect(resolve(set, { Shop: [[100, '']], Theme: [[100, '']], Addon: [[100, '']] })).toHaveLength(5);
});

test('a technology behind two open gates counts once', () => {
  const set = {
    System: { cats: [1] },
    Other: { cats: [1] },
    Plugin: { cats: [2], requires: ['System', 'Other'], requiresCategory: 1 },
  };
  expect(resolve(set, { System: [[100, '']], Other: [[100, '']], Plugin: [[30, '']] })).toContain(
    'Plugin - 30',
  );
});

test('a version without any confidence is not evidence', () => {
  expect(resolve({ A: { cats: [1] } }, { A: [[0, '4']] })).toEqual([]);
  expect(
    resolve(
      { A: { cats: [1] } },
      {
        A: [
          [0, '4'],
          [50, ''],
        ],
      },
    ),
  ).toEqual(['A 4 50']);
});

const detector = createDetector(
  compileFingerprints(
    ownSet({
      Shop: {
        cats: [1],
        implies: ['Language', 'Disk'],
        headers: { 'X-Shop': '' },
        html: 'shop ([\\d.]+)\\;version:\\1\\;confidence:60',
        dom: { 'a[href]': { attributes: { href: 'shop\\.example' } }, '#shop': { exists: '' } },
      },
      Plugin: { cats: [1], requires: 'Shop', text: 'plugged' },
      Lonely: { cats: [1], requires: 'Plugged', text: 'plugged' },
      Plugged: { cats: [1] },
      Language: { cats: [1], implies: 'Disk' },
      Disk: { cats: [1] },
    }),
    {},
  ).buffer,
);

test('each technology comes with its evidence and the technologies that imply it', () => {
  const found = detector.explain({
    ...NO_SIGNALS,
    headers: { 'x-shop': ['yes'] },
    html: '<a href="https://shop.example/">Shop 4.2</a><b id=shop>plugged</b>',
    text: 'Shop 4.2 plugged',
  });
  const evidence = { pattern: '', match: '', confidence: 100, version: null };
  const byName = Object.fromEntries(found.map((technology) => [technology.name, technology]));
  expect(byName).toEqual({
    Shop: {
      name: 'Shop',
      version: '4.2',
      confidence: 100,
      paths: ['sales.one'],
      evidence: [
        { ...evidence, field: 'headers', key: 'x-shop' },
        {
          ...evidence,
          field: 'html',
          key: '',
          pattern: 'shop ([\\d.]{1,250})',
          match: 'Shop 4.2',
          confidence: 60,
          version: '4.2',
          versionSource: 'stated',
        },
        {
          ...evidence,
          field: 'dom',
          key: 'a[href] [href]',
          pattern: 'shop\\.example',
          match: 'shop.example',
        },
        { ...evidence, field: 'dom', key: '#shop exists' },
      ],
      impliedBy: [],
    },
    Language: expect.objectContaining({ evidence: [], impliedBy: ['Shop'] }),
    Disk: expect.objectContaining({ evidence: [], impliedBy: ['Language', 'Shop'] }),
    Plugin: expect.objectContaining({
      evidence: [{ ...evidence, field: 'text', key: '', pattern: 'plugged', match: 'plugged' }],
    }),
  });
});

test('a long match is cut', () => {
  const long = createDetector(
    compileFingerprints(ownSet({ Long: { cats: [1], html: 'begin.*' } }), {}).buffer,
  ).explain({ ...NO_SIGNALS, html: `begin${'x'.repeat(500)}` });
  expect(long[0]?.evidence[0]?.match).toBe(`begin${'x'.repeat(MAX_MATCH - 5)}`);
});
