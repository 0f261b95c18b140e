/* The command under versions of Node.js that can't run it themselves, as systemd, cron and `npm link` start it. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const LAUNCHER = join(ROOT, 'apps', 'cli', 'bin', 'sitegrep.js');
const { version: VERSION } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  readonly version: string;
};

let folder: string;
/** Copy of the launcher as of an installed package, with no Node.js beside it. */
let installed: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-old-node-'));
  const dist = join(folder, 'user', 'node_modules', 'sitegrep', 'dist');
  installed = await copyLauncher(dist);
  await writeFile(
    join(dist, 'command', 'main.js'),
    "console.log(process.version, process.argv.slice(2).join(' '));\n",
  );
  const manifest = { name: 'sitegrep', version: '7.8.9', type: 'module' };
  await writeFile(join(folder, 'user', 'node_modules', 'sitegrep', 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'user', 'package.json'), '{}');
});
afterAll(() => rm(folder, { recursive: true }));

/** Copies the launcher as a package has it, with a folder for its command. @returns path of the executable */
async function copyLauncher(dist: string): Promise<string> {
  const bin = join(dist, 'apps', 'cli', 'bin');
  await mkdir(bin, { recursive: true });
  await mkdir(join(dist, 'command'));
  for (const name of ['sitegrep.js', 'start.js', 'built.js']) {
    await writeFile(join(bin, name), await readFile(join(ROOT, 'apps', 'cli', 'bin', name)));
  }
  return join(bin, 'sitegrep.js');
}

/** Has npm fetch a version of Node.js. @returns path of its executable */
async function fetchNode(major: number): Promise<string> {
  const prefix = join(folder, `node-${major}`);
  await mkdir(prefix);
  await writeFile(join(prefix, 'package.json'), JSON.stringify({ allowScripts: { node: true } }));
  const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quick, `node@${major}`], { cwd: prefix });
  return join(prefix, 'node_modules', 'node', 'bin', 'node');
}

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

async function ended(
  command: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  // Without the folders that npm puts first on PATH.
  const env = { PATH: '/usr/bin:/bin', HOME: folder, SITEGREP_DATA_DIR: join(folder, 'none'), ...settings };
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exited,
  ]);
  return { code: code ?? signal, stdout, stderr };
}

// 20 can't replace a process, and 22 can.
describe.each([20, 22])('under Node.js %i', (major) => {
  let node: string;
  beforeAll(async () => {
    node = await fetchNode(major);
  }, 300_000);

  test('the version is answered', async () => {
    expect(await ended(node, [LAUNCHER, '--version'])).toEqual({
      code: 0,
      stdout: `${VERSION}\n`,
      stderr: '',
    });
    expect(await ended(node, [installed, '-v'])).toEqual({ code: 0, stdout: '7.8.9\n', stderr: '' });
  });

  test('the Node.js of the project goes on, also through a link, and its exit code is passed on', async () => {
    const link = join(folder, `sitegrep-${major}`);
    await symlink(LAUNCHER, link);
    const { code, stdout, stderr } = await ended(node, [link, 'search', 'x']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: there is no data in \S+\/none: crawl or import something first/);
  });

  test('a command that runs for long is restarted once, and ends as it is told', async () => {
    const env = {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      SITEGREP_DATA_DIR: join(folder, `data-${major}`),
      SITEGREP_PORT: '0',
      SITEGREP_LOG_LEVEL: 'error',
    };
    const child = spawn(node, [LAUNCHER, 'up'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = once(child, 'exit');
    const stderr = text(child.stderr);
    const processes: string[][] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.includes('http://127.0.0.1:')) continue;
      const pids = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      for (const pid of [child.pid, ...pids.split(' ').filter(Boolean)]) {
        processes.push((await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, 3));
      }
      // As systemd does, which signals each process of a service.
      for (const pid of pids.split(' ').filter(Boolean)) process.kill(Number(pid), 'SIGTERM');
      child.kill('SIGTERM');
      break;
    }
    child.stdout.resume();
    expect(await exited).toEqual([0, null]);
    expect(await stderr).toMatch(/^\nstopping; .*\n$/);
    const own = join(ROOT, 'node_modules', 'node', 'bin', 'node');
    const lean = [own, '--max-semi-space-size=8', '--max-old-space-size=1536'];
    expect(processes).toEqual(major === 20 ? [[node, LAUNCHER, 'up'], lean] : [lean]);
  });

  test('a child that a signal ended is reported so', async () => {
    const dist = join(folder, `killed-${major}`);
    const killed = await copyLauncher(dist);
    await symlink(join(ROOT, 'node_modules'), join(dist, 'node_modules'));
    await writeFile(join(dist, 'package.json'), '{"type":"module"}');
    await writeFile(join(dist, 'command', 'main.js'), "process.kill(process.pid, 'SIGKILL');\n");
    expect((await ended(node, [killed])).code).toBe('SIGKILL');
  });

  test('an installed package says how to get a newer one, and then goes on with it', async () => {
    const user = join(folder, 'user');
    const { code, stdout, stderr } = await ended(node, [installed, 'search', 'x']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      new RegExp(
        `^error: sitegrep needs Node\\.js 26 or newer, and this is v${major}\\.\\S+: run "npm install node@26" in ${user}, which installs one beside it\\.\n$`,
      ),
    );
    const beside = join(user, 'node_modules', 'node');
    await symlink(join(ROOT, 'node_modules', 'node'), beside);
    expect((await ended(node, [installed, 'search', 'x y'])).stdout).toMatch(/^v26\.\S+ search x y\n$/);
    await rm(beside);
  });
});
