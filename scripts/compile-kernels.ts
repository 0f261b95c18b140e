// Compiles the inner loops in AssemblyScript into the WebAssembly modules beside the sources.
// Usage: compile-kernels.ts [FOLDER]; with FOLDER the modules are written there, by the names of their packages.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installGenerators } from './generators/install.ts';

const ROOT = join(import.meta.dirname, '..');
/** Packages with a kernel. */
const PACKAGES = ['deciding', 'segments', 'technologies'];

const [folder] = process.argv.slice(2);
const compiler = join(await installGenerators(), 'assemblyscript', 'bin', 'asc.js');
for (const name of PACKAGES) {
  const config = join(ROOT, 'packages', name, 'kernel', 'asconfig.json');
  const output = folder === undefined ? [] : ['--outFile', join(folder, `${name}.wasm`)];
  await promisify(execFile)(process.execPath, [compiler, '--config', config, ...output]);
}
