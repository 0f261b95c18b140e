import { join } from 'node:path';
import { inTransaction, openDatabase } from '../../../packages/storage/src/sqlite/connection.ts';
import type { CollectedPage } from './collection.ts';
import { DEPTH, type SearchSystem } from './search-system.ts';

const NAME = 'FTS5, a plain table';
const CACHE_BYTES = 64 << 20;
/** Rows of one transaction. */
const BATCH = 1_000;

/**
 * A table of FTS5 as anybody makes it: tokenizer unicode61, weights 5, 3, 3 and 1 for bm25, and all words of the keyword,
 * each in quotes, must occur.
 */
export function openFts5(folder: string, pages: readonly CollectedPage[]): SearchSystem {
  const db = openDatabase(join(folder, 'fts5.sqlite'), CACHE_BYTES);
  db.exec(
    `CREATE VIRTUAL TABLE page USING fts5(title, description, headings, text, content='', tokenize='unicode61');
     INSERT INTO page (page, rank) VALUES ('rank', 'bm25(5.0, 3.0, 3.0, 1.0)')`,
  );
  const insert = db.prepare(
    'INSERT INTO page (rowid, title, description, headings, text) VALUES (?, ?, ?, ?, ?)',
  );
  const select = db.prepare(`SELECT rowid FROM page WHERE page MATCH ? ORDER BY rank LIMIT ${DEPTH}`);
  let copies = 0;
  return {
    name: NAME,
    calledBy: 'call in the process',
    prepare: async (wanted) => {
      for (; copies < wanted; copies++) {
        for (let from = 0; from < pages.length; from += BATCH) {
          inTransaction(db, () => {
            for (const [at, page] of pages.slice(from, from + BATCH).entries()) {
              const { title, description, headings, text } = page;
              const id = copies * pages.length + from + at;
              insert.run(id, title, description, headings.join('\n'), text);
            }
          });
        }
      }
      db.exec(`INSERT INTO page (page) VALUES ('optimize')`);
    },
    search: async ({ keyword }) =>
      select.all(allWords(keyword)).flatMap(({ rowid }) => pages[Number(rowid) % pages.length]?.url ?? []),
    close: async () => db.close(),
  };
}

function allWords(keyword: string): string {
  // A phrase is one of FTS5 as it stands.
  if (keyword.startsWith('"')) return keyword;
  return keyword
    .split(' ')
    .map((word) => `"${word.replaceAll('"', '""')}"`)
    .join(' ');
}
