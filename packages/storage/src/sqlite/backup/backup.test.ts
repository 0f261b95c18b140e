import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentOf, found } from '../../conformance/documents.ts';
import {
  askFolder,
  drawQuestions,
  fillFolders,
  readFiles,
  type Model,
  type Question,
} from '../damaged-folder.fixture.ts';
import { lockDataFolder } from '../lock.ts';
import { verifyTextIndex } from '../maintenance/text-index.ts';
import { openSqliteStorage } from '../storage.ts';
import { backUpDataFolder } from './back-up.ts';
import { sha256 } from './contents.ts';
import { restoreDataFolder } from './restore.ts';

const onProgress = (): void => {};

let root: string;
let model: Model;
let questions: readonly Question[];
const at = (name: string): string => join(root, name);
let made = 0;
const fresh = (): string => at(`fresh-${++made}`);

function backUp(dataDir: string, target: string, verify = true): ReturnType<typeof backUpDataFolder> {
  return backUpDataFolder({ dataDir, target, version: '1.2.3', verify, onProgress });
}
async function restored(source: string): Promise<string> {
  const dataDir = fresh();
  await restoreDataFolder({ source, dataDir, onProgress });
  return dataDir;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sitegrep-backup-'));
  model = await fillFolders(at('closed'), at('killed'), 300);
  questions = drawQuestions(model, 26);
  await backUp(at('closed'), at('backup'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function expectWhole(dataDir: string): Promise<void> {
  const { answers } = await askFolder(dataDir, questions, []);
  expect(answers).toEqual(questions.map(({ expected }) => ({ value: expected })));
  await verifyTextIndex(dataDir, () => {});
}

describe('a backup', () => {
  it.each(['closed', 'killed'])(
    'of a folder that a process left %s answers everything as the folder did',
    async (left) => {
      const target = fresh();
      const description = await backUp(at(left), target);
      expect(description).toMatchObject({ format: 1, version: '1.2.3', domains: model.documents.size });
      expect(readdirSync(target).toSorted()).toEqual([
        'SHA256SUMS',
        'backup.json',
        'domains.sqlite',
        'records.sqlite',
        'segments',
      ]);
      await expectWhole(await restored(target));
      expect(existsSync(`${target}.incomplete`)).toBe(false);
    },
  );

  it('changes nothing of the folder, and is what sha256sum finds whole', async () => {
    const before = readFiles(at('closed'));
    await backUp(at('closed'), fresh(), false);
    expect([...readFiles(at('closed'))].filter(([path]) => !path.includes('lock.'))).toEqual(
      [...before].filter(([path]) => !path.includes('lock.')),
    );
    const { status } = spawnSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], {
      cwd: at('backup'),
    });
    expect(status).toBe(0);
  });

  it('goes into an empty folder, and into no other', async () => {
    const dataDir = at('closed');
    const empty = fresh();
    mkdirSync(empty);
    await backUp(dataDir, empty, false);
    await expect(backUp(dataDir, empty)).rejects.toThrow(`${empty} is there already and not empty`);
    await expect(backUp(dataDir, join(empty, 'backup.json'))).rejects.toThrow('no folder');
    await expect(backUp(dataDir, join(dataDir, 'backup'))).rejects.toThrow('in the data folder itself');
    await expect(backUp(dataDir, join(root, 'absent', 'backup'))).rejects.toThrow('make it first');
    await expect(backUp(fresh(), fresh())).rejects.toThrow('there is no data in');
    const taken = fresh();
    mkdirSync(`${taken}.incomplete`);
    writeFileSync(join(`${taken}.incomplete`, 'mine'), '');
    await expect(backUp(dataDir, taken)).rejects.toThrow('has other files in it');
    expect(readdirSync(`${taken}.incomplete`)).toEqual(['mine']);
  });

  it('of a folder that is damaged is none, and says what is damaged', async () => {
    const dataDir = fresh();
    cpSync(at('closed'), dataDir, { recursive: true });
    const segment = readdirSync(join(dataDir, 'segments')).find((name) => name.endsWith('.segment')) ?? '';
    const bytes = readFileSync(join(dataDir, 'segments', segment));
    bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
    writeFileSync(join(dataDir, 'segments', segment), bytes);
    const target = fresh();
    await expect(backUp(dataDir, target)).rejects.toThrow(new RegExp(`${segment} is damaged`));
    expect([target, `${target}.incomplete`].filter((path) => existsSync(path))).toEqual([]);
  });

  it('of a folder of an older version is left to that version', async () => {
    const dataDir = fresh();
    cpSync(at('closed'), dataDir, { recursive: true });
    const db = new DatabaseSync(join(dataDir, 'records.sqlite'));
    const { user_version: version } = db.prepare('PRAGMA user_version').get() ?? {};
    db.exec(
      `PRAGMA user_version = ${Number(version) - 1}; PRAGMA application_id = ${0x7367_0000 + Number(version) - 1}`,
    );
    db.close();
    await expect(backUp(dataDir, fresh())).rejects.toThrow(/records\.sqlite was written by an older version/);
  });

  it('that finds no room says so and leaves nothing', async () => {
    const target = fresh();
    const program = `
      import { backUpDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'back-up.ts'))};
      const [dataDir, target] = process.argv.slice(1);
      await backUpDataFolder({ dataDir, target, version: '', verify: true, onProgress() {} })
        .catch((error) => console.log(error.name, error.message));
    `;
    // No file may have more than 256 KiB.
    const limited = [
      '-c',
      'ulimit -f 256 && exec "$@"',
      'sh',
      process.execPath,
      '--input-type=module',
      '-e',
      program,
    ];
    const { stdout } = spawnSync('/bin/sh', [...limited, at('closed'), target], { encoding: 'utf8' });
    expect(stdout).toMatch(/^StorageUnavailable the disk of .*\.incomplete is too small or failed/);
    expect([target, `${target}.incomplete`].filter((path) => existsSync(path))).toEqual([]);
  });
});

describe('backups while another process writes', () => {
  it('have all that was acknowledged before, each outcome’s document, and an index of exactly their documents', async () => {
    const dataDir = fresh();
    mkdirSync(dataDir);
    const writer = spawn(
      process.execPath,
      [join(import.meta.dirname, '..', 'storage.kill.ts'), dataDir, '1'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = once(writer, 'exit');
    const acknowledged: string[] = [];
    const backups: { target: string; before: readonly string[] }[] = [];
    for await (const line of createInterface({ input: writer.stdout })) {
      acknowledged.push(line);
      if (acknowledged.length % 150 !== 0) continue;
      const [target, before] = [fresh(), [...acknowledged]];
      await backUp(dataDir, target, backups.length === 0);
      backups.push({ target, before });
      if (backups.length === 3) writer.kill('SIGKILL');
    }
    await ended;
    expect(backups).toHaveLength(3);
    for (const { target, before } of backups) await expectConsistent(await restored(target), before);
  });
});

async function expectConsistent(dataDir: string, acknowledged: readonly string[]): Promise<void> {
  await verifyTextIndex(dataDir, () => {});
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const { domains, crawls } = storage;
  const stored = await Array.fromAsync(domains.scan());
  const names = stored.map(({ domain }) => domain);
  expect(new Set(acknowledged).difference(new Set(names))).toEqual(new Set());
  for (const { domain, pages } of stored) {
    const sources = documentOf(domain, [`text of ${domain}.`, 'other '.repeat(1_000)]).pages.map(
      ({ source }) => source,
    );
    expect(pages.map(({ source }) => source)).toEqual(sources);
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

describe('a restore', () => {
  it('overwrites nothing', async () => {
    const dataDir = fresh();
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'mine'), 'kept');
    await expect(restoreDataFolder({ source: at('backup'), dataDir, onProgress })).rejects.toThrow(
      /is not empty \(it has mine\)/,
    );
    expect(readdirSync(dataDir)).toEqual(['mine']);
    rmSync(join(dataDir, 'mine'));
    const release = lockDataFolder(dataDir);
    await expect(restoreDataFolder({ source: at('backup'), dataDir, onProgress })).rejects.toThrow(
      'in use by another process',
    );
    release();
    await restoreDataFolder({ source: at('backup'), dataDir, onProgress });
    await expectWhole(dataDir);
    await expect(restoreDataFolder({ source: at('backup'), dataDir, onProgress })).rejects.toThrow(
      'is not empty',
    );
  });

  it('names any file of the backup that is damaged, cut off, or missing, and leaves the folder empty', async () => {
    const files = [...readFiles(at('backup')).keys()].map((path) => path.slice(at('backup').length + 1));
    expect(files.length).toBeGreaterThan(7);
    for (const [turn, name] of files.entries()) {
      const source = fresh();
      cpSync(at('backup'), source, { recursive: true });
      const bytes = readFileSync(join(source, name));
      if (turn % 3 === 0) bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 4, bytes.length >> 1);
      if (turn % 3 === 2) rmSync(join(source, name));
      else writeFileSync(join(source, name), turn % 3 === 1 ? bytes.subarray(0, -1) : bytes);
      const dataDir = fresh();
      await expect(restoreDataFolder({ source, dataDir, onProgress })).rejects.toThrow(
        name === 'SHA256SUMS'
          ? /of the backup is damaged|is no backup/
          : new RegExp(name.replaceAll('.', String.raw`\.`)),
      );
      expect(
        (existsSync(dataDir) ? readdirSync(dataDir) : []).filter((left) => !left.startsWith('lock.')),
      ).toEqual([]);
      rmSync(source, { recursive: true });
    }
  });

  it.each([
    [
      'format that only a newer version knows',
      { format: 2, version: '9.1.0' },
      /sitegrep 9\.1\.0 made this backup, with format 2, and this version reads format 1: upgrade sitegrep/,
    ],
    [
      'schema that only a newer version knows',
      { schemas: { domains: 900, records: 1 } },
      /with schema of domains\.sqlite 900, and this version reads schema of domains\.sqlite 1: upgrade sitegrep/,
    ],
    [
      'schema that only an older version knows',
      { schemas: { domains: 1, records: 0 } },
      /with schema of records\.sqlite 0, .*: restore it with the version that made it/,
    ],
  ])('refuses a %s', async (_what, change, message) => {
    const source = fresh();
    cpSync(at('backup'), source, { recursive: true });
    const before = readFileSync(join(source, 'backup.json'));
    const after = Buffer.from(JSON.stringify({ ...(JSON.parse(before.toString()) as object), ...change }));
    writeFileSync(join(source, 'backup.json'), after);
    const sums = readFileSync(join(source, 'SHA256SUMS'), 'utf8').replace(sha256(before), sha256(after));
    writeFileSync(join(source, 'SHA256SUMS'), sums);
    await expect(restored(source)).rejects.toThrow(message);
  });
});

describe('killed with -9', () => {
  function killAt(kind: 'back-up' | 'restore', from: string, to: string, step: number): string | null {
    const { stdout, signal } = spawnSync(
      process.execPath,
      [fileURLToPath(new URL('killed.kill.ts', import.meta.url)), kind, from, to, String(step)],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    );
    return signal === 'SIGKILL' ? null : stdout;
  }

  it('at any of its steps, a backup is not there, and the next one is whole', async () => {
    const target = fresh();
    for (const step of [1, 2, 4, 7, 30]) {
      expect(killAt('back-up', at('closed'), target, step)).toBeNull();
      expect(existsSync(target)).toBe(false);
      await expect(restored(`${target}.incomplete`)).rejects.toThrow(
        'is no backup, or one that was not finished',
      );
    }
    await backUp(at('closed'), target);
    expect(existsSync(`${target}.incomplete`)).toBe(false);
    await expectWhole(await restored(target));
  });

  it(
    'at any of its steps, a restore leaves a folder that nobody opens, until it is run again',
    { timeout: 240_000 },
    async () => {
      const dataDir = fresh();
      let [step, ended]: [number, string | null] = [0, null];
      for (;;) {
        step++;
        ended = killAt('restore', at('backup'), dataDir, step);
        if (ended !== null) break;
        expect(() => lockDataFolder(dataDir)).toThrow(
          'has not ended, or was broken off: run "sitegrep restore" again',
        );
        for (const mustExist of [true, false]) {
          await expect(openSqliteStorage({ dataDir, readers: 1, mustExist })).rejects.toThrow('broken off');
        }
      }
      expect(Number(ended)).toBe(step - 1);
      expect(step).toBeGreaterThan(10);
      await expectWhole(dataDir);
    },
  );
});
