// A data folder that may only be read: on a medium that is mounted read-only, and of another user.
import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownWord, siteName, writeSampleWarc } from '../../../test/support/sample-sites.ts';
import { MAIN, run, runProcess, startUp, type Ended } from '../test/command.ts';

const SITES = 5;
const isRoot = process.getuid?.() === 0;

/** Mounts the folder $1 read-only over itself, for the command after it alone, and runs that. */
const readOnly = (dataDir: string): readonly string[] => [
  'unshare',
  '--mount',
  ...(isRoot ? [] : ['--user', '--map-root-user']),
  'sh',
  '-ec',
  'mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"; shift; exec "$@"',
  'sh',
  dataDir,
];

const idOf = (what: string): string => spawnSync('id', [what, 'nobody'], { encoding: 'utf8' }).stdout.trim();
/** Runs a command as a user to whom nothing here belongs; without root, this user itself, whom `chmod` binds. */
const asOther = isRoot ? ['setpriv', '--reuid', idOf('-u'), '--regid', idOf('-g'), '--clear-groups'] : [];

function works([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args).status === 0;
}
const canMount = works([...readOnly(tmpdir()), 'true']);
const canBeOther = works([...asOther, process.execPath, MAIN, '--version']);
if (process.env['CI'] !== undefined && !(canMount && canBeOther)) {
  throw new Error('read-only mounts, or commands as another user, are not possible here');
}

let folder: string;
let filled: string;
let warc: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-read-only-'));
  await chmod(folder, 0o755);
  filled = join(folder, 'filled');
  warc = join(folder, 'sites.warc.gz');
  await writeSampleWarc(warc, SITES);
  const { code, stderr } = await run(['import', warc], { SITEGREP_DATA_DIR: filled });
  if (code !== 0) throw new Error(`the import ended with ${code}: ${stderr}`);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command on a folder that it may not write. */
function reading(args: readonly string[], dataDir: string, launcher: readonly string[]): Promise<Ended> {
  return runProcess(args, { SITEGREP_DATA_DIR: dataDir }, '', launcher);
}

/** Names and contents of all files of a folder. */
async function contents(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(async (file) => [file, (await readFile(file)).toString('base64')] as const);
  return Object.fromEntries(await Promise.all(read));
}

const found = (stdout: string): readonly string[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { domain: string }).domain);

describe.runIf(canMount)('on a read-only medium', () => {
  test('commands that only read give the same answers as elsewhere, and leave nothing behind', async () => {
    const before = await contents(filled);
    const commands = [
      ['search', '--json', '--all', '<html'],
      ['search', '--format', 'csv', ownWord(siteName(3))],
      ['domains', 'show', siteName(3)],
      ['crawls', 'list'],
      ['keys', 'list'],
      ['index', 'stats'],
      ['index', 'verify'],
      ['verify', '--terms', '5'],
    ];
    for (const command of commands) {
      const answer = await reading(command, filled, readOnly(filled));
      expect({ command, ...answer }).toMatchObject({ code: 0, stderr: '' });
      // The same command where it may write; tokens differ from call to call.
      const { stdout } = await run(command, { SITEGREP_DATA_DIR: await copyOf(filled) });
      expect(withoutTokens(answer.stdout)).toBe(withoutTokens(stdout));
    }
    const all = await reading(['search', '--json', '--all', '<html'], filled, readOnly(filled));
    expect(found(all.stdout)).toHaveLength(SITES);
    expect(await contents(filled)).toEqual(before);
  }, 240_000);

  test('a backup is complete', async () => {
    const target = join(folder, 'backup');
    const { code, stdout } = await reading(['backup', target], filled, readOnly(filled));
    expect(code).toBe(0);
    expect(stdout).toContain(`${SITES} domains`);
  }, 60_000);

  test('commands that must write say so, with the name of the folder', async () => {
    for (const command of [
      ['import', warc],
      ['crawl', 'new.example'],
      ['domains', 'block', 'a.example'],
      ['keys', 'create', '--name', 'new', '--scope', 'search'],
      ['index', 'merge'],
      ['up'],
    ]) {
      const ended = await reading(command, filled, readOnly(filled));
      const problem = `error: the data folder ${filled} can't be written (it is on a read-only file system): check its permissions and free space, or set SITEGREP_DATA_DIR to another folder\n`;
      expect({ command, ...ended }).toEqual({ command, code: 2, stdout: '', stderr: problem });
    }
  }, 120_000);

  test('what a running process writes is found at once, and also after that was killed', async () => {
    const written = await copyOf(filled);
    const later = join(folder, 'later.warc.gz');
    await writeSampleWarc(later, SITES + 2);
    const search = ['search', '--json', '--all', '<html'];
    {
      await using up = await startUp(written, { SITEGREP_CONTACT: 'https://crawler.example/' });
      expect(found((await reading(search, written, readOnly(written))).stdout)).toHaveLength(SITES);
      expect(await run(['import', later], { SITEGREP_DATA_DIR: written })).toMatchObject({ code: 0 });
      // Beside the running process, not by way of it.
      await rm(join(written, 'server.json'));
      expect(found((await reading(search, written, readOnly(written))).stdout)).toHaveLength(SITES + 2);
      up.child.kill('SIGKILL');
    }
    expect(found((await reading(search, written, readOnly(written))).stdout)).toHaveLength(SITES + 2);

    // A copy of the folder without SQLite's own file about the log.
    await rm(join(written, 'domains.sqlite-shm'));
    const { code, stdout, stderr } = await reading(search, written, readOnly(written));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^error: the last process that wrote .*domains\.sqlite was killed, and what it wrote last is still in .*domains\.sqlite-wal: run "sitegrep stats" once as a user who may write the data folder, or copy/,
    );
    // The remedy that it names.
    expect(await run(['stats'], { SITEGREP_DATA_DIR: written })).toMatchObject({ code: 0 });
    expect(found((await reading(search, written, readOnly(written))).stdout)).toHaveLength(SITES + 2);
  }, 120_000);

  test('an empty folder has no data, and nothing is made there', async () => {
    const empty = await mkdtemp(join(folder, 'empty-'));
    const { code, stderr } = await reading(['search', 'x'], empty, readOnly(empty));
    expect(code).toBe(2);
    expect(stderr).toContain(`there is no data in ${empty}: crawl or import something first`);
  }, 30_000);
});

describe.runIf(canBeOther)('of another user', () => {
  test('is searched, and not written', async () => {
    const other = await copyOf(filled);
    await setMode(other, { folders: 0o555, files: 0o444 });
    const answer = await reading(['search', '--json', '--all', '<html'], other, asOther);
    expect(answer).toMatchObject({ code: 0, stderr: '' });
    expect(found(answer.stdout)).toHaveLength(SITES);
    const { code, stderr } = await reading(['import', warc], other, asOther);
    expect(code).toBe(2);
    expect(stderr).toMatch(`the data folder ${other} can't be written (EACCES, not permitted)`);
    await setMode(other, { folders: 0o755, files: 0o644 });
  }, 60_000);

  test('is told as one that may not be read', async () => {
    const other = await copyOf(filled);
    await chmod(other, 0o000);
    const closed = await reading(['search', 'x'], other, asOther);
    expect(closed.code).toBe(2);
    expect(closed.stderr).toMatch(`the data folder ${other} can't be read (EACCES, not permitted): run`);
    await setMode(other, { folders: 0o755, files: 0o000 });
    const shut = await reading(['search', 'x'], other, asOther);
    expect(shut.code).toBe(2);
    expect(shut.stderr).toMatch(
      `${join(other, 'domains.sqlite')} can't be read (EACCES, not permitted): run`,
    );
  }, 60_000);

  test.runIf(isRoot)(
    'is searched beside that user’s running process, which takes no changes',
    async () => {
      const other = await copyOf(filled);
      await using up = await startUp(other, { SITEGREP_CONTACT: 'https://crawler.example/' });
      expect(up.url).toContain('http://127.0.0.1:');
      const answer = await reading(['search', '--json', '--all', '<html'], other, asOther);
      expect(found(answer.stdout)).toHaveLength(SITES);
      const { code, stderr } = await reading(['import', warc], other, asOther);
      expect(code).toBe(2);
      expect(stderr).toBe(
        `error: process ${up.child.pid} of another user holds the data folder ${other}: run the command as that user, or name its server with --url and --key.\n`,
      );
    },
    60_000,
  );
});

async function copyOf(dataDir: string): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await chmod(copy, 0o755);
  await cp(dataDir, copy, { recursive: true });
  return copy;
}

async function setMode(
  dataDir: string,
  modes: { readonly folders: number; readonly files: number },
): Promise<void> {
  await chmod(dataDir, 0o755);
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    await chmod(join(entry.parentPath, entry.name), entry.isFile() ? modes.files : modes.folders);
  }
  await chmod(dataDir, modes.folders);
}

function withoutTokens(text: string): string {
  return text.replaceAll(/"?[\w-]{60,}"?/g, 'TOKEN');
}
