import * as fc from 'fast-check';
import { DomUtils } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { readElements, readLayout, readRawElement, readTag } from './document.ts';

/** Name and attributes of the first element, as the parser itself reads it. */
function parsed(source: string) {
  const [element] = readElements(source);
  return element === undefined ? null : { name: element.name, attribs: { ...element.attribs } };
}

function read(source: string) {
  const element = readTag(source);
  return element === null ? null : { name: element.name, attribs: { ...element.attribs } };
}

describe('a start tag is read as the parser reads it', () => {
  test.each([
    '<a>',
    '<A HREF=x Title="Y z">',
    '<a b=\'c\' d=e f g="">',
    '<a href=/x/y/>',
    '<br/>',
    '<br class=x/>',
    '<img src = "a"  alt\t=\n\'b\' />',
    '<a a=1 A=2 a="3">',
    '<a b="x>y" c=\'"\'>',
    '<a b=&amp; c="&#x41;">',
    '<a =b>',
    '<a b="c"d="e">',
    '<a "b" \'c>',
    '<a b/c=d>',
    '<a/b>',
    '<a\u00a0b=c>',
    '<x-y:z data-x.y=1 @click="z" :bind=q>',
    '<a __proto__=x constructor=y>',
    '<a b=c`d e=f"g>',
    '<p<q r=s>',
    '<lin\u212a rel=x>',
  ])('%s', (source) => {
    expect(read(source)).toEqual(parsed(source));
  });

  test('whatever its characters', () => {
    const part = fc.constantFrom(
      'a',
      'B',
      ' ',
      '\n',
      '=',
      '"',
      "'",
      '/',
      '&',
      '&amp;',
      '-',
      '<',
      '\u212a',
      'é',
      'x=',
      '="y"',
      '\u000b',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const source = `<t${parts.join('')}>`;
        // A tag that isn't over at its end is none.
        const { startTags } = readLayout(source);
        fc.pre(startTags[0] === 0 && startTags[1] === source.length);
        expect(read(source)).toEqual(parsed(source));
      }),
      { numRuns: 3_000 },
    );
  });
});

test.each([
  ['<script>', 'a < b && "</div>"</script><p>x', 'a < b && "</div>"'],
  ['<SCRIPT x=1>', 'a</Script >x', 'a'],
  ['<style>', 'a</styles>b</style/>c', 'a</styles>b'],
  ['<style>', 'a </sty', 'a </sty'],
])('%s%s holds %s', (tag, content, expected) => {
  const element = readRawElement(tag, content);
  expect(element === null ? null : DomUtils.textContent(element)).toBe(expected);
  const [whole] = readElements(`${tag}${content}`);
  expect(whole === undefined ? null : DomUtils.textContent(whole)).toBe(expected);
});

test('a layout ends at the bounds of a document', () => {
  const deep = readLayout('<b>'.repeat(30_000));
  expect([deep.depth, deep.startTags.length / 2]).toEqual([256, 256]);
  const wide = readLayout('<p>'.repeat(30_000));
  expect([wide.depth, wide.parents.length]).toEqual([1, 20_000]);
});
