/* Files of the repository that are compiled or computed from others are what their sources give. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-generated-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a script that writes what it makes to the given path. */
async function generate(script: string, path: string): Promise<void> {
  await run(process.execPath, [join(ROOT, script), path]);
}

// The first one installs the compiler.
test('kernels in WebAssembly: npm run kernel:compile', { timeout: 300_000 }, async () => {
  await generate('scripts/compile-kernels.ts', folder);
  const committed = {
    deciding: 'packages/deciding/src/window.wasm',
    segments: 'packages/segments/src/kernel/kernel.wasm',
    technologies: 'packages/technologies/src/scan.wasm',
  };
  const differing: string[] = [];
  for (const [name, path] of Object.entries(committed)) {
    const compiled = await readFile(join(folder, `${name}.wasm`));
    if (!compiled.equals(await readFile(join(ROOT, path)))) differing.push(path);
  }
  expect(differing).toEqual([]);
});

test(
  'the table of letters that fold: npm run generate -w packages/search',
  { timeout: 300_000 },
  async () => {
    const path = join(folder, 'fold-table.ts');
    await generate('packages/fold/scripts/generate-fold-table.ts', path);
    const written = await readFile(join(ROOT, 'packages/fold/src/fold-table.ts'), 'utf8');
    expect(await readFile(path, 'utf8')).toBe(written);
  },
);
