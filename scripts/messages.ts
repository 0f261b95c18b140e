// Every text that a user of the project can meet, read from the sources, for a review of all of them at once: help, errors,
// reasons, settings, log lines. `npm run messages` prints them; scripts/message-texts.ts reads the texts of one module.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorClasses, textsOf, type Scope, type Text } from './message-texts.ts';

interface Area {
  readonly title: string;
  readonly about: string;
  /** Folders of sources, from the root. */
  readonly folders: readonly string[];
  readonly scope: Scope;
}

const AREAS: readonly Area[] = [
  {
    title: 'Command line',
    about: 'Help, errors and what commands print, by command.',
    folders: ['apps/cli/src', 'apps/cli/bin'],
    scope: 'all',
  },
  {
    title: 'HTTP API',
    about: 'Errors and their details; `when` is the text of the reference.',
    folders: ['apps/api/src', 'packages/contract/src', 'packages/search/src'],
    scope: 'messages',
  },
  {
    title: 'Settings',
    about: 'What each setting does, and what is wrong with a value.',
    folders: ['packages/config/src'],
    scope: 'all',
  },
  {
    title: 'Sites and crawls',
    about: 'Reasons of outcomes, and log lines of workers.',
    folders: [
      'packages/crawl/src',
      'packages/http/src',
      'packages/site/src',
      'packages/analysis/src',
      'apps/worker/src',
    ],
    scope: 'messages',
  },
  {
    title: 'Lists and captures',
    about: 'Problems of what is submitted and imported.',
    folders: ['packages/intake/src', 'packages/warc/src'],
    scope: 'messages',
  },
  {
    title: 'Stores',
    about: 'Problems of the data folder, Elasticsearch, Redis and the queues.',
    folders: ['packages/storage/src', 'packages/segments/src', 'packages/jobs/src'],
    scope: 'messages',
  },
  {
    title: 'Providers',
    about: 'Settings of providers, and why one did not answer.',
    folders: ['packages/providers/src'],
    scope: 'messages',
  },
  {
    title: 'Client',
    about: 'Errors of the JavaScript client.',
    folders: ['packages/client/src'],
    scope: 'messages',
  },
];

/** Sources that print programs or tables of data, not messages. */
const LEFT_OUT =
  /\.test\.ts$|\.d\.ts$|\/completion-scripts\.ts$|\/client\/src\/(?:api|operations)\.ts$|\/docs\/src\//;

/** Texts of one source, in their order. */
interface SourceMessages {
  readonly path: string;
  readonly texts: readonly Text[];
}

interface AreaMessages extends Omit<Area, 'scope' | 'folders'> {
  readonly sources: readonly SourceMessages[];
}

/** All messages, by area and source. @param root folder of the repository */
export function readMessages(root: string): readonly AreaMessages[] {
  const areas = AREAS.map((area) => ({
    ...area,
    files: area.folders
      .flatMap((folder) => globSync(`${folder}/**/*.{ts,js}`, { cwd: root }))
      .filter((path) => !LEFT_OUT.test(path))
      .toSorted()
      .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') })),
  }));
  const classes = errorClasses(areas.flatMap(({ files }) => files.map(({ source }) => source)));
  return areas.map(({ title, about, files, scope }) => ({
    title,
    about,
    sources: files
      .map(({ path, source }) => ({ path, texts: unique(textsOf(path, source, scope, classes)) }))
      .filter(({ texts }) => texts.length > 0),
  }));
}

/** Messages as a page in Markdown. */
export function documentMessages(areas: readonly AreaMessages[]): string {
  const sections = areas.map(({ title, about, sources }) => {
    const listed = sources.map(({ path, texts }) => `### ${path}\n\n${texts.map(lineOf).join('\n')}`);
    return `## ${title}\n\n${about}\n\n${listed.join('\n\n')}`;
  });
  return `# Messages

Every text of the sources that a user can meet, for reading them as a whole; texts are changed where they stand. \`{name}\` is a value, \`(a | b)\` one of two texts, \`[a]\` a text that may be left out, ⏎ the end of a line.

${sections.join('\n\n')}
`;
}

function unique(texts: readonly Text[]): readonly Text[] {
  return [...new Map(texts.map((text) => [`${text.kind} ${text.text}`, text])).values()];
}

function lineOf({ kind, text }: Text): string {
  const shown = text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ⏎ ')
    .replaceAll('`', "'");
  return `- ${kind === '' ? '' : `${kind}: `}\`${shown}\``;
}

if (import.meta.main) process.stdout.write(documentMessages(readMessages(join(import.meta.dirname, '..'))));
