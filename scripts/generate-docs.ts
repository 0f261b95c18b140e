// Writes the documents that are generated from the sources. With --check it writes nothing, and exits with 1 if a
// committed document differs from what the sources give.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { commandWordsModule, documentCommands } from '@sitegrep/cli/commands';
import { PAGE_NAMES, PAGES, PURPOSES } from '@sitegrep/console/pages';
import { documentProviders, documentProviderSettings, documentSettings } from '@sitegrep/config';
import { openApiDocument } from '@sitegrep/openapi';
import { documentFilledFields } from '@sitegrep/providers/conformance';
import {
  comparisonOf,
  DOMAIN_FIELD_NAMES,
  isOrderField,
  OUTCOME_HELP,
  OUTCOMES,
  specifiedName,
} from '@sitegrep/site';
import { FACET_FIELDS, FILTER_FIELDS, NOTE_CODES, operatorsOf, SCOPE_NAMES, SCOPES } from '@sitegrep/search';
import { isConditionField } from '@sitegrep/search/field-names';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { clientOperations, clientSchemas } from './client-types.ts';
import { pythonClient } from './python-operations.ts';

export interface GeneratedDocument {
  readonly path: string;
  /** @param committed the text of the file, or null if there is no such file */
  readonly text: (committed: string | null) => string | Promise<string>;
}

/** All documents that are generated. */
export const GENERATED: readonly GeneratedDocument[] = [
  { path: 'docs/configuration.md', text: documentSettings },
  { path: 'docs/commands.md', text: documentCommands },
  { path: 'apps/cli/src/command-words.ts', text: commandWordsModule },
  { path: 'docs/openapi.json', text: () => JSON.stringify(openApiDocument()) },
  { path: 'packages/client/src/api.ts', text: () => clientSchemas(openApiDocument()) },
  { path: 'packages/client/src/operations.ts', text: () => clientOperations(openApiDocument()) },
  { path: 'clients/python/src/sitegrep/schemas.py', text: () => pythonClient(openApiDocument()).types },
  {
    path: 'clients/python/src/sitegrep/operations.py',
    text: () => pythonClient(openApiDocument()).operations,
  },
  {
    path: 'docs/html-source-code-search.md',
    text: (committed) => withBlock(committed ?? '', 'filters', documentFilters()),
  },
  {
    path: 'docs/search.md',
    text: (committed) =>
      withBlock(
        withBlock(withBlock(committed ?? '', 'scopes', documentScopes()), 'notes', documentNotes()),
        'names',
        documentNames(),
      ),
  },
  {
    path: 'docs/troubleshooting.md',
    text: (committed) => withBlock(committed ?? '', 'outcomes', documentOutcomes()),
  },
  {
    path: 'docs/console.md',
    text: (committed) => withBlock(committed ?? '', 'pages', documentPages()),
  },
  {
    path: 'docs/providers.md',
    text: async (committed) => {
      const blocks = [
        ['providers', documentProviders()],
        ['settings', documentProviderSettings()],
        ['fields', await documentFilledFields()],
      ] as const;
      return blocks.reduce((text, [name, block]) => withBlock(text, name, block), committed ?? '');
    },
  },
];

/** Writes documents below a folder. */
export async function writeDocuments(root: string, documents = GENERATED): Promise<void> {
  for await (const { path, text } of generatedTexts(root, documents)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** Paths of the documents below a folder that are missing or differ from what the sources give. */
export async function staleDocuments(root: string, documents = GENERATED): Promise<readonly string[]> {
  const stale: string[] = [];
  for await (const { path, text, committed } of generatedTexts(root, documents))
    if (committed !== text) stale.push(path);
  return stale;
}

async function* generatedTexts(
  root: string,
  documents: readonly GeneratedDocument[],
): AsyncGenerator<{ readonly path: string; readonly text: string; readonly committed: string | null }> {
  for (const { path, text } of documents) {
    const filepath = join(root, path);
    const committed = await readIfThere(filepath);
    // The project's own style, wherever the document is written.
    const options = await resolveConfig(join(import.meta.dirname, '..', path));
    const written = await text(committed);
    // Python comes formatted.
    const { inferredParser } = await getFileInfo(filepath);
    const formatted = inferredParser === null ? written : await format(written, { ...options, filepath });
    yield { path, committed, text: formatted };
  }
}

/** Values in conditions on a field, by how they compare. */
const FILTER_VALUES = { text: 'text', integer: 'an integer', time: 'a time' } as const;

/** The fields that filters can name, with their operators, as a table. */
function documentFilters(): string {
  const rows = FILTER_FIELDS.map((field) => {
    const value = isOrderField(field) ? FILTER_VALUES[comparisonOf(field)] : 'one of its members';
    const operators = operatorsOf(field).map((operator) => `\`${operator}\``);
    return `| \`${specifiedName(field)}\` | ${value} | ${operators.join(' ')} |`;
  });
  return ['| field | value | operators |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The pages of the console with their addresses, as a table. */
function documentPages(): string {
  const rows = PAGE_NAMES.map((name) => {
    const { path, title, parameters } = PAGES[name];
    const search = parameters.map((parameter, index) => (index < 3 ? `${parameter}=…` : '…'));
    const address = path.replace(/\$(\w+)/, (_, part: string) => part.toUpperCase());
    return `| ${title} | \`${address}${search.length === 0 ? '' : `?${search.slice(0, 4).join('&')}`}\` | ${PURPOSES[name]} |`;
  });
  return ['| page | address | what it is for |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The fields that conditions, facets or specifications name, with where each name is taken, as a table. */
function documentNames(): string {
  const isTakenBy = (name: string): readonly boolean[] => [
    isConditionField(name),
    FACET_FIELDS.some((field) => field === name),
    DOMAIN_FIELD_NAMES.some((field) => field === name),
    FILTER_FIELDS.some((field) => field === name),
    isOrderField(name),
  ];
  const all = [...new Set<string>([...FILTER_FIELDS, ...DOMAIN_FIELD_NAMES, ...FACET_FIELDS])];
  const named = all.filter((name) => isTakenBy(name).filter(Boolean).length > 1);
  const rows = named.map((name) => {
    const marks = isTakenBy(name).map((is) => (is ? 'yes' : ''));
    const specified = specifiedName(name);
    return `| \`${name}\` | ${marks.join(' | ')} | ${specified === name ? '' : `\`${specified}\``} |`;
  });
  return [
    '| name | condition | facet | field, column | filter | order | specified as |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** The scopes of texts and patterns, as a table. */
function documentScopes(): string {
  const code = (text: string): string => text.replaceAll(/<!--|-->|[<>]|\b(?:src|href)\b/g, '`$&`');
  const rows = SCOPE_NAMES.map((name) => `| \`${name}\` | ${code(SCOPES[name].about)} |`);
  return ['| scope | what it is |', '| --- | --- |', ...rows].join('\n');
}

/** Remedies for each outcome without a page, as a table. */
function documentOutcomes(): string {
  const rows = OUTCOMES.flatMap((outcome) => {
    const { name, remedy, isRetried } = OUTCOME_HELP[outcome];
    return remedy === null ? [] : [`| \`${outcome}\` | ${name} | ${isRetried ? 'yes' : ''} | ${remedy} |`];
  });
  return ['| outcome | in the console | retried | what to do |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

/** The codes of notes, as a table. */
function documentNotes(): string {
  const rows = Object.entries(NOTE_CODES).map(([code, about]) => `| \`${code}\` | ${about} |`);
  return ['| code | what the note is about |', '| --- | --- |', ...rows].join('\n');
}

/** Replaces the block between its marks in a text that is otherwise written by hand, or adds it at the end. */
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

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  if (values.check) {
    for (const path of await staleDocuments('.')) {
      console.error(`${path} differs from what the sources give: run "npm run docs" and commit it.`);
      process.exitCode = 1;
    }
  } else {
    await writeDocuments('.');
  }
}
