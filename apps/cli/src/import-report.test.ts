import type { PagesLine } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { ImportTally } from './import-report.ts';

function page(outcome: Extract<PagesLine, { type: 'page' }>['outcome']): PagesLine {
  return {
    type: 'page',
    record: 1,
    unit: 'line',
    entry: null,
    offset: 0,
    url: 'https://a.example/',
    domain: 'a.example',
    outcome,
    reason: null,
  };
}

test('an interrupted import tells what is stored of files that have not ended', () => {
  const tally = new ImportTally();
  expect(tally.soFar()).toBe('interrupted: 0 pages stored, 0 unchanged');
  for (const outcome of ['stored', 'unchanged', 'not_html', 'unchanged'] as const)
    tally.add('a.ndjson', page(outcome));
  expect(tally.soFar()).toBe('interrupted: 1 page stored, 2 unchanged');
  for (let n = 0; n < 999; n++) tally.add('b.ndjson', page('stored'));
  expect(tally.soFar()).toBe('interrupted: 1,000 pages stored, 2 unchanged');
});
