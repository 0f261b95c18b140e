// A data folder that cannot be written: the user is told what failed and why, and no acknowledged document is lost.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from '@sitegrep/storage/sqlite';
import { MAIN } from '../support/server-process.ts';
import { siteName, writeSampleWarc } from '../support/sample-sites.ts';

/** Permissions do not restrict root. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-refused-'));
  dataDir = join(folder, 'data');
  if (USER.uid !== undefined) await chown(folder, USER.uid, USER.gid);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('with a file size limit, acknowledged documents are found, and the rest can be added when it is lifted', async () => {
  const warc = await sampleWarc(900);
  const stopped = await sitegrep(['import', warc, '--json'], 5_600);
  expect(stopped).toMatchObject({ code: 2, problem: expect.stringMatching(MAY_NOT_GROW) as string });
  const acknowledged = stopped.stdout.match(/site-\d+\.example/g) ?? [];
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(await found('own-word')).toEqual(expect.arrayContaining(acknowledged));
  expect(await sitegrep(['import', warc])).toMatchObject({ code: 0 });

  const refused = await sitegrep(['index', 'merge'], 400);
  expect(refused).toMatchObject({ code: 2, problem: expect.stringMatching(MAY_NOT_GROW) as string });
  expect(await segments()).toEqual([]);
  expect(await sitegrep(['index', 'merge'])).toMatchObject({ code: 0 });
  expect(await segments()).toHaveLength(1);
  expect(await sitegrep(['index', 'verify'])).toMatchObject({ code: 0 });
  expect(await found('own-word')).toHaveLength(900);
});

test('folders without write permission are named, and work again when it is granted', async () => {
  expect(await sitegrep(['import', await sampleWarc(20)])).toMatchObject({ code: 0 });
  const more = await sampleWarc(30);
  const index = join(dataDir, 'segments');
  const noSegments =
    /^error: a file of the index can't be used \(EACCES.*segments.*check the permissions of the data folder/;

  await forbidWriting(index);
  const refused = { code: 2, problem: expect.stringMatching(noSegments) as string };
  expect(await sitegrep(['import', more])).toMatchObject(refused);
  expect(await sitegrep(['index', 'rebuild'])).toMatchObject(refused);
  expect(await found('own-word')).toHaveLength(20);

  await forbidWriting(dataDir);
  expect(await sitegrep(['import', more])).toMatchObject({
    code: 2,
    problem: expect.stringMatching(/^error: the data folder .* can't be written \(.*permissions/) as string,
  });
  expect(await found('own-word')).toHaveLength(20);

  for (const one of [dataDir, index]) await setModes(one, 0o755, 0o644);
  expect(await sitegrep(['import', more])).toMatchObject({ code: 0 });
  expect(await found('own-word')).toEqual(Array.from({ length: 30 }, (_, n) => siteName(n)).sort());
});

test('a second writer is told which process uses the folder, a reader is not refused', async () => {
  const warc = await sampleWarc(20);
  expect(await sitegrep(['import', warc])).toMatchObject({ code: 0 });
  const release = lockDataFolder(dataDir);
  try {
    const problem = `error: the data folder ${dataDir} is in use by process ${process.pid}: stop it (kill ${process.pid}), or set SITEGREP_DATA_DIR to another folder`;
    for (const args of [
      ['import', warc],
      ['index', 'merge'],
      ['index', 'rebuild'],
    ]) {
      expect(await sitegrep(args)).toMatchObject({ code: 2, problem });
    }
    expect(await found('own-word')).toHaveLength(20);
    expect(await sitegrep(['index', 'stats'])).toMatchObject({ code: 0 });
  } finally {
    release();
  }
  expect(await sitegrep(['import', warc])).toMatchObject({ code: 0 });
});

const MAY_NOT_GROW =
  /^error: a file of the index may not grow any further \(EFBIG.*ulimit -f.*SITEGREP_DATA_DIR/;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  /** The line of standard error that states why it ended. */
  readonly problem: string;
}

/** @param fileBlocks maximum size of a file, in blocks of 512 bytes */
async function sitegrep(args: readonly string[], fileBlocks?: number): Promise<Ended> {
  const limit = fileBlocks === undefined ? '' : `ulimit -f ${fileBlocks} && `;
  const child = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', process.execPath, MAIN, ...args], {
    env: { ...process.env, NO_COLOR: '1', SITEGREP_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...USER,
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, stdout, problem: /^error: .*$/m.exec(stderr)?.[0] ?? '' };
}

async function found(term: string): Promise<readonly string[]> {
  const { stdout } = await sitegrep(['search', term, '--all', '--json', '--order', 'domain,asc']);
  return (stdout.match(/"domain":"[^"]+"/g) ?? []).map((field) => field.slice('"domain":"'.length, -1));
}

async function sampleWarc(sites: number): Promise<string> {
  const path = join(folder, `${sites}.warc.gz`);
  await writeSampleWarc(path, sites);
  return path;
}

async function segments(): Promise<readonly string[]> {
  return (await readdir(join(dataDir, 'segments'))).filter((name) => name.endsWith('.segment'));
}

function forbidWriting(path: string): Promise<void> {
  return setModes(path, 0o555, 0o444);
}

/** Sets the modes of a folder and of the files in it. */
async function setModes(path: string, ofFolder: number, ofFiles: number): Promise<void> {
  await chmod(path, ofFolder | 0o200);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isFile()) await chmod(join(path, entry.name), ofFiles);
  }
  await chmod(path, ofFolder);
}
