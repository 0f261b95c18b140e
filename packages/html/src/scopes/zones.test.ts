import { foldCase, foldUtf8 } from '@sitegrep/fold';
import { scopeRanges, type SourceScope } from '@sitegrep/html';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { zoneOf, zonesOf } from './zones.ts';

const SCOPES = ['text', 'comment', 'inline', 'script', 'link', 'meta', 'title'] as const;

/** Texts of a zone's ranges in the folded UTF-8 of a source. */
function textsIn(source: string, scope: SourceScope): string[] {
  const folded = foldUtf8(Buffer.from(source));
  const ranges = zonesOf(source)[zoneOf(scope)] ?? new Uint32Array();
  return Array.from({ length: ranges.length / 2 }, (_, index) =>
    folded.subarray(ranges[2 * index], ranges[2 * index + 1]).toString(),
  );
}

test('each scope is a zone of its own, in bytes of the folded source', () => {
  const source =
    '<title>Ärzte \u212a</title><!--€--><script src=/Ⱥ.JS></script><script>"ſ"</script>' +
    '<meta name=É><a href="/Ж">😀</a> ende';
  expect(textsIn(source, 'title')).toEqual(['ärzte k']);
  expect(textsIn(source, 'comment')).toEqual(['€']);
  expect(textsIn(source, 'script')).toEqual(['/ⱥ.js']);
  expect(textsIn(source, 'inline')).toEqual(['"s"']);
  expect(textsIn(source, 'meta')).toEqual(['<meta name=é>']);
  expect(textsIn(source, 'link')).toEqual(['/ж']);
  expect(textsIn(source, 'text')).toEqual(['😀', ' ende']);
  expect(new Set(SCOPES.map(zoneOf)).size).toBe(SCOPES.length);
});

test('whatever a source is, its zones are its ranges, folded', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<title>',
      '</title>',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '<script src=',
      '<a href="',
    ),
    fc.constantFrom('">', '>', '<meta ', '<p>', 'é', 'Ж', '中', '😀', '\u212a', 'ſ', 'Ⱥ', 'ẞ', 'a', ' '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const source = pieces.join('');
      const ranges = scopeRanges(source, new Set(SCOPES));
      for (const scope of SCOPES) {
        const offsets = ranges[scope] ?? new Uint32Array();
        const expected = Array.from({ length: offsets.length / 2 }, (_, index) =>
          foldCase(source.slice(offsets[2 * index], offsets[2 * index + 1])),
        );
        expect(textsIn(source, scope)).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});
