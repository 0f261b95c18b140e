import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenEngine } from './engine.ts';
import { buildFts5 } from './fts5-build.ts';
import { openFts5, readNumbers } from './fts5-index.ts';
import { buildOwn, mergeOwn } from './own-build.ts';
import { openOwn } from './own-index.ts';
import { TextsWriter } from './texts.ts';

const RUN = '-'.repeat(200);
const DOCUMENTS = [
  ['abc', '<p>x</p>'],
  [`a ${RUN} b`],
  ['bcd', 'ab', 'ca'],
  [`${RUN.slice(100)} b`],
  ['\uffff&\ufffe'],
];

let folder = '';
const engines: OpenEngine[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitegrep-bench-engines-'));
  const writer = new TextsWriter(folder);
  for (const pages of DOCUMENTS) writer.add(pages.map((page) => Buffer.from(page)));
  writer.finish({ madeOf: 'these', copies: 1, foldSeconds: 1 });
  const from = { texts: folder, copies: 1 };
  const unmerged = join(folder, 'unmerged');
  const merged = join(folder, 'merged');
  const fts5 = join(folder, 'fts5');
  await buildOwn({ ...from, folder: unmerged });
  await mergeOwn({ from: unmerged, folder: merged, documents: DOCUMENTS.length });
  buildFts5({ ...from, folder: fts5 });
  engines.push(openOwn(unmerged, DOCUMENTS.length), openOwn(merged, DOCUMENTS.length));
  engines.push(openFts5(fts5, readNumbers(fts5)));
});

afterAll(() => {
  for (const engine of engines) engine.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['abc', [0]],
  ['bc', [0, 2]],
  ['b', [0, 1, 2, 3]],
  ['abca', []],
  ['<p>x', [0]],
  // A long run is looked up by its ends alone, then in the sources.
  [`${RUN} b`, [1]],
  [`${RUN.slice(100)} b`, [1, 3]],
  [RUN, [1]],
  ['\uffff&\ufffe', [4]],
  ['\ufffe&\uffff', []],
])('every engine, opened anew or not, finds %j in the documents that hold it', (term, documents) => {
  expect(engines).toHaveLength(3);
  for (const engine of engines) {
    expect(engine.documentsOf(engine.search(term))).toEqual(documents);
    engine.reopen();
    expect(engine.documentsOf(engine.search(term))).toEqual(documents);
  }
});
