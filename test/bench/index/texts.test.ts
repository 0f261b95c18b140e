import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Texts, TextsWriter } from './texts.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegrep-bench-texts-'));
  const writer = new TextsWriter(folder);
  for (const pages of [['ä', 'bc'], [], [''], ['def'], ['gh', 'i'], [], ['jk'], ['l']]) {
    writer.add(pages.map((page) => Buffer.from(page)));
  }
  writer.finish({ madeOf: 'these', copies: 2, foldSeconds: 1.5 });
});

afterEach(() => rmSync(folder, { recursive: true }));

function read(copies: number, batch: number): string[][] {
  const texts = new Texts(folder, copies);
  const documents: string[][] = [];
  for (const some of texts.batches(batch)) {
    for (const { number, pages } of some) documents[number] = pages.map((page) => page.toString());
  }
  texts.close();
  return documents;
}

test('documents come back page by page, in batches of any size', () => {
  const all = [['ä', 'bc'], [], [''], ['def'], ['gh', 'i'], [], ['jk'], ['l']];
  for (const batch of [1, 2, 3, 8, 100]) expect(read(2, batch)).toEqual(all);
});

test('one copy is the first half, and pages are counted in it, round and round', () => {
  expect(read(1, 3)).toEqual([['ä', 'bc'], [], [''], ['def']]);
  const texts = new Texts(folder, 2);
  expect([0, 1, 2, 3, 4].map((n) => texts.page(n))).toEqual(['ä', 'bc', '', 'def', 'ä']);
  expect(texts).toMatchObject({ documents: 8, pages: 8, bytes: 13 });
  texts.close();
});

test('more copies than there are are refused', () => {
  expect(() => new Texts(folder, 3)).toThrow(/has 2 copies, not 3/);
});
