import { stripVTControlCharacters } from 'node:util';
import type { TechnologyEvidence } from '@sitegrep/site';
import type { ExplainedTechnology } from '@sitegrep/technologies';
import { expect, test } from 'vitest';
import { explainedTechnologies, technologyTable } from './detection-report.ts';

function technology(more: Partial<ExplainedTechnology> = {}): ExplainedTechnology {
  return {
    name: 'Shop',
    version: null,
    confidence: 100,
    paths: ['sales.shops'],
    evidence: [],
    impliedBy: [],
    ...more,
  };
}

function evidence(more: Partial<TechnologyEvidence> = {}): TechnologyEvidence {
  return { field: 'text', key: '', pattern: 'x+', match: 'xx', confidence: 100, version: null, ...more };
}

function linesOf(technologies: readonly ExplainedTechnology[], width = 100): string[] {
  return stripVTControlCharacters(explainedTechnologies(technologies, width)).split('\n');
}

test('evidence shows where and what was matched, by which pattern, and the version', () => {
  const shop = technology({
    version: '4.2',
    confidence: 75,
    paths: ['sales.shops', 'content.cms'],
    evidence: [
      evidence({
        field: 'headers',
        key: 'x-shop',
        pattern: 'v(.+)',
        match: 'v4.2',
        confidence: 50,
        version: '4.2',
        versionSource: 'path',
      }),
      evidence({ field: 'cookies', key: 'cart', pattern: '', match: '', confidence: 25 }),
    ],
    impliedBy: ['Basket', 'Till'],
  });
  expect(linesOf([shop, technology({ name: 'Disk', isImplied: true })])).toEqual([
    '  Shop 4.2 75%  sales.shops, content.cms',
    '    header x-shop "v4.2" /v(.+)/ → 4.2 (path) 50%',
    '    cookie cart exists 25%',
    '    implied by Basket, Till',
    '  Disk (implied)  sales.shops',
  ]);
});

test.each([
  [{ field: 'certIssuer' }, 'certificate'],
  [{ field: 'cookies', key: 'sid' }, 'cookie sid'],
  [{ field: 'css' }, 'stylesheet'],
  [{ field: 'dns', key: 'mx' }, 'DNS mx'],
  [{ field: 'dom', key: 'a[href*=x] [href]' }, 'element a[href*=x] [href]'],
  [{ field: 'headers', key: 'server' }, 'header server'],
  [{ field: 'html' }, 'source'],
  [{ field: 'meta', key: 'generator' }, 'meta generator'],
  [{ field: 'robots' }, 'robots.txt'],
  [{ field: 'scriptSrc' }, 'script address'],
  [{ field: 'scripts' }, 'inline script'],
  [{ field: 'text' }, 'text'],
  [{ field: 'url' }, 'address'],
] as const)('%j is called %s', (where, name) => {
  expect(linesOf([technology({ evidence: [evidence(where)] })])[1]).toBe(`    ${name} "xx" /x+/`);
});

test('an element that need only exist is said to, once', () => {
  const found = evidence({ field: 'dom', key: '#shop exists', pattern: '', match: '' });
  expect(linesOf([technology({ evidence: [found] })])[1]).toBe('    element #shop exists');
});

test('what a page says cannot act on the terminal, nor break the lines', () => {
  const text = 'a\u001b[2J\u009b31m\r\n\n\t b\u202ec\u0000';
  const out = linesOf([technology({ version: text, evidence: [evidence({ match: text, version: text })] })]);
  expect(out).toEqual(['  Shop a [2J 31m b c  sales.shops', '    text "a [2J 31m b c" /x+/ → a [2J 31m b c']);
});

test('a long match is truncated at the width of the terminal, and its pattern is complete on the next line', () => {
  const pattern = `x{1,250}${'y'.repeat(60)}`;
  const out = linesOf([technology({ evidence: [evidence({ match: '東'.repeat(99), pattern })] })], 60);
  // 4 blanks, `text`, a blank, the quotation mark; then 24 characters of 2 cells, an ellipsis.
  expect(out.slice(1)).toEqual([`    text "${'東'.repeat(24)}…`, `        /${pattern}/`]);
});

test('a match that does not fit after a long selector gets a line of its own', () => {
  const key = `a[href*='${'s'.repeat(30)}'] [href]`;
  const found = evidence({ field: 'dom', key, match: 'm'.repeat(50) });
  expect(linesOf([technology({ evidence: [found] })], 70).slice(1)).toEqual([
    `    element ${key}`,
    `        "${'m'.repeat(50)}" /x+/`,
  ]);
});

test('equal evidence is shown once with its count, and of much evidence the first', () => {
  const many = Array.from({ length: 11 }, (_, n) => evidence({ match: `x${n}` }));
  const out = linesOf([technology({ evidence: [evidence(), evidence(), ...many, evidence()] })]);
  expect(out[1]).toBe('    text "xx" /x+/ 3 times');
  expect(out.slice(2)).toEqual([
    ...[0, 1, 2, 3, 4, 5, 6].map((n) => `    text "x${n}" /x+/`),
    '    … and 4 more (--json)',
  ]);
});

test('in brief they are a table, without control characters, and whole where no terminal cuts it', () => {
  const table = technologyTable([
    technology({ version: `4\u001b${'9'.repeat(60)}` }),
    technology({ name: 'Disk', confidence: 50, paths: ['a.b', 'c.d'] }),
  ]);
  const version = `4 ${'9'.repeat(60)}`;
  expect(stripVTControlCharacters(table).split('\n')).toEqual([
    `TECHNOLOGY  VERSION${' '.repeat(55)}  CONFIDENCE  CATEGORIES`,
    `Shop        ${version}         100  sales.shops`,
    `Disk${' '.repeat(80)}50  a.b, c.d`,
  ]);
});
