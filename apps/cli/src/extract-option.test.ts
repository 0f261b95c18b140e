import { expect, test } from 'vitest';
import { collectExtraction, inWordsOf } from './extract-option.ts';

test.each([
  ['h1=css:h1', { as: 'h1', select: 'h1' }],
  ['action=css:form@action', { as: 'action', select: 'form', attribute: 'action' }],
  ['links[]=css:a[href^="/"]@href', { as: 'links', select: 'a[href^="/"]', attribute: 'href', all: true }],
  ['mail=css:a[href*="@example"]', { as: 'mail', select: 'a[href*="@example"]' }],
  ['mail=css:a[href*="@example"]@href', { as: 'mail', select: 'a[href*="@example"]', attribute: 'href' }],
  [String.raw`version=re:ver=([\d.]+)`, { as: 'version', pattern: String.raw`ver=([\d.]+)` }],
  ['ids[]=re:a[^[]', { as: 'ids', pattern: 'a[^[]', all: true }],
  ['at=re:a@b', { as: 'at', pattern: 'a@b' }],
  ['server=headers:(?m)^server: (.*)', { as: 'server', pattern: '(?m)^server: (.*)', in: 'headers' }],
])('%s', (written, extraction) => {
  expect(collectExtraction(written, [])).toEqual([{ written, extraction }]);
});

test.each(['h1', 'h1=', 'h1=h1', 'h1=css:', '=css:h1', 'h1=xpath://h1'])('%s is refused', (written) => {
  expect(() => collectExtraction(written, [])).toThrow('Write NAME=css:SELECTOR');
});

test('faults that the API finds are those of the option', () => {
  const extract = collectExtraction('b=re:(', collectExtraction('a=css:a', []));
  expect(inWordsOf(extract, 'extract[1].pattern is not a pattern: at column 1, …')).toBe(
    '--extract "b=re:(" is not a pattern: at column 1, …',
  );
  expect(inWordsOf(extract, 'extract[0].as is title, which items have already; …')).toBe(
    '--extract "a=css:a" is title, which items have already; …',
  );
  expect(inWordsOf(extract, 'extract has 11 items; give at most 10.')).toBe(
    '--extract has 11 items; give at most 10.',
  );
  expect(inWordsOf(extract, 'q cannot be read')).toBe('q cannot be read');
});
