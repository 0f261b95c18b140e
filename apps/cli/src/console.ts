// The console that the API serves: in a clone it is built from its sources when a browser first asks for it; the package and
// the image bring it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url));
const BUILDER = join(FOLDER, '..', 'build.ts');

/** Time that a build may take, in milliseconds; it takes some seconds. */
const BUILD_TIMEOUT_MS = 120_000;

/** Gives the folder of the console, which is built before if it is not there or older than its sources. */
export async function builtConsole(): Promise<string> {
  if (existsSync(BUILDER) && isInstalled('vite')) {
    await promisify(execFile)(process.execPath, [BUILDER], { timeout: BUILD_TIMEOUT_MS });
  }
  return FOLDER;
}

/** Whether a package that builds the console is there: where only what runs is installed, it is not. */
function isInstalled(name: string): boolean {
  try {
    createRequire(BUILDER).resolve(`${name}/package.json`);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return false;
    throw error;
  }
}
