import { describe, expect, test } from 'vitest';
import { type ExtractionInput, parseExtract } from './extraction.ts';

test('values are read with their defaults', () => {
  expect(
    parseExtract([
      { as: 'h1', select: 'h1' },
      { as: 'links', select: 'a', attribute: 'href', all: true },
      { as: 'version', pattern: String.raw`ver=([\d.]+)` },
      { as: 'whole', pattern: String.raw`ver=([\d.]+)`, group: 0 },
      { as: 'none', pattern: 'ver=' },
      { as: 'named', pattern: '(a)(?P<b>b)', group: 'b' },
      { as: 'server', pattern: '(?m)^server: (.*)', in: 'headers' },
    ]),
  ).toEqual({
    ok: true,
    value: [
      { kind: 'selector', as: 'h1', select: 'h1', attribute: null, all: false },
      { kind: 'selector', as: 'links', select: 'a', attribute: 'href', all: true },
      {
        kind: 'pattern',
        as: 'version',
        pattern: String.raw`ver=([\d.]+)`,
        group: 1,
        scope: 'body',
        all: false,
      },
      {
        kind: 'pattern',
        as: 'whole',
        pattern: String.raw`ver=([\d.]+)`,
        group: 0,
        scope: 'body',
        all: false,
      },
      { kind: 'pattern', as: 'none', pattern: 'ver=', group: 0, scope: 'body', all: false },
      { kind: 'pattern', as: 'named', pattern: '(a)(?P<b>b)', group: 2, scope: 'body', all: false },
      {
        kind: 'pattern',
        as: 'server',
        pattern: '(?m)^server: (.*)',
        group: 1,
        scope: 'headers',
        all: false,
      },
    ],
  });
});

/** The fault in the last of some values. */
function faultOf(...inputs: readonly ExtractionInput[]): string {
  const read = parseExtract(inputs);
  return read.ok ? 'nothing' : `${read.error.field} ${read.error.problem}; ${read.error.remedy}`;
}

describe('values are refused', () => {
  const NAME = 'give a name of at most 40 characters: lower-case letters, digits and _, a letter first';

  test.each<readonly [ExtractionInput, string]>([
    [{ as: 'a' }, 'extract[0] has neither select nor pattern; give one of the two'],
    [
      { as: 'a', select: 'a', pattern: 'a' },
      'extract[0].pattern is given beside select; give one of the two',
    ],
    [{ as: '', select: 'a' }, `extract[0].as is ""; ${NAME}`],
    [{ as: 'A', select: 'a' }, `extract[0].as is "A"; ${NAME}`],
    [{ as: '1a', select: 'a' }, `extract[0].as is "1a"; ${NAME}`],
    [{ as: 'a-b', select: 'a' }, `extract[0].as is "a-b"; ${NAME}`],
    [{ as: '__proto__', select: 'a' }, `extract[0].as is "__proto__"; ${NAME}`],
    [{ as: 'a\n', select: 'a' }, String.raw`extract[0].as is "a\n"; ${NAME}`],
    [{ as: 'a'.repeat(41), select: 'a' }, `extract[0].as is "${'a'.repeat(41)}"; ${NAME}`],
    [
      { as: 'a', select: 'h1@href' },
      'extract[0].select is not a selector: at column 3, no part of a selector begins with @; write for example h1, ' +
        'meta[name="generator"] or .price > span',
    ],
    [
      { as: 'a', select: 'a', group: 1 },
      'extract[0].group is given with select; leave it out: groups are those of a pattern',
    ],
    [
      { as: 'a', select: 'a', in: 'headers' },
      'extract[0].in is given with select; leave it out: elements are those of the source',
    ],
    [
      { as: 'a', pattern: 'a', in: 'title' },
      'extract[0].in is "title", which is not the name of a whole text; give one of body, url, rendered, dns, headers, cookies, file',
    ],
    [
      { as: 'a', select: 'a', attribute: 'x y' },
      'extract[0].attribute is "x y", which no attribute is called; give the name of one, such as href, of at most 100 characters',
    ],
    [
      { as: 'a', select: 'a', attribute: '' },
      'extract[0].attribute is "", which no attribute is called; give the name of one, such as href, of at most 100 characters',
    ],
    [
      { as: 'a', pattern: 'a', attribute: 'href' },
      'extract[0].attribute is given with pattern; leave it out: attributes are those of elements that select finds',
    ],
    [
      { as: 'a', pattern: '(a' },
      String.raw`extract[0].pattern is not a pattern: at column 1, the group that begins here is not closed; add a ), or write \( for the character`,
    ],
    [
      { as: 'a', pattern: '(a)', group: 2 },
      'extract[0].group is 2, which the pattern does not have; give 0 to 1',
    ],
    [
      { as: 'a', pattern: 'a', group: 1 },
      'extract[0].group is 1, which the pattern does not have; give only 0, the match',
    ],
    [
      { as: 'a', pattern: '(?P<version>a)', group: 'versoin' },
      'extract[0].group is "versoin", which the pattern does not have; did you mean version? If not, give 0 to 1, version',
    ],
    [
      { as: 'a', pattern: '(a)', group: 0.5 },
      'extract[0].group is 0.5, which the pattern does not have; give 0 to 1',
    ],
  ])('%j', (input, fault) => {
    expect(faultOf(input)).toBe(fault);
  });

  test('if two have one name, or there are eleven', () => {
    const one = { as: 'a', select: 'a' };
    expect(faultOf(one, one)).toBe('extract[1].as is "a" again; give each value a name of its own');
    const eleven = Array.from({ length: 11 }, (_, number) => ({ as: `v${number}`, select: 'a' }));
    expect(faultOf(...eleven)).toBe('extract has 11 items; give at most 10');
    expect(faultOf(...eleven.slice(1))).toBe('nothing');
  });
});
