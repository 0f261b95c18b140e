// Files of fingerprints as they lie in a folder: each is read by itself, so that one that is broken leaves the others.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, basename } from 'node:path';
import { parse } from 'yaml';
import type { SetProblem } from './problems.ts';

/** A file of technologies, or of categories, by name or number. */
export interface SetFile {
  readonly file: string;
  readonly entries: Readonly<Record<string, unknown>>;
}

export interface SetFiles {
  readonly technologies: readonly SetFile[];
  readonly categories: readonly SetFile[];
  readonly problems: readonly SetProblem[];
}

/** Bounds of a folder: files, folders below it, and bytes of all files together. */
const MAX_FILES = 1_000;
const MAX_DEPTH = 3;
const MAX_BYTES = 64 * 1024 * 1024;

const ENDINGS: ReadonlySet<string> = new Set(['.json', '.yaml', '.yml']);

/** Files of the public repository beside fingerprints and categories. */
const OTHER_FILES: ReadonlySet<string> = new Set([
  'groups.json',
  'package.json',
  'package-lock.json',
  'schema.json',
]);

/**
 * Reads a file, or all files of a folder whose names end in .json, .yaml or .yml.
 *
 * @throws Error of the file system if there is nothing at the path
 */
export function readSetFiles(path: string): SetFiles {
  const problems: SetProblem[] = [];
  const technologies: SetFile[] = [];
  const categories: SetFile[] = [];
  const isFolder = statSync(path).isDirectory();
  const files = isFolder ? filesIn(path, 0) : [path];
  const refuse = (file: string, reason: string): void =>
    void problems.push({ file, technology: null, key: null, reason });
  let left = MAX_BYTES;
  for (const each of files.slice(0, MAX_FILES)) {
    const file = isFolder ? relative(path, each) : basename(each);
    if (OTHER_FILES.has(basename(each))) continue;
    left -= statSync(each).size;
    if (left < 0) {
      refuse(file, `is left out: files of at most ${MAX_BYTES / 2 ** 20} MiB are read`);
      continue;
    }
    const read = entriesOf(readFileSync(each, 'utf8'), extname(each) !== '.json');
    if (typeof read === 'string') refuse(file, read);
    else if (/^categories\.(?:json|ya?ml)$/.test(basename(each))) categories.push({ file, entries: read });
    else addParts(file, read, technologies, categories, refuse);
  }
  if (files.length > MAX_FILES)
    refuse(path, `${files.length - MAX_FILES} files are left out: at most ${MAX_FILES} are read`);
  if (files.length === 0) refuse(path, 'has no file whose name ends in .json, .yaml or .yml');
  return { technologies, categories, problems };
}

/** Reads the text of one file of JSON. */
export function setFilesIn(file: string, text: string): SetFiles {
  const problems: SetProblem[] = [];
  const technologies: SetFile[] = [];
  const categories: SetFile[] = [];
  const refuse = (one: string, reason: string): void =>
    void problems.push({ file: one, technology: null, key: null, reason });
  const read = entriesOf(text, false);
  if (typeof read === 'string') refuse(file, read);
  else addParts(file, read, technologies, categories, refuse);
  return { technologies, categories, problems };
}

/** Texts of the files that `readSetFiles` reads, each after its path, in order. @throws Error of the file system */
export function* readSetTexts(path: string): Generator<string> {
  const files = statSync(path).isDirectory() ? filesIn(path, 0) : [path];
  for (const file of files.slice(0, MAX_FILES)) {
    yield file;
    if (statSync(file).size <= MAX_BYTES) yield readFileSync(file, 'utf8');
  }
}

/** A file can have `technologies` and `categories` side by side, or nothing but technologies. */
function addParts(
  file: string,
  entries: Readonly<Record<string, unknown>>,
  technologies: SetFile[],
  categories: SetFile[],
  refuse: (file: string, reason: string) => void,
): void {
  const { technologies: some, categories: others, source: _source, $schema: _schema, ...rest } = entries;
  if (!isRecord(some) || 'cats' in some) {
    technologies.push({ file, entries });
    return;
  }
  technologies.push({ file, entries: some });
  if (isRecord(others)) categories.push({ file, entries: others });
  for (const key of Object.keys(rest)) refuse(file, `${key} is neither technologies nor categories`);
}

/** Entries of a file, or why there are none. */
function entriesOf(text: string, isYaml: boolean): Readonly<Record<string, unknown>> | string {
  let read: unknown;
  try {
    // Repetitions by reference are not needed here, and could be many times what was written.
    read = isYaml ? parse(text, { maxAliasCount: 0, merge: false, prettyErrors: true }) : JSON.parse(text);
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
  }
  if (read === null || read === undefined) return {};
  return isRecord(read) ? read : 'is not a map of technologies by their names';
}

function filesIn(folder: string, depth: number): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.')) return [];
      // Names can be links, as those of mounted configuration are.
      if (statSync(path).isDirectory()) return depth < MAX_DEPTH ? filesIn(path, depth + 1) : [];
      return ENDINGS.has(extname(entry.name)) ? [path] : [];
    });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
