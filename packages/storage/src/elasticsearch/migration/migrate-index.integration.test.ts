import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTick } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { documentOf, found } from '../../../test/conformance/documents.ts';
import { domainsWith, renderedDocument, written } from '../../../test/conformance/domain-rendered.ts';
import { withScreenshots } from '../../../test/conformance/domain-screenshots.ts';
import type { DomainIndex } from '../../domains.ts';
import { FullTextOff } from '../../full-text.ts';
import { IndexReplaced, StorageBusy, StorageMisconfigured } from '../../errors.ts';
import { openDomainIndex } from '../domains/domain-index.ts';
import { domainIndex } from '../domains/mapping.ts';
import { createRepacker } from '../domains/repacker.ts';
import { rewriteDomain } from './migrate-indexes.ts';
import { DOMAIN, numbered, textsOf, URLS, visited } from '../../../test/conformance/versioned-pages.ts';
import { checkVersions } from '../../../test/elasticsearch/check-versions.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { copyIndex, discardCopy, type MigratedIndex, switchIndex } from './migrate-index.ts';
import type { MigrationOptions } from './copy-rounds.ts';
import { dropReplaced } from './index-in-use.ts';
import { type MigratableIndex, UNCHANGED } from './copy.ts';
import { wholeSite } from '../../puts.ts';

const indexes = await openTestIndexes();
const { client } = indexes;
const repacker = createRepacker(1);
afterAll(() => Promise.all([indexes.close(), repacker.close()]));

/** Long enough that a builder on a busy machine does not look dead. */
const BEAT_MS = 300;
const SETTINGS = { shards: 2, refreshInterval: '50ms', bulkBytes: 1 << 20, bulkConcurrency: 2 };

interface Opened {
  readonly prefix: string;
  readonly index: DomainIndex;
  readonly wanted: ReturnType<typeof wantedOf>;
}
const wantedOf = (options: Parameters<typeof domainIndex>[0]) => {
  const index = domainIndex(options);
  return { ...index, rewrite: rewriteDomain(repacker, index.version) };
};
/** Copies an index and puts the copy in its place. */
async function migrateIndex<S>(
  wanted: MigratableIndex<S>,
  options: MigrationOptions = {},
): Promise<MigratedIndex> {
  await copyIndex(client, wanted, options, BEAT_MS);
  return switchIndex(client, wanted, options, BEAT_MS);
}
const VERSION = wantedOf({ ...indexes.options(), ...SETTINGS }).version;
async function open(): Promise<Opened> {
  const options = { ...indexes.options(), ...SETTINGS };
  const index = await openDomainIndex(client, options);
  return { prefix: options.indexPrefix, index, wanted: wantedOf(options) };
}
/** All indexes of domains, whatever their names; blocks, leases and lists have indexes that are never copied. */
function allOf(prefix: string): string {
  return `${prefix}-*,-${prefix}-blocks-*,-${prefix}-leases-*,-${prefix}-lists-*,-${prefix}-searches-*`;
}

const namesBehind = async (name: string): Promise<readonly string[]> =>
  Object.keys(await client.indices.get({ index: name }));

/** Repeats a write that gave up because the index was blocked for too long, as a worker would. */
async function insistently<T>(write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof StorageBusy)) throw error;
    }
  }
}

/** Concurrent callers that put, delete and search domains, each its own ones, until they are stopped. */
function traffic(index: DomainIndex): { end(): Promise<ReadonlyMap<string, string>> } {
  const sources = new Map<string, string>();
  const control = { ending: false };
  const callers = Array.from({ length: 4 }, async (_, caller) => {
    for (let step = 0; !control.ending || step < 3; step++) {
      const domain = `busy${caller}-${(step * 7) % 11}.test`;
      if (step % 4 === 3 && sources.has(domain)) {
        assert.equal(await insistently(() => index.delete(domain)), true);
        sources.delete(domain);
        assert.equal(await index.get(domain), null);
      } else {
        const source = `write ${step} of caller ${caller}!`;
        const put = wholeSite(documentOf(domain, [source]));
        const [result] = await insistently(() => index.put([put]));
        assert.equal(result?.stored, true);
        sources.set(domain, source);
        assert.deepEqual(await found(index, source), [domain]);
      }
      expect(await found(index, 'stays for good')).toHaveLength(40);
      await nextTick();
    }
  });
  return {
    end: async () => {
      control.ending = true;
      await Promise.all(callers);
      return sources;
    },
  };
}
const STAYING = Array.from({ length: 40 }, (_, number) =>
  documentOf(`stays${number}.test`, ['stays for good']),
);

/** A scan and searches must show what was acknowledged. */
async function expectAcknowledged(index: DomainIndex, sources: ReadonlyMap<string, string>): Promise<void> {
  const expected = new Map([...STAYING.map(({ domain }) => [domain, 'stays for good'] as const), ...sources]);
  const scanned = await Array.fromAsync(index.scan());
  expect(new Map(scanned.map(({ domain, pages }) => [domain, pages[0]?.source]))).toEqual(expected);
  expect((await found(index, 'write ')).toSorted()).toEqual([...sources.keys()].toSorted());
  for (const [domain, source] of sources) expect(await found(index, source)).toEqual([domain]);
}

it('rebuilds the index during puts, deletes and searches, and loses nothing', async () => {
  const { prefix, index, wanted } = await open();
  await index.put(STAYING.map(wholeSite));
  await index.setRanks([{ domain: 'unknown.test', rank: 77 }]);
  const busy = traffic(index);
  const copied: number[] = [];
  const result = await migrateIndex(wanted, {
    force: true,
    onProgress: (progress) => copied.push(progress.copied),
  });
  expect(result).toEqual({
    alias: `${prefix}-domains`,
    outcome: 'switched',
    kept: [`${prefix}-domains-v${VERSION}`],
  });
  expect(await namesBehind(`${prefix}-domains`)).toEqual([`${prefix}-domains-v${VERSION}-2`]);
  expect(Math.max(...copied)).toBeGreaterThanOrEqual(41);
  await migrateIndex({ ...wanted, settings: { ...wanted.settings, number_of_shards: 3 } }, { force: true });
  await expectAcknowledged(index, await busy.end());
  // A rank without a document was copied as well.
  await index.put([wholeSite(documentOf('unknown.test', ['known']))]);
  expect((await index.get('unknown.test'))?.rank).toBe(77);
  const { settings } =
    (await client.indices.get({ index: `${prefix}-domains-v${VERSION}-3` }))[
      `${prefix}-domains-v${VERSION}-3`
    ] ?? {};
  expect(settings?.index).toMatchObject({ number_of_shards: '3', refresh_interval: '50ms' });

  expect(await migrateIndex(wanted)).toMatchObject({
    outcome: 'current',
    kept: [expect.anything(), expect.anything()],
  });
  await dropReplaced(client, wanted.alias);
  expect(await migrateIndex(wanted)).toMatchObject({ outcome: 'current', kept: [] });
  expect(await namesBehind(allOf(prefix))).toEqual([`${prefix}-domains-v${VERSION}-3`]);
  await index.close();
});

/** A process that migrates the index until it sends itself a signal at the answer to a request. */
function interruptible(...args: [prefix: string, signal: string, method: string, path: string]) {
  const script = fileURLToPath(
    new URL('../../../test/elasticsearch/interrupted-migration.ts', import.meta.url),
  );
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = text(child.stderr);
  return { child, ended: once(child, 'exit').then(async ([code, signal]) => [code ?? signal, await said]) };
}
const killed = (prefix: string, method: string, path: string): Promise<unknown> =>
  interruptible(prefix, 'SIGKILL', method, path).ended;

it('completes after kills at each step, while writes go on', async () => {
  const { prefix, index, wanted } = await open();
  await index.put(STAYING.map(wholeSite));
  const busy = traffic(index);
  const old = `${prefix}-domains-v${VERSION}`;
  const kills = [
    ['PUT', `^/${old}-2$`],
    ['POST', '-next/_bulk$'],
    ['PUT', '/_mapping$'],
    ['PUT', '/_block/write$'],
    ['PUT', `^/${old}-2/_settings$`],
  ] as const;
  for (const [method, path] of kills) {
    expect(await killed(prefix, method, path)).toEqual(['SIGKILL', '']);
    expect(await namesBehind(`${prefix}-domains`)).toEqual([old]);
    expect(await found(index, 'stays for good')).toHaveLength(40);
  }
  // The index that the last kill left has another number of shards than the wanted one.
  await migrateIndex({ ...wanted, settings: { ...wanted.settings, number_of_shards: 1 } }, { force: true });
  await expectAcknowledged(index, await busy.end());
  expect((await namesBehind(allOf(prefix))).toSorted()).toEqual([old, `${old}-2`]);
  await index.close();
});

it('allows writes and deletes the copy when an interrupted migration is given up', async () => {
  const { prefix, index, wanted } = await open();
  await index.put(STAYING.map(wholeSite));
  expect(await killed(prefix, 'PUT', '/_block/write$')).toEqual(['SIGKILL', '']);
  expect(await discardCopy(client, wanted, BEAT_MS)).toMatchObject({ outcome: 'current', kept: [] });
  expect(await namesBehind(allOf(prefix))).toEqual([`${prefix}-domains-v${VERSION}`]);
  await index.put([wholeSite(documentOf('again.test', ['write again']))]);
  await expectAcknowledged(index, new Map([['again.test', 'write again']]));
  await index.close();
});

it('does no harm when it continues after another process took over', async () => {
  const { prefix, index, wanted } = await open();
  await index.put(STAYING.map(wholeSite));
  const { child, ended } = interruptible(
    prefix,
    'SIGSTOP',
    'PUT',
    `^/${prefix}-domains-v${VERSION}-2/_settings$`,
  );
  while (!/\) T /.test(await readFile(`/proc/${child.pid}/stat`, 'utf8'))) await nextTick();
  await migrateIndex(wanted, { force: true });
  await index.put([wholeSite(documentOf('later.test', ['write later']))]);
  const before = await client.indices.getAlias({ index: `${prefix}-*` });
  child.kill('SIGCONT');
  expect(await ended).toEqual([1, expect.stringMatching(/StorageBusy.*migrated by another process/)]);
  expect(await client.indices.getAlias({ index: `${prefix}-*` })).toEqual(before);
  await expectAcknowledged(index, new Map([['later.test', 'write later']]));
  await index.close();
});

it('shares a copy among processes, and switches to a complete one only', async () => {
  const { index, wanted } = await open();
  await index.put(STAYING.map(wholeSite));
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow: typeof wanted = {
    ...wanted,
    rewrite: {
      ...wanted.rewrite,
      bodyOf: async (document) => {
        reached.resolve();
        await gate.promise;
        return wanted.rewrite.bodyOf(document);
      },
    },
  };
  const first = copyIndex(client, slow, { force: true, concurrency: 1 }, BEAT_MS);
  await reached.promise;
  const copied: number[] = [];
  const helping = { force: true, onProgress: (progress: { copied: number }) => copied.push(progress.copied) };
  const second = copyIndex(client, wanted, helping, BEAT_MS);
  // The first process copies one of the two shards; the second one need not wait for it.
  while ((copied.at(-1) ?? 0) === 0) await nextTick();
  await expect(switchIndex(client, wanted, {}, BEAT_MS)).rejects.toThrow(/no complete copy/);
  gate.resolve();
  expect([await first, await second]).toMatchObject([{ outcome: 'copied' }, { outcome: 'copied' }]);
  expect(await switchIndex(client, wanted, {}, BEAT_MS)).toMatchObject({ outcome: 'switched' });
  expect(await switchIndex(client, wanted, {}, BEAT_MS)).toMatchObject({ outcome: 'current' });
  await expectAcknowledged(index, new Map());
  await index.close();
});

it('allows writes when it is stopped, and the next run continues', async () => {
  const { prefix, index, wanted } = await open();
  await index.put(STAYING.map(wholeSite));
  const controller = new AbortController();
  const ended = migrateIndex(wanted, {
    force: true,
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('told to end')),
  });
  await expect(ended).rejects.toThrow('told to end');
  await index.put([wholeSite(documentOf('between.test', ['write between']))]);
  expect(await migrateIndex(wanted, { force: true })).toMatchObject({ outcome: 'switched' });
  expect(await namesBehind(`${prefix}-domains`)).toEqual([`${prefix}-domains-v${VERSION}-2`]);
  await expectAcknowledged(index, new Map([['between.test', 'write between']]));
  await index.close();
});

it('shuts out programs with the older mapping, and tells them why', async () => {
  const { prefix, index, wanted } = await open();
  await index.put(STAYING.map(wholeSite));
  await migrateIndex({ ...wanted, version: wanted.version + 1 });
  for (const used of [
    () => index.put([wholeSite(documentOf('late.test', ['late']))]),
    () => index.delete('stays1.test'),
    () => index.get('stays1.test'),
    () => found(index, 'stays'),
  ]) {
    await expect(used()).rejects.toThrow(IndexReplaced);
    await expect(used()).rejects.toThrow(/newer version of sitegrep migrated the index/);
  }
  const again = openDomainIndex(client, { indexPrefix: prefix, replicas: 0, ...SETTINGS });
  await expect(again).rejects.toThrow(StorageMisconfigured);
  await expect(migrateIndex(wanted, { force: true })).rejects.toThrow(
    `has mapping ${wanted.version + 1}, but this version of sitegrep needs mapping ${wanted.version}: run the newer version`,
  );
  expect(await namesBehind(`${prefix}-domains`)).toEqual([`${prefix}-domains-v${wanted.version + 1}`]);
});

it('lets programs with an older mapping read a newer one that has what they look for, and refuses their writes', async () => {
  const { prefix, index, wanted } = await open();
  await index.put(STAYING.map(wholeSite));
  await migrateIndex({ ...wanted, version: wanted.version + 1, readers: [wanted.version] });
  expect(await found(index, 'stays for good')).toHaveLength(40);
  expect((await index.get('stays1.test'))?.revision).toBe(1);
  const late = wholeSite(documentOf('late.test', ['late']));
  await expect(index.put([late])).rejects.toThrow(IndexReplaced);
  await expect(index.delete('stays1.test')).rejects.toThrow(IndexReplaced);
  const again = await openDomainIndex(client, { indexPrefix: prefix, replicas: 0, ...SETTINGS });
  await expect(again.put([late])).rejects.toThrow(IndexReplaced);
  await expectAcknowledged(again, new Map());
  await Promise.all([index.close(), again.close()]);
});

it('goes on with the newer mapping during puts and searches, in processes that serve both', async () => {
  const options = { ...indexes.options(), ...SETTINGS };
  const before = await openDomainIndex(client, { ...options, fullText: false });
  await before.put(STAYING.map(wholeSite));
  const index = await openDomainIndex(client, options);
  const request = { keyword: 'stays', language: 'en', country: null, limit: 10, now: 0 };
  await expect(index.fullText.search(request)).rejects.toThrow(FullTextOff);
  const busy = traffic(index);
  await migrateIndex(wantedOf(options));
  // Searches by those who do not know the newer mapping stay right.
  expect(await found(before, 'stays for good')).toHaveLength(40);
  await expect(before.put([wholeSite(documentOf('late.test', ['late']))])).rejects.toThrow(IndexReplaced);
  await expectAcknowledged(index, await busy.end());
  const withText = await client.count({
    index: `${options.indexPrefix}-domains`,
    query: { nested: { path: 'page', query: { exists: { field: 'page.key' } } } },
  });
  const live = await client.count({
    index: `${options.indexPrefix}-domains`,
    query: { term: { live: true } },
  });
  expect(withText.count).toBe(live.count);
  await Promise.all([before.close(), index.close()]);
});

it('migrates documents of an older mapping', async () => {
  const options = { ...indexes.options(), ...SETTINGS };
  const alias = `${options.indexPrefix}-domains`;
  const document = documentOf('old.test', ['<p>from an OLDER index']);
  await client.indices.create({
    index: `${alias}-v0`,
    aliases: { [alias]: {} },
    mappings: {
      _meta: { version: 0 },
      _source: { excludes: ['pages'] },
      properties: { pages: { type: 'binary', store: true } },
    },
  });
  const rank = { domain: 'old.test', rank: 5, listed: 5, linked: 0 };
  await client.index({ index: alias, id: 'rank:old.test', routing: 'old.test', document: rank });
  await client.index({
    index: alias,
    id: 'old.test',
    document: {
      domain: 'old.test',
      live: true,
      revision: 4,
      facts: JSON.stringify(document.facts),
      pages: zstdCompressSync(JSON.stringify(document.pages)).toString('base64'),
    },
  });
  expect(await migrateIndex(wantedOf(options))).toEqual({
    alias,
    outcome: 'switched',
    kept: [`${alias}-v0`],
  });
  const index = await openDomainIndex(client, options);
  expect(await index.get('old.test')).toEqual({ ...document, revision: 4, rank: 5 });
  expect(await found(index, 'n older INDEX')).toEqual(['old.test']);
  // Its rank comes from a list: a link changes nothing until the list takes the rank away.
  const linking = documentOf('links.test', ['links']);
  const pages = linking.pages.map((page) => ({
    ...page,
    facts: { ...page.facts, linkedDomains: ['old.test'] },
  }));
  await index.put([wholeSite({ ...linking, pages })]);
  await index.updateRanks();
  expect(await Array.fromAsync(index.ranks())).toEqual([{ domain: 'old.test', rank: 5 }]);
  await index.setRanks([{ domain: 'old.test', rank: 0 }]);
  expect((await index.get('old.test'))?.rank).toBe(38);
  await index.close();
});

/** Creates a document again after the index has forgotten the deleted one. */
async function remake(index: string): Promise<void> {
  const answer = { statusCode: 409 };
  while (answer.statusCode === 409) {
    await client.indices.refresh({ index });
    const { statusCode } = await client.index(
      { index, id: 'remade', document: { n: 100 }, version: 1, version_type: 'external' },
      { ignore: [409], meta: true },
    );
    answer.statusCode = statusCode;
  }
}

it('copies neither documents removed during the copy nor earlier ones of the same id', async () => {
  const alias = `${indexes.options().indexPrefix}-crawls`;
  const old = `${alias}-v1`;
  await client.indices.create({
    index: old,
    aliases: { [alias]: {} },
    mappings: { _meta: { version: 1 } },
    // A document that is created again soon counts as new: its versions start at 1.
    settings: { gc_deletes: '0s' },
  });
  for (const [id, times] of [
    ['removed', 1],
    ['remade', 3],
    ['last', 1],
  ] as const) {
    for (let n = 1; n <= times; n++) await client.index({ index: alias, id, document: { n } });
  }
  const wanted: MigratableIndex<unknown> = {
    alias,
    version: 2,
    mappings: {},
    settings: {},
    rewrite: {
      ...UNCHANGED,
      readFirst: 1,
      bodyOf: async (document) => {
        if (document.id === 'last') {
          await client.delete({ index: alias, id: 'removed' });
          await client.delete({ index: alias, id: 'remade' });
          await remake(alias);
        }
        return UNCHANGED.bodyOf(document);
      },
    },
  };
  await migrateIndex(wanted);
  const { hits } = await client.search({ index: alias });
  expect(Object.fromEntries(hits.hits.map(({ _id: id, _source: source }) => [id, source]))).toEqual({
    remade: { n: 100 },
    last: { n: 1 },
  });
});

it('does nothing if there is no index yet', async () => {
  const options = { ...indexes.options(), ...SETTINGS };
  expect(await migrateIndex(wantedOf(options))).toMatchObject({ outcome: 'absent' });
});

it('copies screenshots, and their sizes', async () => {
  const { index, wanted } = await open();
  const document = withScreenshots('screenshots.test', 5, 'copied');
  await index.put([wholeSite(document)]);
  const before = [await index.pages('screenshots.test'), (await index.stats()).compressedBytes];
  await migrateIndex(wanted, { force: true });
  expect((await index.get('screenshots.test'))?.pages).toEqual(document.pages);
  expect([await index.pages('screenshots.test'), (await index.stats()).compressedBytes]).toEqual(before);
  await index.close();
});

it('copies the versions of pages', async () => {
  const options = { ...indexes.options(), ...SETTINGS, keepVersions: 10 };
  const index = await openDomainIndex(client, options);
  const sources = numbered(3);
  await visited(index, sources);
  const before = await index.versions(DOMAIN, URLS[0]);
  await migrateIndex(wantedOf(options), { force: true });
  expect(await textsOf(index)).toEqual(sources.toReversed());
  expect(await index.versions(DOMAIN, URLS[0])).toEqual(before);
  expect(await index.stats()).toMatchObject({ versions: 2 });
  await expect(checkVersions(client, options)).resolves.toEqual({ versions: 2, documents: 2 });
  await index.close();
});

it('copies what scripts wrote, as it is searched', async () => {
  const { index, wanted } = await open();
  const documents = [
    renderedDocument('app.test', [['<div id=root>', 'scripts wrote this']]),
    renderedDocument('plain.test', [['scripts wrote this', null]]),
  ];
  await index.put(documents.map(wholeSite));
  await migrateIndex(wanted, { force: true });
  expect(await domainsWith(index, written('scripts wrote'))).toEqual(['app.test']);
  expect(await domainsWith(index, written('ip'))).toEqual(['app.test']);
  await index.close();
});
