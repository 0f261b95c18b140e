// Python programs for tests: installed from PyPI, each with its dependencies in a separate environment.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { oneAtATime } from './one-at-a-time.ts';
import { ensureProgram, installFirst, isExecutable, run } from './programs.ts';
import { ifThere } from './if-there.ts';

const INSTALL_MS = 10 * 60_000;
const STEP_MS = 120_000;

export type PythonPackage = {
  /** Name on PyPI. */
  readonly name: string;
  /** Exact version; dependencies have the newest matching one. */
  readonly version: string;
  /** Further packages of the same environment, each as `name==version`. */
  readonly further?: readonly string[];
};

/**
 * Installs the package in `folder` unless it is there. Python and its module venv are installed if they are
 * missing.
 *
 * @returns folder of the environment's programs: `python` and those of the package
 */
export async function ensurePythonPackage(
  folder: string,
  { name, version, further = [] }: PythonPackage,
): Promise<string> {
  const packages = [`${name}==${version}`, ...further];
  // Named after all of them: an environment with fewer is another one.
  const environment = join(folder, `python-${packages.join('-').replaceAll('==', '-')}`);
  const programs = join(environment, 'bin');
  // Written last: without it, the installation was interrupted.
  const mark = join(environment, 'installed');
  return oneAtATime(environment, INSTALL_MS, async () => {
    if ((await ifThere(readFile(mark))) !== null && (await isExecutable(join(programs, 'python'))))
      return programs;
    await rm(environment, { recursive: true, force: true });
    await mkdir(dirname(environment), { recursive: true });
    await ensurePython();
    await run('python3', ['-m', 'venv', '--clear', environment], { timeoutMs: STEP_MS });
    console.error(`Installing ${packages.join(', ')}…`);
    await run(
      join(programs, 'python'),
      ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages],
      { timeoutMs: INSTALL_MS },
    );
    await writeFile(mark, '');
    return programs;
  });
}

/** Installs Python with its module venv if they are missing. */
export async function ensurePython(): Promise<void> {
  await ensureProgram('python3', 'python3');
  try {
    await run('python3', ['-c', 'import ensurepip, venv'], { timeoutMs: STEP_MS });
  } catch (error) {
    // Debian has the module in a separate package.
    const failure = await installFirst(['python3-venv']);
    if (failure !== null) throw new Error(`Python has no module venv: ${failure.message}`, { cause: error });
  }
}
