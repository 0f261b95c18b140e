// The console and the documentation that the API serves: in a clone they are built from their sources when a browser first asks
// for them; the package and the image bring them.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url));
const DOCUMENTATION = fileURLToPath(new URL('../../docs/dist', import.meta.url));

/** Time that a build may take, in milliseconds; it takes some seconds. */
const BUILD_TIMEOUT_MS = 120_000;

/** Gives the folder of the console. */
export function builtConsole(): Promise<string> {
  return built(CONSOLE, 'vite');
}

/** Gives the folder of the documentation. */
export function builtDocumentation(): Promise<string> {
  return built(DOCUMENTATION, 'marked');
}

/**
 * Gives a folder, which is built before if it is not there or older than its sources.
 *
 * @param tool package that only those who build it have installed
 */
async function built(folder: string, tool: string): Promise<string> {
  const builder = join(folder, '..', 'build.ts');
  if (existsSync(builder) && isInstalled(tool, builder)) {
    await promisify(execFile)(process.execPath, [builder], { timeout: BUILD_TIMEOUT_MS });
  }
  return folder;
}

/** Tells whether a package is there for a builder: where only what runs is installed, it is not. */
function isInstalled(name: string, builder: string): boolean {
  try {
    createRequire(builder).resolve(`${name}/package.json`);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return false;
    throw error;
  }
}
