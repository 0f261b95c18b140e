// Nuclei templates of a folder, with the queries in their metadata. Files are hostile: each is read by itself, within bounds,
// and a fault in one is told and leaves the others.
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '@sitegrep/translation';
import { isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { systemProblem } from '../failure.ts';
import { formatBytes } from '../terminal.ts';

export interface Template {
  readonly file: string;
  readonly id: string;
  readonly name: string | null;
  readonly severity: string | null;
  readonly queries: readonly TemplateQuery[];
}

export interface TemplateQuery {
  readonly engine: Engine;
  readonly original: string;
}

export type TemplateFile =
  | { readonly kind: 'template'; readonly template: Template }
  /** YAML of another kind, such as a setting. */
  | { readonly kind: 'other' }
  | { readonly kind: 'fault'; readonly problem: string };

/** Engines whose queries templates have in their metadata. */
const TEMPLATE_ENGINES = ['publicwww', 'fofa', 'shodan'] as const satisfies readonly Engine[];
/** Maximum size of a template, in bytes. */
const MAX_BYTES = 1 << 20;
/** Maximum number of nodes that the aliases of a template stand for. */
const MAX_ALIASES = 100;
/** Maximum number of queries of one engine in a template. */
const MAX_QUERIES = 100;

const YAML_NAME = /\.ya?ml$/i;

/**
 * Reads a template, or those of a folder and of the folders in it, in the order of their names. Symbolic links are not
 * followed; names that begin with a dot, and files that are not named .yaml or .yml, are skipped.
 *
 * @throws errors of the file system for `path` itself
 */
export function* readTemplates(path: string): Generator<TemplateFile, void> {
  if (statSync(path).isDirectory()) yield* inFolder(path);
  else yield fileOf(path);
}

function* inFolder(folder: string): Generator<TemplateFile, void> {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    yield faultOf(folder, problemOf(error));
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* inFolder(path);
    else if (entry.isSymbolicLink())
      yield faultOf(path, 'a symbolic link, which is not followed; name its target as well.');
    else if (YAML_NAME.test(entry.name)) yield fileOf(path);
  }
}

function fileOf(path: string): TemplateFile {
  try {
    return templateIn(path, textOf(path));
  } catch (error) {
    return faultOf(path, problemOf(error));
  }
}

class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** @throws Unreadable, errors of the file system */
function textOf(path: string): string {
  const stats = lstatSync(path);
  // One that the user names may be a link.
  const { size } = stats.isSymbolicLink() ? statSync(path) : stats;
  if (!stats.isFile() && !stats.isSymbolicLink())
    throw new Unreadable('not a regular file; a template is a file of YAML.');
  if (size > MAX_BYTES) {
    throw new Unreadable(
      `${formatBytes(size)}; a template that is read has at most ${formatBytes(MAX_BYTES)}.`,
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw new Unreadable('not UTF-8, as YAML is; save it as UTF-8.');
    throw error;
  }
}

/** @throws Unreadable if it is not YAML, or what it has is not of a template */
function templateIn(file: string, text: string): TemplateFile {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    logLevel: 'error',
    // The comparison of all keys with each other would take minutes in a hostile file.
    uniqueKeys: false,
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new Unreadable(`not YAML: in line ${line}, column ${col}, ${error.message}`);
  }
  if (!isMap(document.contents)) throw new Unreadable('not a mapping, as a template is.');
  if (!document.has('id') || !document.has('info')) return { kind: 'other' };
  const valueOf = (name: string): unknown => {
    const node = document.get(name, true);
    return isNode(node) ? node.toJS(document, { maxAliasCount: MAX_ALIASES }) : null;
  };
  const info = valueOf('info');
  const id = scalarOf(valueOf('id'));
  if (id === null) throw new Unreadable('id is not text.');
  const queries = TEMPLATE_ENGINES.flatMap((engine) => queriesOf(engine, propertyOf(info, 'metadata')));
  const [name, severity] = [scalarOf(propertyOf(info, 'name')), scalarOf(propertyOf(info, 'severity'))];
  return { kind: 'template', template: { file, id, name, severity, queries } };
}

/** @throws Unreadable */
function queriesOf(engine: Engine, metadata: unknown): readonly TemplateQuery[] {
  const name = `${engine}-query`;
  const value = propertyOf(metadata, name);
  if (value === null) return [];
  const written: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (written.length > MAX_QUERIES)
    throw new Unreadable(
      `info.metadata.${name} has ${written.length} queries; at most ${MAX_QUERIES} are read.`,
    );
  return written.map((one) => {
    const original = scalarOf(one)?.trim() ?? '';
    if (original === '') throw new Unreadable(`info.metadata.${name} is neither a text nor a list of texts.`);
    return { engine, original };
  });
}

/** A property of a mapping; null if there is none. */
function propertyOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  return (value as Readonly<Record<string, unknown>>)[name] ?? null;
}

/** A text; YAML takes some for numbers. */
function scalarOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** @throws what is not a fault of a file */
function problemOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  // The composer of YAML calls itself for each level.
  if (error instanceof RangeError) return 'nested too deeply to be read.';
  if (error instanceof ReferenceError) return 'its aliases stand for more than a template can have.';
  if (error instanceof Error && systemProblem(error) !== false)
    return 'it may not be read; check who may read it.';
  throw error;
}

function faultOf(path: string, problem: string): TemplateFile {
  return { kind: 'fault', problem: `${path}: ${problem}` };
}
