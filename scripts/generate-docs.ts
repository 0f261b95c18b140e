// Writes the documents that are made from the sources. With --check, writes nothing and exits with 1 if a committed
// document is not what the sources give.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { documentCommands } from '@sitegrep/cli/commands';
import { documentSettings } from '@sitegrep/config';
import { openApiDocument } from '@sitegrep/openapi';
import { documentFilledFields } from '@sitegrep/providers/conformance';
import { format, resolveConfig } from 'prettier';
import { clientOperations, clientSchemas } from './client-types.ts';

interface GeneratedDocument {
  readonly path: string;
  /** @param committed what is there now; null if there is no such file */
  readonly text: (committed: string | null) => string | Promise<string>;
}

const GENERATED: readonly GeneratedDocument[] = [
  { path: 'docs/configuration.md', text: documentSettings },
  { path: 'docs/commands.md', text: documentCommands },
  { path: 'docs/openapi.json', text: () => JSON.stringify(openApiDocument()) },
  { path: 'packages/client/src/api.ts', text: () => clientSchemas(openApiDocument()) },
  { path: 'packages/client/src/operations.ts', text: () => clientOperations(openApiDocument()) },
  {
    path: 'docs/providers.md',
    text: async (committed) => withBlock(committed ?? '', 'fields', await documentFilledFields()),
  },
];

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, root: { type: 'string', default: '.' } },
});

for (const document of GENERATED) {
  const path = `${values.root}/${document.path}`;
  const options = await resolveConfig(path);
  const committed = await readIfThere(path);
  const text = await format(await document.text(committed), { ...options, filepath: path });
  if (!values.check) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } else if (committed !== text) {
    console.error(`${document.path} is not what the sources give: run "npm run docs" and commit it.`);
    process.exitCode = 1;
  }
}

/** Puts a block in the place of the one between its marks in a text that is written by hand otherwise; or at its end. */
function withBlock(text: string, name: string, block: string): string {
  const [start, end] = [`<!-- ${name}: written by npm run docs -->`, `<!-- /${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  const [before, after] =
    from < 0 || to < from ? [`${text}\n`, '\n'] : [text.slice(0, from), text.slice(to + end.length)];
  return `${before}${start}\n\n${block}\n\n${end}${after}`;
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
