import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { NO_SIGNALS } from '../../test/own-set.ts';
import { openBudget } from '../budget.ts';
import { builtInFingerprints } from '../data.ts';
import { checkedOwnSet } from './checked-set.ts';
import { readKnownSet } from './known-set.ts';
import { worstSlowness } from './pattern-check.ts';
import { problemLine } from './problems.ts';
import { readSetFiles } from './set-files.ts';
import { openTrial } from './trial.ts';

const folder = mkdtempSync(join(tmpdir(), 'own-set-'));
afterAll(() => rmSync(folder, { recursive: true }));

const known = readKnownSet(builtInFingerprints());

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('a broken pattern is named with file, technology, key and reason, and all else is taken', () => {
  const path = written(
    'own.yaml',
    [
      'Acme:',
      '  cats: [cms, Widgets, 6, nonsense]',
      '  website: https://acme.example',
      "  html: ['(open', 'acme-mark']",
      "  headers: { X-Acme: ['[', ''] }",
      '  implies: [PHP, Nobody]',
      '  colour: red',
      "  dom: { 'a[[': { exists: '' }, '#acme': { exists: '' } }",
    ].join('\n'),
  );
  const { technologies, problems, replaced } = checkedOwnSet(readSetFiles(path), known);
  expect(technologies).toEqual({
    Acme: {
      cats: [1, 5, 6],
      html: ['acme-mark'],
      headers: { 'X-Acme': [''] },
      implies: ['PHP'],
      dom: { '#acme': [{ exists: '' }] },
    },
  });
  expect(replaced).toEqual([]);
  expect(problems.map(({ file, technology, key }) => [file, technology, key])).toEqual([
    ['own.yaml', 'Acme', 'cats'],
    ['own.yaml', 'Acme', 'html'],
    ['own.yaml', 'Acme', 'headers.X-Acme'],
    ['own.yaml', 'Acme', 'implies'],
    ['own.yaml', 'Acme', 'colour'],
    ['own.yaml', 'Acme', 'dom.a[['],
  ]);
  expect(problems.map(problemLine)[1]).toMatch(/^own\.yaml: Acme: html: \(open: Invalid regular expression/);
});

test.each([
  ['a reference in YAML', 'a.yaml', 'A: &a {cats: [1]}\nB: *a\n', /cannot be read/],
  ['JSON that ends too early', 'a.json', '{"A": ', /cannot be read/],
  ['a list', 'b.json', '[]', /is not a map/],
])('%s is named', (_, name, text, reason) => {
  const { technologies, problems } = checkedOwnSet(readSetFiles(written(name, text)), known);
  expect(technologies).toEqual({});
  expect(problems).toEqual([
    { file: name, technology: null, key: null, reason: expect.stringMatching(reason) as string },
  ]);
});

test('one that takes the place of a known one is told; one in other letters is left out; so is one without its condition', () => {
  const path = written(
    'clash.json',
    JSON.stringify({
      WordPress: { cats: [1], html: 'own-wordpress' },
      wordPRESS: { cats: [1], html: 'x' },
      Lost: { cats: [1], html: 'lost', requires: 'Nobody' },
      Follower: { cats: [1], html: 'follower', requires: 'Lost' },
      Free: { cats: [1], html: 'free', implies: 'Follower' },
    }),
  );
  const { technologies, problems, replaced } = checkedOwnSet(readSetFiles(path), known);
  expect(replaced).toEqual(['WordPress']);
  expect(technologies).toEqual({
    WordPress: { cats: [1], html: ['own-wordpress'] },
    Free: { cats: [1], html: ['free'] },
  });
  expect(problems.map(({ technology }) => technology)).toEqual([
    'wordPRESS',
    'Lost',
    'Lost',
    'Follower',
    'Follower',
    'Free',
  ]);
});

test('a folder is read as the public repository has its files, and a name in two of them is taken once', () => {
  const path = join(folder, 'several');
  mkdirSync(join(path, 'technologies'), { recursive: true });
  writeFileSync(join(path, 'technologies', 'a.json'), JSON.stringify({ A: { cats: [1], html: 'a' } }));
  writeFileSync(join(path, 'technologies', 'b.yml'), 'B: {cats: 1, html: b}\nA: {cats: 1, html: other}\n');
  writeFileSync(join(path, 'groups.json'), '{"1": {"name": "Sales"}}');
  writeFileSync(join(path, 'notes.txt'), 'nothing');
  const { technologies, problems } = checkedOwnSet(readSetFiles(path), known);
  expect(Object.keys(technologies)).toEqual(['A', 'B']);
  expect(problems).toEqual([
    {
      file: 'technologies/b.yml',
      technology: 'A',
      key: null,
      reason: 'is left out: technologies/a.json has it already',
    },
  ]);
});

test('expressions that can take many ways are not run as they are', () => {
  expect(
    ['acme-[\\d.]{1,250}\\.js', 'a{1,250}b{1,250}', '(?:a{1,250}){1,250}b', 'x(?:a|b|c)y'].map(worstSlowness),
  ).toEqual([0, 1, 2, 0]);
});

test('a trial tells by what a technology was found, and what is missing', () => {
  const path = written(
    'trial.yaml',
    [
      'Found:',
      '  cats: [1]',
      '  scriptSrc: cdn\\.found\\.example/v([\\d.]+)/\\;version:\\1\\;confidence:60',
      '  meta: { generator: Found }',
      'Gated:',
      '  cats: [6]',
      '  html: gated-mark',
      '  requires: WordPress',
      'Unseen:',
      '  cats: [6]',
      '  html: unseen-mark',
    ].join('\n'),
  );
  const trial = openTrial(builtInFingerprints(), readSetFiles(path));
  expect(trial.own.problems).toEqual([]);
  const signals = {
    ...NO_SIGNALS,
    html: '<p>gated-mark',
    scriptSrc: ['https://cdn.found.example/v1.2/found.js'],
  };
  const tried = trial.on(signals, [], openBudget(60_000));
  expect(tried[0]).toMatchObject({
    name: 'Found',
    found: { version: '1.2', confidence: 60 },
    evidence: [{ field: 'scriptSrc', match: 'cdn.found.example/v1.2/', version: '1.2', confidence: 60 }],
    missing: [{ field: 'meta', key: 'generator', pattern: 'Found' }],
    requires: [],
  });
  expect(tried.slice(1)).toMatchObject([
    { name: 'Gated', found: null, requires: ['WordPress'] },
    {
      name: 'Unseen',
      found: null,
      missing: [{ field: 'html', key: '', pattern: 'unseen-mark' }],
      requires: [],
    },
  ]);
  const wordPress = { name: 'WordPress', version: null, confidence: 100, paths: ['content.cms'] };
  expect(trial.on(signals, [wordPress], openBudget(60_000))[1]).toMatchObject({
    name: 'Gated',
    found: { confidence: 100 },
    missing: [],
    requires: [],
  });
});
