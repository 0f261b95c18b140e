import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentOf, found, put } from '../../test/conformance/documents.ts';
import { StorageCorrupt } from '../errors.ts';
import { rebuildTextIndex } from './maintenance/rebuild.ts';
import { openSqliteStorage } from './storage.ts';
import { openMark, readMark } from './commit-mark.ts';
import type { Storage } from '../storage.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegrep-'));
  file = join(folder, 'domains.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('gives the last commit, also if one of its two slots is torn', () => {
  writeFileSync(file, '');
  expect(readMark(file)).toBe(0);
  const mark = openMark(file, 5);
  expect(readMark(file)).toBe(5);
  mark.write(6);
  mark.write(7);
  expect(readMark(file)).toBe(7);
  mark.close();
  const tear = (at: number): void => {
    const open = openSync(`${file}-commit`, 'r+');
    writeSync(open, Buffer.of(0xa5), 0, 1, at);
    closeSync(open);
  };
  tear(3);
  expect(readMark(file)).toBe(7);
  tear(17);
  expect(() => readMark(file)).toThrow(StorageCorrupt);
});

it('is ignored after the database was removed', () => {
  writeFileSync(file, '');
  openMark(file, 5).close();
  rmSync(file);
  expect(readMark(file)).toBe(0);
  expect(statSync(`${file}-commit`, { throwIfNoEntry: false })).toBeUndefined();
});

it('refuses a database whose log lost what was acknowledged, wherever the log is damaged', async () => {
  const [living, copy] = [join(folder, 'living'), join(folder, 'copy')];
  mkdirSync(living);
  const openCopy = (): Promise<Storage> => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(living, copy, { recursive: true });
    return openSqliteStorage({ dataDir: copy, readers: 1 });
  };
  const storage = await openSqliteStorage({ dataDir: living, readers: 1 });
  for (let number = 0; number < 5; number++) await put(storage.domains, documentOf(`n${number}.test`, ['x']));
  const whole = await openCopy();
  expect(await found(whole.domains, 'x')).toHaveLength(5);
  await whole.close();

  const log = readFileSync(join(living, 'domains.sqlite-wal'));
  for (const part of [0, 0.5, 0.9]) {
    // SQLite would go on with what lies before it.
    const damaged = Buffer.from(log);
    const at = Math.floor(part * log.length) + 9;
    damaged[at] = (damaged[at] ?? 0) ^ 4;
    writeFileSync(join(living, 'domains.sqlite-wal'), damaged);
    await expect(openCopy()).rejects.toThrow(StorageCorrupt);
    await expect(openCopy()).rejects.toThrow(/domains\.sqlite is damaged: .*was acknowledged/);
  }
  writeFileSync(join(living, 'domains.sqlite-wal'), log);
  await storage.close();

  // What is left can be had in spite of it.
  rmSync(join(copy, 'domains.sqlite-commit'));
  const { signal } = new AbortController();
  await rebuildTextIndex({
    dataDir: copy,
    buildBytes: 1 << 20,
    fullText: true,
    signal,
    onProgress: () => {},
  });
  const left = await openSqliteStorage({ dataDir: copy, readers: 1 });
  expect(await found(left.domains, 'x')).toEqual(['n0.test', 'n1.test', 'n2.test', 'n3.test']);
  await left.close();
});

it('refuses records whose log lost what was acknowledged, wherever the log is damaged', async () => {
  const [living, copy] = [join(folder, 'living'), join(folder, 'copy')];
  mkdirSync(living);
  const openCopy = async (): Promise<void> => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(living, copy, { recursive: true });
    await (await openSqliteStorage({ dataDir: copy, readers: 1 })).close();
  };
  const storage = await openSqliteStorage({ dataDir: living, readers: 1 });
  const { crawls, keys } = storage;
  for (let number = 0; number < 5; number++) {
    await crawls.create({ maxPages: 1, maxDepth: 0, priority: 1 });
    await keys.secret(`secret ${number}`);
  }
  await openCopy();
  const log = readFileSync(join(living, 'records.sqlite-wal'));
  for (const part of [0, 0.5, 0.9]) {
    const damaged = Buffer.from(log);
    const at = Math.floor(part * log.length) + 9;
    damaged[at] = (damaged[at] ?? 0) ^ 4;
    writeFileSync(join(living, 'records.sqlite-wal'), damaged);
    await expect(openCopy()).rejects.toThrow(/records\.sqlite is damaged: .*was acknowledged/);
  }
  writeFileSync(join(living, 'records.sqlite-wal'), log);
  await storage.close();
});
