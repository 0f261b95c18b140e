import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp, killAt, prepareBackups, restore, type BackupFolders } from '../../../test/backups.ts';
import { readFiles } from '../../../test/damaged-folder.ts';
import { lockDataFolder } from '../lock.ts';
import { openSqliteStorage } from '../storage.ts';
import { sha256 } from './contents.ts';

let folders: BackupFolders;
beforeAll(async () => {
  folders = await prepareBackups();
});
afterAll(() => folders.remove());

describe('a backup', () => {
  it.each(['closed', 'killed'])(
    'of a folder that a process left %s answers everything as the folder did',
    async (left) => {
      const target = folders.fresh();
      const description = await backUp(folders.at(left), target);
      expect(description).toMatchObject({
        format: 1,
        version: '1.2.3',
        domains: folders.model.documents.size,
      });
      expect(readdirSync(target).toSorted()).toEqual([
        'SHA256SUMS',
        'backup.json',
        'domains.sqlite',
        'records.sqlite',
        'segments',
        'segments-past',
      ]);
      await folders.expectIntact(await restore(target, folders.fresh()));
      expect(existsSync(`${target}.incomplete`)).toBe(false);
    },
  );

  it('changes nothing of the folder, and passes sha256sum', async () => {
    // Digests, because a comparison of large buffers byte by byte takes seconds.
    const stored = () =>
      Array.from(readFiles(folders.at('closed')), ([path, bytes]) => [path, sha256(bytes)]).filter(
        ([path]) => path?.includes('lock.') === false,
      );
    const before = stored();
    await backUp(folders.at('closed'), folders.fresh(), false);
    expect(stored()).toEqual(before);
    const { status } = spawnSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], {
      cwd: folders.at('backup'),
    });
    expect(status).toBe(0);
  });

  it('goes into an empty folder, and into no other', async () => {
    const dataDir = folders.at('closed');
    const empty = folders.fresh();
    mkdirSync(empty);
    await backUp(dataDir, empty, false);
    await expect(backUp(dataDir, empty)).rejects.toThrow(`${empty} is there already and not empty`);
    await expect(backUp(dataDir, join(empty, 'backup.json'))).rejects.toThrow('no folder');
    await expect(backUp(dataDir, join(dataDir, 'backup'))).rejects.toThrow('in the data folder itself');
    await expect(backUp(dataDir, join(folders.root, 'absent', 'backup'))).rejects.toThrow('make it first');
    await expect(backUp(folders.fresh(), folders.fresh())).rejects.toThrow('there is no data in');
    const taken = folders.fresh();
    mkdirSync(`${taken}.incomplete`);
    writeFileSync(join(`${taken}.incomplete`, 'mine'), '');
    await expect(backUp(dataDir, taken)).rejects.toThrow('has other files in it');
    expect(readdirSync(`${taken}.incomplete`)).toEqual(['mine']);
  });

  it('of a damaged folder is refused, and the damage is named', async () => {
    const dataDir = folders.fresh();
    cpSync(folders.at('closed'), dataDir, { recursive: true });
    const segment = readdirSync(join(dataDir, 'segments')).find((name) => name.endsWith('.segment')) ?? '';
    const bytes = readFileSync(join(dataDir, 'segments', segment));
    bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
    writeFileSync(join(dataDir, 'segments', segment), bytes);
    const target = folders.fresh();
    await expect(backUp(dataDir, target)).rejects.toThrow(new RegExp(`${segment} is damaged`));
    expect([target, `${target}.incomplete`].filter((path) => existsSync(path))).toEqual([]);
  });

  it('of a folder of an older version is refused', async () => {
    const dataDir = folders.fresh();
    cpSync(folders.at('closed'), dataDir, { recursive: true });
    const db = new DatabaseSync(join(dataDir, 'records.sqlite'));
    const { user_version: version } = db.prepare('PRAGMA user_version').get() ?? {};
    db.exec(
      `PRAGMA user_version = ${Number(version) - 1}; PRAGMA application_id = ${0x7367_0000 + Number(version) - 1}`,
    );
    db.close();
    await expect(backUp(dataDir, folders.fresh())).rejects.toThrow(
      /records\.sqlite was written by an older version/,
    );
  });

  it('without enough space fails with a reason, and leaves nothing', async () => {
    const target = folders.fresh();
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
    const { stdout } = spawnSync('/bin/sh', [...limited, folders.at('closed'), target], { encoding: 'utf8' });
    expect(stdout).toMatch(/^StorageUnavailable the disk of .*\.incomplete is too small or failed/);
    expect([target, `${target}.incomplete`].filter((path) => existsSync(path))).toEqual([]);
  });
});

describe('a restore', () => {
  it('overwrites nothing', async () => {
    const dataDir = folders.fresh();
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'mine'), 'kept');
    await expect(restore(folders.at('backup'), dataDir)).rejects.toThrow(/is not empty \(it has mine\)/);
    expect(readdirSync(dataDir)).toEqual(['mine']);
    rmSync(join(dataDir, 'mine'));
    const release = lockDataFolder(dataDir);
    await expect(restore(folders.at('backup'), dataDir)).rejects.toThrow('in use by another process');
    release();
    await restore(folders.at('backup'), dataDir);
    await folders.expectIntact(dataDir);
    await expect(restore(folders.at('backup'), dataDir)).rejects.toThrow('is not empty');
  });

  it('names any file of the backup that is damaged, truncated, or missing, and leaves the folder empty', async () => {
    const files = [...readFiles(folders.at('backup')).keys()].map((path) =>
      path.slice(folders.at('backup').length + 1),
    );
    expect(files.length).toBeGreaterThan(7);
    for (const [index, name] of files.entries()) {
      const source = folders.fresh();
      cpSync(folders.at('backup'), source, { recursive: true });
      const bytes = readFileSync(join(source, name));
      if (index % 3 === 0) bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 4, bytes.length >> 1);
      if (index % 3 === 2) rmSync(join(source, name));
      else writeFileSync(join(source, name), index % 3 === 1 ? bytes.subarray(0, -1) : bytes);
      const dataDir = folders.fresh();
      await expect(restore(source, dataDir)).rejects.toThrow(
        name === 'SHA256SUMS'
          ? /of the backup is damaged|is not a backup/
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
    const source = folders.fresh();
    cpSync(folders.at('backup'), source, { recursive: true });
    const before = readFileSync(join(source, 'backup.json'));
    const after = Buffer.from(JSON.stringify({ ...(JSON.parse(before.toString()) as object), ...change }));
    writeFileSync(join(source, 'backup.json'), after);
    const sums = readFileSync(join(source, 'SHA256SUMS'), 'utf8').replace(sha256(before), sha256(after));
    writeFileSync(join(source, 'SHA256SUMS'), sums);
    await expect(restore(source, folders.fresh())).rejects.toThrow(message);
  });
});

describe('killed with -9', () => {
  it('in the middle, a backup is not there, and the next one is complete', async () => {
    const target = folders.fresh();
    expect(killAt('back-up', folders.at('closed'), target, 4)).toBeNull();
    expect(existsSync(target)).toBe(false);
    await expect(restore(`${target}.incomplete`, folders.fresh())).rejects.toThrow(
      'is not a backup, or one that was not finished',
    );
    await backUp(folders.at('closed'), target);
    expect(existsSync(`${target}.incomplete`)).toBe(false);
    await folders.expectIntact(await restore(target, folders.fresh()));
  });

  it('in the middle, a restore leaves a folder that is not opened until it is run again', async () => {
    const dataDir = folders.fresh();
    expect(killAt('restore', folders.at('backup'), dataDir, 5)).toBeNull();
    for (const mustExist of [true, false]) {
      await expect(openSqliteStorage({ dataDir, readers: 1, mustExist })).rejects.toThrow('interrupted');
    }
    await folders.expectIntact(await restore(folders.at('backup'), dataDir));
  });
});
