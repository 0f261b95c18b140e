// Runs other programs for a limited time, finds them on PATH, and installs missing ones with Debian's apt.
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const INSTALL_MS = 10 * 60_000;
/** Options that handle unreliable mirrors and another running apt-get. */
const PATIENCE = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=300'];
/** Number of characters at the end of a failed program's output that the error quotes. */
const QUOTED = 2000;

type RunOptions = {
  readonly timeoutMs: number;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
};

/** Standard output of a program. Throws with the end of all of its output if it fails or takes too long. */
export async function run(
  program: string,
  args: readonly string[],
  { timeoutMs, ...options }: RunOptions,
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      ...options,
      timeout: timeoutMs,
      maxBuffer: 16 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const text = (name: string): string => String(Object.getOwnPropertyDescriptor(error, name)?.value ?? '');
    const output = `${text('stdout')}${text('stderr')}`.trim().slice(-QUOTED);
    const how = text('killed') === 'true' ? `did not end within ${timeoutMs / 1000} s` : 'failed';
    throw new Error(`${[program, ...args].join(' ')} ${how}. ${output}`.trim(), { cause: error });
  }
}

/** Path of a program; null if it is not on PATH. */
export async function findProgram(name: string): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && (await isExecutable(path))) return path;
  }
  return null;
}

/** Makes sure that the program is on PATH, and installs the Debian package if it is not. */
export async function ensureProgram(name: string, debianPackage: string): Promise<void> {
  if ((await findProgram(name)) !== null) return;
  const failure = await installFirst([debianPackage]);
  if ((await findProgram(name)) !== null) return;
  const remedy = `Install ${name} (on Debian and Ubuntu: apt-get install ${debianPackage}) and run this again.`;
  throw new Error(`${name} is not on PATH and could not be installed. ${remedy}`, { cause: failure });
}

/** Installs the first available Debian package. Returns null, or the reason why none could be installed. */
export async function installFirst(debianPackages: readonly string[]): Promise<Error | null> {
  if ((await findProgram('apt-get')) === null) return new Error('There is no apt-get here.');
  const root = process.getuid?.() === 0;
  const apt = root ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  const [program = 'apt-get', ...first] = [...apt, ...PATIENCE];
  const options = { timeoutMs: INSTALL_MS, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  // A single unavailable package source makes it fail, while the package may come from another one.
  const update = await failureOf(run(program, [...first, 'update', '-q'], options));
  let failure = new Error('No package was named.', { cause: update });
  for (const debianPackage of debianPackages) {
    console.error(`Installing ${debianPackage}…`);
    const install = run(
      program,
      [...first, 'install', '-yq', '--no-install-recommends', debianPackage],
      options,
    );
    const failed = await failureOf(install);
    if (failed === null) return null;
    failure = new Error(failed.message, { cause: update ?? failed.cause });
  }
  return failure;
}

export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Error of the work; null if it succeeds. */
async function failureOf(work: Promise<unknown>): Promise<Error | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
