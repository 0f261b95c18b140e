import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp, killAt, prepareBackups, restore, type BackupFolders } from '../../../test/backups.ts';
import { documentOf, found } from '../../../test/conformance/documents.ts';
import { threadProgram } from '../../../test/thread-program.ts';
import { lockDataFolder } from '../lock.ts';
import { verifyTextIndex } from '../maintenance/verify.ts';
import { openSqliteStorage } from '../storage.ts';

let folders: BackupFolders;
beforeAll(async () => {
  folders = await prepareBackups();
});
afterAll(() => folders.remove());

describe('backups while another process writes', () => {
  it('have all that was acknowledged before, each outcome’s document, and an index of exactly their documents', async () => {
    const dataDir = folders.fresh();
    mkdirSync(dataDir);
    const writer = spawn(process.execPath, threadProgram('killed-storage.ts', dataDir, '1'), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(writer, 'exit');
    const acknowledged: string[] = [];
    const backups: { target: string; before: readonly string[] }[] = [];
    for await (const line of createInterface({ input: writer.stdout })) {
      const [domain = ''] = line.split(' ');
      acknowledged.push(domain);
      if (acknowledged.length % 150 !== 0) continue;
      const [target, before] = [folders.fresh(), [...acknowledged]];
      await backUp(dataDir, target, backups.length === 0);
      backups.push({ target, before });
      if (backups.length === 3) writer.kill('SIGKILL');
    }
    await ended;
    expect(backups).toHaveLength(3);
    for (const { target, before } of backups)
      await expectConsistent(await restore(target, folders.fresh()), before);
  });
});

async function expectConsistent(dataDir: string, acknowledged: readonly string[]): Promise<void> {
  await verifyTextIndex(dataDir, () => {});
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { domains, crawls } = storage;
  const documents = await Array.fromAsync(domains.scan());
  const names = documents.map(({ domain }) => domain);
  const known = new Set(acknowledged);
  expect(known.difference(new Set(names))).toEqual(new Set());
  for (const { domain, pages } of documents) {
    const sources = documentOf(domain, [`text of ${domain}.`, 'other '.repeat(1_000)]).pages.map(
      ({ source }) => source,
    );
    const drafts = sources.map((source) => `draft, not final: ${source}`);
    const stored = pages.map(({ source }) => source);
    // The writer was about to put the last one of a domain that it had not acknowledged.
    expect(known.has(domain) ? [sources] : [sources, drafts]).toContainEqual(stored);
  }
  expect(await found(domains, 'other other')).toEqual(names);
  for (const name of names.slice(-30)) expect(await found(domains, `text of ${name}.`)).toEqual([name]);
  const [crawl] = (await crawls.list({ limit: 1 })).items;
  const sites = await crawls.sites(crawl?.id ?? '', { limit: 1_000 });
  const indexed = sites.items
    .filter(({ result }) => result?.outcome === 'indexed')
    .map(({ domain }) => domain);
  expect(new Set(indexed).difference(new Set(names))).toEqual(new Set());
  expect(new Set(acknowledged).difference(new Set(indexed))).toEqual(new Set());
  await storage.close();
}

describe('killed with -9', () => {
  it('at any of its steps, a backup is not there, and the next one is complete', async () => {
    const target = folders.fresh();
    let step = 1;
    for (; killAt('back-up', folders.at('closed'), target, step) === null; step++) {
      expect(existsSync(target)).toBe(false);
      await expect(restore(`${target}.incomplete`, folders.fresh())).rejects.toThrow(
        'is not a backup, or one that was not finished',
      );
    }
    expect(step).toBeGreaterThan(5);
    expect(existsSync(`${target}.incomplete`)).toBe(false);
    await folders.expectIntact(await restore(target, folders.fresh()));
  });

  it(
    'at any of its steps, a restore leaves a folder that is not opened until it is run again',
    { timeout: 240_000 },
    async () => {
      const dataDir = folders.fresh();
      let [step, ended]: [number, string | null] = [0, null];
      for (;;) {
        step++;
        ended = killAt('restore', folders.at('backup'), dataDir, step);
        if (ended !== null) break;
        expect(() => lockDataFolder(dataDir)).toThrow(
          'has not ended, or was interrupted: run "sitegrep restore" again',
        );
        for (const mustExist of [true, false]) {
          await expect(openSqliteStorage({ dataDir, readers: 1, mustExist })).rejects.toThrow('interrupted');
        }
      }
      expect(Number(ended)).toBe(step - 1);
      expect(step).toBeGreaterThan(10);
      await folders.expectIntact(dataDir);
    },
  );
});
