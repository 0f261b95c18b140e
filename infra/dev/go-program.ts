// Programs in Go for tests: built from their modules, each version in a separate folder.
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { oneAtATime } from './one-at-a-time.ts';
import { ensureProgram, isExecutable, run } from './programs.ts';

/** Time to download and compile a large program on a busy machine. */
const BUILD_MS = 25 * 60_000;

export type GoProgram = {
  /** Package of its main function; the last part of its path is the name of the program. */
  readonly path: string;
  /** Exact version of its module, such as v1.2.3. */
  readonly version: string;
};

/** Helm, which renders charts. */
export const HELM: GoProgram = { path: 'helm.sh/helm/v3/cmd/helm', version: 'v3.20.2' };

/**
 * Builds the program in `folder` unless it is there. Go is installed if it is missing.
 *
 * @returns path of the program
 */
export async function ensureGoProgram(folder: string, { path, version }: GoProgram): Promise<string> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const home = join(folder, `go-${name}-${version}`);
  const program = join(home, name);
  return oneAtATime(home, BUILD_MS, async () => {
    if (await isExecutable(program)) return program;
    await ensureProgram('go', 'golang-go');
    const work = `${home}.building`;
    await rm(work, { recursive: true, force: true });
    await mkdir(work, { recursive: true });
    console.error(`Building ${name} ${version}, some minutes at the first time…`);
    const env = { ...process.env, GOBIN: work, GOFLAGS: '' };
    // In a separate folder, because Go would read a go.mod in the working directory.
    await run('go', ['install', `${path}@${version}`], { timeoutMs: BUILD_MS, cwd: dirname(work), env });
    await rm(home, { recursive: true, force: true });
    await rename(work, home);
    return program;
  });
}
