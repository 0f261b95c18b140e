import { describe, expect, test } from 'vitest';
import { STANDARD_PAGES, UNKNOWN_TO_CHROMIUM } from '../test/standard-cases.ts';
import { readDocument } from './document.ts';
import { valueOf } from './element-values.ts';
import { parseSelector } from './parse-selector.ts';
import { searchForElements } from './search.ts';
import { Work } from './work.ts';

const nothing = (): void => undefined;

describe.each([...STANDARD_PAGES, UNKNOWN_TO_CHROMIUM])('$name', ({ source, cases }) => {
  const document = readDocument(source, nothing);

  test.each(cases)('%s', (selector, ids) => {
    expect(parseSelector(selector) === null).toBe(ids !== null);
    if (ids === null) return;
    const found = Array.from(searchForElements(selector).in(document, new Work(1e6, nothing)), (element) =>
      valueOf(element, 'id'),
    );
    // What the parser adds, such as head, has no id.
    expect(found.filter((id) => id !== null).join(' ')).toBe(ids);
  });
});
