// Builds a folder from sources, unless what is there was built from the same.
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** File of a built folder with the hash of its sources. */
const MARK = 'sources.txt';

/**
 * Builds a folder, which is replaced at once: others may build or serve it at the same time.
 *
 * @param sources patterns of the files that it is made of, from the root
 * @param build writes into a new folder
 */
export async function buildFolder(
  folder: string,
  sources: readonly string[],
  build: (draft: string) => Promise<void>,
): Promise<void> {
  const hash = await hashOf(sources);
  if ((await readFile(join(folder, MARK), 'utf8').catch(() => '')) === hash) return;
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    await build(draft);
    await writeFile(join(draft, MARK), hash);
  } catch (error) {
    await rm(draft, { recursive: true });
    throw error;
  }
  const old = `${draft}.old`;
  await rename(folder, old).catch(ignoreAbsence);
  await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(draft, { recursive: true });
  });
  await rm(old, { recursive: true, force: true });
}

async function hashOf(sources: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  const files = globSync(sources, { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  for (const path of paths) digest.update(path.slice(ROOT.length)).update(await readFile(path));
  return digest.digest('hex');
}

function ignoreAbsence(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
