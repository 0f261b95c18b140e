// Icons beside the packages of Python that their hashes are defined by: mmh3 over Base64 in lines as Shodan publishes it, hashlib,
// Pillow and ImageHash.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { ensurePythonPackage } from '../../infra/dev/python-package.ts';
import { ours, readReferences, type Reference } from '../../packages/icons/test/reference.ts';

const PACKAGE = { name: 'ImageHash', version: '4.3.2', further: ['mmh3==5.3.1', 'Pillow==13.0.0'] };
const SCRIPT = fileURLToPath(new URL('../../packages/icons/test/reference.py', import.meta.url));
const RANDOM = 500;
/** Installing the packages counts too, in milliseconds. */
const LIMIT = 600_000;

async function printedBy(args: readonly string[]): Promise<readonly Reference[]> {
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), PACKAGE);
  const python = spawn(join(programs, 'python'), [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(python.stdout), once(python, 'close')]);
  if (code !== 0) throw new Error(`Python ended with code ${String(code)}`);
  return readReferences(output);
}

it(
  'gives the hashes, pixels and perceptual hashes that the packages of Python give',
  async () => {
    const references = [...(await printedBy([])), ...(await printedBy(['--random', String(RANDOM)]))];
    expect(references.length).toBeGreaterThan(RANDOM + 50);
    for (const reference of references) expect(ours(reference)).toEqual(reference);
  },
  LIMIT,
);
