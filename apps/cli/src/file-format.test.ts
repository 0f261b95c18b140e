import { expect, test } from 'vitest';
import { withFormatOfFile } from './file-format.ts';

const FORMATS = ['ndjson', 'csv', 'parquet', 'xlsx'] as const;

test.each([
  ['found.csv', 'csv'],
  ['a.b/Found.XLSX', 'xlsx'],
  ['found.parquet', 'parquet'],
  ['found.ndjson', 'ndjson'],
  ['found.jsonl', 'ndjson'],
  ['found.json', 'ndjson'],
  ['found.txt', undefined],
  ['csv', undefined],
])('a file %s has the format %s', (out, format) => {
  expect(withFormatOfFile({ out, json: false }, FORMATS)).toEqual({
    out,
    json: false,
    ...(format && { format }),
  });
});

test('a format that is given counts, and lines of JSON have none', () => {
  const given = { out: 'found.csv', format: 'xlsx', json: false } as const;
  expect(withFormatOfFile(given, FORMATS)).toBe(given);
  const lines = { out: 'found.csv', json: true };
  expect(withFormatOfFile(lines, FORMATS)).toBe(lines);
});
