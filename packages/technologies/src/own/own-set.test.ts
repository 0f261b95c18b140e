import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DetectedTechnology } from '@sitegrep/site';
import { afterAll, expect, test } from 'vitest';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { NO_SIGNALS } from '../../test/own-set.ts';
import { openBudget } from '../budget.ts';
import { builtInFingerprints } from '../data.ts';
import type { QueriedPage } from '../queries/query-detector.ts';
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

/** A page without a source, on which technologies are known. */
function pageWith(technologies: readonly DetectedTechnology[]): QueriedPage {
  return {
    url: 'https://a.example/',
    charset: 'utf-8',
    source: '',
    facts: { ...NO_PAGE_FACTS, technologies },
  };
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
  const tried = trial.on([signals], pageWith([]), openBudget(60_000));
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
  expect(trial.on([signals], pageWith([wordPress]), openBudget(60_000))[1]).toMatchObject({
    name: 'Gated',
    found: { confidence: 100 },
    missing: [],
    requires: [],
  });
});

test('technologies by query are taken with their categories, and each fault is named', () => {
  const path = written(
    'queries.yaml',
    [
      'Widget:',
      '  cats: [Widgets, content.cms]',
      '  website: https://widget.example',
      '  query: script:widget.example/v tech:wordpress',
      '  version: widget\\.example/v([0-9.]+)/',
      'Mixed: { cats: [1], query: mixed-mark, html: mixed }',
      'Ranked: { cats: [1], query: "mark rank:>500 country:DE" }',
      'Short: { cats: [1], query: ab }',
      'Every: { cats: [1], query: "" }',
      'Other: { cats: [1], query: "other-mark tech:Widget" }',
      'Unread: { cats: [1], query: "tech:Nobody" }',
      'Unversioned: { cats: [1], query: un-versioned, version: "v[0-9]" }',
      'Nowhere: { query: no-where }',
      'PHP: { cats: [1], query: php-mark }',
      'widget: { cats: [1], query: second-mark }',
    ].join('\n'),
  );
  const { technologies, queries, problems } = checkedOwnSet(readSetFiles(path), known);
  expect(technologies).toEqual({});
  expect(queries).toEqual([
    {
      name: 'Widget',
      categories: [5, 1],
      query: 'script:widget.example/v tech:wordpress',
      where: {
        kind: 'and',
        of: [
          {
            kind: 'condition',
            condition: { kind: 'any_of', field: 'tech', values: ['WordPress'], negated: false },
          },
          { kind: 'text', text: 'widget.example/v', caseSensitive: false, scope: 'script' },
        ],
      },
      version: 'widget\\.example/v([0-9.]+)/',
    },
  ]);
  const remedy =
    'ask for what is on a page: texts, patterns, scopes such as title: and header:, tech:, plugin:, theme: and hosts';
  expect(problems.map(problemLine)).toEqual([
    'queries.yaml: Mixed: html: stands beside query, which says all by itself; write it into the query, or leave it out',
    `queries.yaml: Ranked: query: asks for the condition country:, which a page by itself does not have; ${remedy}`,
    expect.stringMatching(
      /^queries.yaml: Short: query: would read all pages of every site that is put, .*"ab" has fewer than 3 characters/,
    ),
    'queries.yaml: Every: query: is fulfilled by every page; ask for something that some pages have',
    'queries.yaml: Other: query: asks for Widget, which a query finds, too, and queries have no order; write what Widget is found by in its place',
    expect.stringContaining('queries.yaml: Unread: query: '),
    'queries.yaml: Unversioned: version: has no group, while one group is the version; put what is the version in ( ), and write other groups as (?: )',
    'queries.yaml: Nowhere: cats: is missing; give a category by its number or name',
    'queries.yaml: PHP: is left out: there is "PHP", whose place a query cannot take; choose another name',
    'queries.yaml: widget: is left out: queries.yaml has it already',
  ]);
});

test('a technology by query is tried on a page, with the parts of its query that the page lacks', () => {
  const path = written(
    'tried-query.yaml',
    'Widget: { cats: [5], query: "(script:widget.example OR title:widgets) tech:PHP", version: "/v([0-9.]+)/" }',
  );
  const trial = openTrial(builtInFingerprints(), readSetFiles(path));
  expect(trial.names).toEqual(['Widget']);
  const php = {
    name: 'PHP',
    version: null,
    confidence: 100,
    paths: ['web_development.programming_languages'],
  };
  const page = {
    ...pageWith([php]),
    source: '<title>none</title><script src="https://WIDGET.example/v2.1/a.js"></script>',
  };
  const script = { field: 'query', key: 'script', pattern: 'widget.example' };
  const title = { field: 'query', key: 'title', pattern: 'widgets' };
  expect(trial.on([NO_SIGNALS], page, openBudget(60_000))).toEqual([
    {
      name: 'Widget',
      found: { version: '2.1', confidence: 100 },
      evidence: [
        { ...script, match: 'WIDGET.example', confidence: 100, version: null },
        {
          field: 'query',
          key: 'version',
          pattern: '/v([0-9.]+)/',
          match: '/v2.1/',
          confidence: 0,
          version: '2.1',
          versionSource: 'stated',
        },
      ],
      missing: [title],
      requires: [],
    },
  ]);
  const without = { ...page, facts: NO_PAGE_FACTS };
  expect(trial.on([NO_SIGNALS], without, openBudget(60_000))).toMatchObject([
    { found: null, missing: [title] },
  ]);
});
