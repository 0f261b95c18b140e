import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp, restore } from '../../../test/backups.ts';
import { documentOf, found, put } from '../../../test/conformance/documents.ts';
import { domainsWith, renderedDocument, written } from '../../../test/conformance/domain-rendered.ts';
import { rebuildTextIndex } from '../maintenance/rebuild.ts';
import { mergeTextIndex } from '../maintenance/text-index.ts';
import { verifyTextIndex } from '../maintenance/verify.ts';
import { openSqliteStorage } from '../storage.ts';
import { pagesOfIds, textId } from './text-ids.ts';

let root: string;
let dataDir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitegrep-'));
  dataDir = join(root, 'data');
  await mkdir(dataDir);
});
afterEach(() => rm(root, { recursive: true }));

const BUILD_BYTES = 1 << 20;

/** Three domains, of which one is rendered, one was, and one never was; a fourth is gone. */
async function fill(): Promise<void> {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { domains } = storage;
  const rendered = ['was', 'is', 'gone'].map((name) =>
    renderedDocument(`${name}.test`, [['a', 'by scripts']]),
  );
  await put(domains, ...rendered, documentOf('never.test', ['by scripts']));
  await put(domains, renderedDocument('was.test', [['a', null]]));
  await domains.delete('gone.test');
  await storage.close();
}

/** The domains that say a text, by their scripts and by their sources, once all of a folder was verified. */
async function answersOf(folder: string): Promise<readonly (readonly string[])[]> {
  await verifyTextIndex(folder, () => {});
  const storage = await openSqliteStorage({ dataDir: folder, readers: 1 });
  const { domains } = storage;
  const answers = [await domainsWith(domains, written('by scripts')), await found(domains, 'by scripts')];
  await storage.close();
  return answers;
}

it('are kept by a backup, a merge and a rebuild', async () => {
  await fill();
  const expected = [['is.test'], ['never.test']];
  expect(await answersOf(dataDir)).toEqual(expected);
  await backUp(dataDir, join(root, 'backup'));
  expect(await answersOf(await restore(join(root, 'backup'), join(root, 'restored')))).toEqual(expected);
  await mergeTextIndex(dataDir, BUILD_BYTES);
  expect(await answersOf(dataDir)).toEqual(expected);
  const { signal } = new AbortController();
  await rebuildTextIndex({ dataDir, buildBytes: BUILD_BYTES, fullText: true, signal, onProgress: () => {} });
  expect(await answersOf(dataDir)).toEqual(expected);
});

it('leave nothing in the index once they are gone, and nothing where no page is rendered', async () => {
  await fill();
  const { after } = await mergeTextIndex(dataDir, BUILD_BYTES);
  // Three pages, each with its address, and what scripts wrote on one of them.
  expect(after.segments.map(({ documents, deadDocuments }) => [documents, deadDocuments])).toEqual([[7, 0]]);
});

it('are not in pages that the search for them does not need', async () => {
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const names = Array.from({ length: 50 }, (_, number) => `d${number}.test`);
  const rare = 'https://rare.example/';
  await put(
    storage.domains,
    ...names.map((name, number) => renderedDocument(name, [['a', number === 7 ? rare : `common ${number}`]])),
  );
  // A row that is read is compared with its checksum: the search sees no other page than that of its only hit.
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  db.exec(`UPDATE page SET rendered = x'00' WHERE url NOT LIKE '%//d7.test/%'`);
  db.close();
  const pattern = {
    kind: 'pattern',
    pattern: 'https://rare[.]',
    caseSensitive: true,
    scope: 'rendered',
  } as const;
  expect(await domainsWith(storage.domains, written(rare))).toEqual(['d7.test']);
  expect(await domainsWith(storage.domains, pattern)).toEqual(['d7.test']);
  await expect(domainsWith(storage.domains, { ...pattern, pattern: '[c]ommon' })).rejects.toThrow(
    /is damaged/,
  );
  await storage.close();
});

it('have ids of their own, from which the numbers of their pages follow', () => {
  const ids = Float64Array.of(
    ...[3, 2 ** 40].flatMap((one) => [textId(one, 'body'), textId(one, 'rendered'), textId(one, 'dns')]),
  );
  expect([...ids.keys()].every((at) => at === 0 || (ids[at] ?? 0) > (ids[at - 1] ?? 0))).toBe(true);
  expect([...pagesOfIds(ids, 'body')]).toEqual([3, 2 ** 40]);
  expect([...pagesOfIds(ids.slice(1), 'rendered')]).toEqual([3, 2 ** 40]);
  expect([...pagesOfIds(ids.slice(1), 'dns')]).toEqual([3, 2 ** 40]);
  expect([...pagesOfIds(ids.slice(1, 3), 'body')]).toEqual([]);
});
