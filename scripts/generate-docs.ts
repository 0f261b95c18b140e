// Writes the documents that are made from the sources. With --check, writes nothing and exits with 1 if a committed
// document is not what the sources give.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { documentSettings } from '@sitegrep/config';
import { format, resolveConfig } from 'prettier';

const GENERATED = [{ path: 'docs/configuration.md', text: documentSettings }];

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, root: { type: 'string', default: '.' } },
});

for (const document of GENERATED) {
  const path = `${values.root}/${document.path}`;
  const options = await resolveConfig(path);
  const text = await format(document.text(), { ...options, filepath: path });
  if (!values.check) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } else if ((await readIfThere(path)) !== text) {
    console.error(`${document.path} is not what the sources give: run "npm run docs" and commit it.`);
    process.exitCode = 1;
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
