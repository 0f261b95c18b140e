// SQLite's FTS5, the opponent of the segments: trigrams of each page with their positions, its grams of one
// and two characters, neither with the text. Sources, which a few terms have to be looked up in, are in a file beside it,
// so that the index's own size shows.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { openDatabase } from '../../../packages/storage/src/sqlite/connection.ts';
import { domainIdOf, regionOf } from './fts5-ids.ts';
import { indexText, lookupOf } from './fts5-terms.ts';
import { CACHE_BYTES, type OpenEngine } from './engine.ts';

/** Statements that make the tables of a text's trigrams and short grams. */
export const FTS5_TABLES = `
  CREATE VIRTUAL TABLE page_text USING fts5(
    text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
  CREATE VIRTUAL TABLE page_gram USING fts5(
    grams, content='', contentless_delete=1, detail=none, tokenize='ascii');`;

/** `document`: its number. `id`: the row in the index, which tells the id of the document. */
const SOURCES_SCHEMA =
  'CREATE TABLE page (id INTEGER PRIMARY KEY, document INTEGER NOT NULL, source BLOB NOT NULL) STRICT';

/** Row ids looked through at a time. */
const SLICE = 65_536;
/** Largest power of two of a document's block of row ids. */
const LAST_REGION = 20;

export interface Fts5Files {
  readonly index: DatabaseSync;
  readonly sources: DatabaseSync;
}

export function createFts5(folder: string): Fts5Files {
  mkdirSync(folder);
  const files = openFiles(folder);
  files.index.exec(FTS5_TABLES);
  files.sources.exec(SOURCES_SCHEMA);
  return files;
}

/** Closes, which moves what is left in the log into the file. */
export function closeFts5({ index, sources }: Fts5Files): void {
  index.close();
  sources.close();
}

export function indexFile(folder: string): string {
  return join(folder, 'index.sqlite');
}

function openFiles(folder: string): Fts5Files {
  return {
    index: openDatabase(indexFile(folder), CACHE_BYTES),
    sources: openDatabase(join(folder, 'sources.sqlite'), CACHE_BYTES),
  };
}

/** Numbers of documents by their ids. */
export type DocumentNumbers = ReadonlyMap<number, number>;

export function readNumbers(folder: string): DocumentNumbers {
  const { index, sources } = openFiles(folder);
  const rows = sources.prepare('SELECT id, document FROM page').all();
  closeFts5({ index, sources });
  return new Map(rows.map((row) => [domainIdOf(Number(row['id'])), Number(row['document'])]));
}

export function openFts5(folder: string, numbers: DocumentNumbers): OpenEngine {
  let opened = openStatements(folder);
  const slices = slicesOf(opened.sources);

  function holds(page: number, text: string): boolean {
    const packed = opened.source.get(page)?.['source'];
    if (!(packed instanceof Uint8Array)) throw new Error(`page ${page} is in the index alone`);
    return indexText(zstdDecompressSync(packed).toString()).includes(text);
  }

  return {
    search(term) {
      opened.version.get();
      const lookup = lookupOf(term);
      if (lookup.kind === 'never') return new Float64Array();
      const statement = lookup.kind === 'gram' ? opened.gram : opened.phrase;
      const found: number[] = [];
      for (const [from, to] of slices) {
        const pages = JSON.parse(String(statement.get(lookup.match, from, to)?.['ids'])) as number[];
        for (const page of pages) {
          const id = domainIdOf(page);
          if (id === found.at(-1)) continue;
          if (lookup.kind === 'phrase' || lookup.kind === 'gram' || holds(page, lookup.text)) found.push(id);
        }
      }
      return Float64Array.from(found);
    },
    documentsOf: (ids) => Array.from(ids, (id) => numbers.get(id) ?? -1).sort((a, b) => a - b),
    reopen() {
      closeFts5(opened);
      opened = openStatements(folder);
    },
    close: () => closeFts5(opened),
  };
}

interface Fts5Statements extends Fts5Files {
  readonly version: StatementSync;
  readonly source: StatementSync;
  readonly gram: StatementSync;
  readonly phrase: StatementSync;
}

function openStatements(folder: string): Fts5Statements {
  const { index, sources } = openFiles(folder);
  return {
    index,
    sources,
    version: index.prepare('PRAGMA data_version'),
    source: sources.prepare('SELECT source FROM page WHERE id = ?'),
    gram: index.prepare(matchingIds('page_gram')),
    phrase: index.prepare(matchingIds('page_text')),
  };
}

/** One value holds all ids of a slice: a row each would cost more than finding them. */
function matchingIds(table: string): string {
  return `SELECT json_group_array(rowid) AS ids FROM ${table} WHERE ${table} MATCH ? AND rowid >= ? AND rowid < ?`;
}

function slicesOf(sources: DatabaseSync): readonly (readonly [from: number, to: number])[] {
  const lastId = sources.prepare('SELECT max(id) AS id FROM page WHERE id >= ? AND id < ?');
  const slices: [number, number][] = [];
  for (let bits = 0; bits <= LAST_REGION; bits++) {
    const [first, end] = regionOf(bits);
    const last = lastId.get(first, end)?.['id'] ?? null;
    if (last === null) continue;
    for (let from = first; from <= Number(last); from += SLICE) slices.push([from, from + SLICE]);
  }
  return slices;
}
