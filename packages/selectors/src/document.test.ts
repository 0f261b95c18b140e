import { expect, test } from 'vitest';
import { MAX_NODES, MAX_SOURCE } from './bounds.ts';
import { readDocument, type HtmlDocument } from './document.ts';
import { searchForElements } from './search.ts';
import { Work } from './work.ts';

const nothing = (): void => undefined;

function count(document: HtmlDocument, selector: string): number {
  return [...searchForElements(selector).in(document, new Work(1e9, nothing))].length;
}

test('a source is read in pieces as in one', () => {
  const word = '<p>ä😀 a\r\nb&amp;&notit;</p>';
  // Pieces end within characters, references, tags and line ends.
  const document = readDocument(word.repeat(20_000), nothing);
  expect(count(document, 'p')).toBe(20_000);
  expect(count(document, 'p:contains("ä😀 a\\a b&¬it;")')).toBe(20_000);
  expect(document.isWhole).toBe(true);
});

test('a page of too many nodes is read up to the bound', () => {
  const document = readDocument('<i>'.repeat(3) + '<u></u>'.repeat(MAX_NODES), nothing);
  expect(document.isWhole).toBe(false);
  const elements = count(document, '*');
  expect(elements).toBeGreaterThan(MAX_NODES - 10);
  expect(elements).toBeLessThanOrEqual(MAX_NODES);
});

test('a page that is too large is read up to the bound', () => {
  const source = `<h1>first</h1>${' '.repeat(MAX_SOURCE - 27)}<h2>last</h2>`;
  expect(source).toHaveLength(MAX_SOURCE);
  const whole = readDocument(source, nothing);
  expect([whole.isWhole, count(whole, 'h2')]).toEqual([true, 1]);
  const beginning = readDocument(`${source}<h2>beyond</h2>`, nothing);
  expect([beginning.isWhole, count(beginning, 'h1'), count(beginning, 'h2')]).toEqual([false, 1, 1]);
});

test('a page that is nested too deeply is read up to the bound', () => {
  const document = readDocument(`<h1>first</h1>${'<div>'.repeat(5_000)}<h1>last</h1>`, nothing);
  expect(document.isWhole).toBe(false);
  expect(count(document, 'h1')).toBe(1);
});

test.each([
  ['start tags', '<div>'],
  ['end tags', '</p>'],
  ['unmatched end tags', '</x>'],
  ['formatting', '<b><p>'],
  ['tables', '<table><tr><td>'],
  ['foster parents', '<table>a<b>'],
  ['links', '<a href=#>'],
  ['forms', '<form><p></form>'],
  ['selects', '<select><option>'],
  ['templates', '<template>'],
  ['comments', '<!-->'],
  ['references', '&amp;&notin;'],
  ['attributes', 'a'],
])('four megabytes of %s are read or left', (_, part) => {
  const source =
    part === 'a'
      ? `<p ${Array.from({ length: 500_000 }, (_, number) => `a${number}`).join(' ')}>`
      : part.repeat((4 << 20) / part.length);
  let calls = 0;
  // A parser that is quadratic takes minutes.
  readDocument(source, () => calls++);
  expect(calls).toBeGreaterThan(0);
});

test('reading ends when the caller throws', () => {
  let calls = 0;
  const stop = (): void => {
    if (++calls === 3) throw new RangeError('stop');
  };
  expect(() => readDocument('<p>'.repeat(200_000), stop)).toThrow('stop');
  expect(calls).toBe(3);
});
