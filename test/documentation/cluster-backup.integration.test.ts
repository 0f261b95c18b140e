import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { openElasticsearchStorage } from '@sitegrep/storage/elasticsearch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentOf } from '../../packages/storage/test/conformance/documents.ts';
import { resultOf, seeds, SPEC } from '../../packages/storage/test/conformance/prepared-crawls.ts';
import { NONE_REJECTED } from '../../packages/storage/src/records.ts';
import { startOwnElasticsearch } from '../chaos/cluster/own-elasticsearch.ts';
import { BASH, patternOf, type Step, runPage } from './page.ts';
import { type Storage, wholeSite } from '@sitegrep/storage';

const ROOT = join(import.meta.dirname, '..', '..');
const PATH = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
const SITES = 1_000;

const closers = new AsyncDisposableStack();
let folder: string;
let endpoint: string;
let sections: { readonly backUp: string; readonly restore: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-cluster-backup-'));
  closers.defer(() => rm(folder, { recursive: true }));
  endpoint = (await startOwnElasticsearch(closers)).url;
  await writeFile(join(folder, 'elasticsearch.curl'), '# this node has no accounts\n');
  const page = await readFile(join(ROOT, 'docs', 'backup.md'), 'utf8');
  const [, backUp = '', restore = ''] = /^(## A cluster$.*?)^(## Restore a cluster$.*)/ms.exec(page) ?? [];
  // The second part is read in another program, which knows the same function.
  const head = /^```sh\nES=.*?^es\(\).*?$/ms.exec(backUp)?.[0] ?? '';
  sections = { backUp, restore: `${head}\n\`\`\`\n\n${restore}` };
}, 300_000);
afterAll(() => closers.disposeAsync(), 60_000);

/** Runs a part of the page as it stands. */
async function runPart(part: keyof typeof sections): Promise<readonly Step[]> {
  const path = join(folder, `${part}.md`);
  await writeFile(path, sections[part]);
  const steps = await runPage(path, BASH, folder, {
    PATH,
    ES: endpoint,
    SITEGREP_STORAGE: 'elasticsearch',
    SITEGREP_ELASTICSEARCH_NODES: endpoint,
    SITEGREP_DATA_DIR: join(folder, 'data'),
  });
  const shown = steps.filter(({ expected }) => expected !== null);
  for (const { line, printed, expected } of shown)
    expect([line, printed]).toEqual([line, expect.stringMatching(patternOf(expected ?? ''))]);
  return steps;
}

function open(): Promise<Storage> {
  return openElasticsearchStorage({
    nodes: [endpoint],
    auth: { kind: 'none' },
    ca: null,
    requestTimeoutMs: 30_000,
    indexPrefix: 'sitegrep',
    shards: 2,
    recordShards: 1,
    replicas: 0,
    refreshInterval: '100ms',
    bulkBytes: 1_000_000,
    bulkConcurrency: 2,
  });
}

const nameOf = (number: number): string => `site-${number}.example`;

test('a backup during a crawl is restored: no site with an outcome lacks its document, and the rest is crawled again', async () => {
  const storage = await open();
  const { id } = await storage.crawls.create(SPEC);
  const names = Array.from({ length: SITES }, (_, number) => nameOf(number));
  await storage.crawls.appendSites(id, seeds(...names));
  await storage.crawls.seal(id, NONE_REJECTED);
  // As a worker does: the document is durable before the outcome.
  let isBackedUp = false;
  let written = 0;
  const crawl = async (): Promise<void> => {
    for (;;) {
      const name = names[written];
      if (name === undefined || isBackedUp) return;
      written += 1;
      await storage.domains.put([wholeSite(documentOf(name, [`<p>text of ${name}</p>`]))]);
      await storage.crawls.finish(id, name, resultOf('indexed'));
    }
  };
  const crawling = Promise.all(Array.from({ length: 4 }, crawl));
  await expect.poll(() => written, { timeout: 60_000 }).toBeGreaterThan(20);
  const before = written;
  await runPart('backUp');
  isBackedUp = true;
  await crawling;
  expect(written).toBeGreaterThan(before);

  // What is written later, and what is lost.
  await storage.domains.put([wholeSite(documentOf('later.example', ['<p>later</p>']))]);
  await storage.domains.delete(nameOf(0));
  await storage.close();
  const steps = await runPart('restore');
  expect(steps.at(-1)?.printed).toContain('index and sources agree');

  const restored = await open();
  try {
    expect(await restored.domains.get('later.example')).toBeNull();
    expect((await restored.domains.get(nameOf(0)))?.pages).toHaveLength(1);
    const unfinished = new Set(await restored.crawls.unfinished(id, null, SITES));
    const ended = names.filter((name) => !unfinished.has(name));
    expect([ended.length > 15, unfinished.size > 0]).toEqual([true, true]);
    for (const name of ended)
      expect([name, (await restored.domains.get(name))?.domain]).toEqual([name, name]);
  } finally {
    await restored.close();
  }
}, 300_000);
