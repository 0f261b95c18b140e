import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { gramTokens } from '../../grams.ts';
import { prepareChange } from '../connection.ts';
import { indexText } from './terms.ts';
import type { TextIndex } from './text-index.ts';

/** The leaves that a text goes to lie all over the tables: with fewer pages in memory each is read again. In KiB. */
const CACHE_KIB = 64 * 1_024;

/** Texts in the tables of FTS5, a row a page; what they hold is committed with the rest. */
export function fts5Texts(db: DatabaseSync): TextIndex {
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  const change = (text: string): StatementSync => prepareChange(db, text);
  const sql = {
    insertText: change('INSERT INTO page_text (rowid, text) VALUES (?, ?)'),
    insertGrams: change('INSERT INTO page_gram (rowid, grams) VALUES (?, ?)'),
    removeText: change('DELETE FROM page_text WHERE rowid = ?'),
    removeGrams: change('DELETE FROM page_gram WHERE rowid = ?'),
    merge: change(`INSERT INTO page_text (page_text) VALUES ('optimize')`),
  };
  return {
    change(_revision, before, after) {
      for (const id of before?.pageIds ?? []) {
        sql.removeText.run(id);
        sql.removeGrams.run(id);
      }
      if (after === null) return;
      for (const [slot, source] of after.sources.entries()) {
        const folded = indexText(source.toString());
        sql.insertText.run(after.firstPageId + slot, folded);
        sql.insertGrams.run(after.firstPageId + slot, gramTokens(folded));
      }
    },
    prepare() {},
    committed() {},
    rolledBack() {},
    ready: () => Promise.resolve(),
    async merge() {
      sql.merge.run();
    },
    close: () => Promise.resolve(),
  };
}
