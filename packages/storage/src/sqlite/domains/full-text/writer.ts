import type { DatabaseSync } from 'node:sqlite';
import { siteWords, sourceWords, wordMaker } from '@sitegrep/fulltext';
import { type PageRecord, shownSource, type Source } from '@sitegrep/site';
import { StorageMisconfigured } from '../../../errors.ts';
import { inTransaction } from '../../connection.ts';
import { damaged } from '../../failure.ts';
import type { DomainRow } from '../rows.ts';
import { type StateKeeper, writeState } from '../state.ts';
import { meansChecker } from './means.ts';
import { pointerRow, textRow, textRows } from './rows.ts';
import { WORD_COLUMNS } from './schema.ts';

/** A page as far as its full text follows from it, besides its source. */
export interface FullTextPage extends Pick<PageRecord, 'url' | 'fetchedAt' | 'facts'> {
  /** Words as in `EncodedSource`; absent: they are made of the source. */
  readonly words?: Uint8Array | undefined;
}

export function fullTextPage(page: PageRecord<Source>): FullTextPage {
  const { url, fetchedAt, facts } = page;
  const shown = shownSource(page);
  return { url, fetchedAt, facts, words: typeof shown === 'string' ? undefined : shown.words };
}

/** Keeps the words of documents, inside a write transaction. */
export interface FullTextWriter {
  /** @param sources those that readers of the pages see, as they are stored */
  add(
    row: Pick<DomainRow, 'id' | 'revision' | 'domain'>,
    pages: readonly FullTextPage[],
    sources: readonly Buffer[],
  ): void;
  /** @param pages number of pages of the document */
  remove(row: Pick<DomainRow, 'id'>, pages: number): void;
  /** Removes all. */
  clear(): void;
  /** Called when the transaction is about to commit. */
  prepare(): void;
}

export function fullTextWriter(db: DatabaseSync, state: StateKeeper): FullTextWriter {
  const columns = ['rowid', ...WORD_COLUMNS];
  const means = meansChecker(db);
  const makeWords = wordMaker();
  let isChanged = false;
  const stored = textRows(db);
  const sql = {
    words: db.prepare(
      `INSERT INTO word (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ),
    text: db.prepare(
      'INSERT INTO page_text (id, page, address, head, head_crc, lines, lines_crc) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    pointers: db.prepare('INSERT INTO pointer (domain, first, targets, crc) VALUES (?, ?, ?, ?)'),
    pointerWords: db.prepare('INSERT INTO pointer_word (rowid, words) VALUES (?, ?)'),
    removeText: db.prepare('DELETE FROM page_text WHERE page = ? RETURNING id'),
    removeWords: db.prepare('DELETE FROM word WHERE rowid = ?'),
    removePointers: db.prepare('DELETE FROM pointer WHERE domain = ?'),
    removePointerWords: db.prepare('DELETE FROM pointer_word WHERE rowid = ?'),
  };

  // FTS5 leaves the number of a row of its own, above what a number can be, as that of the last insert, which every later
  // statement reports. An insert elsewhere replaces it.
  db.exec('CREATE TEMP TABLE IF NOT EXISTS last_insert (id INTEGER PRIMARY KEY)');
  const insertElsewhere = db.prepare('INSERT OR REPLACE INTO last_insert (id) VALUES (1)');
  for (const statement of [sql.removeWords, sql.removePointerWords, sql.removePointers])
    statement.setReadBigInts(true);

  /** A number for a page or a pointer; none is used twice. */
  function newNumber(): number {
    const lastTextNumber = state.get().lastTextNumber + 1;
    state.change({ lastTextNumber });
    return lastTextNumber;
  }

  return {
    add({ id, revision, domain }, pages, sources) {
      isChanged = true;
      const made = pages.map(
        (page, index) => page.words ?? sourceWords(makeWords, page, sources[index]?.toString() ?? ''),
      );
      const site = siteWords(domain, pages, made);
      for (const [slot, { head, fields, forms, lines }] of site.pages.entries()) {
        const number = newNumber();
        sql.words.run(number, ...WORD_COLUMNS.map((column) => (column === 'forms' ? forms : fields[column])));
        sql.text.run(...textRow(number, { id: id + slot, revision }, head, lines));
      }
      if (site.pointers.length === 0) return;
      const numbers = site.pointers.map(({ words }) => {
        const number = newNumber();
        sql.pointerWords.run(number, words);
        return number;
      });
      const targets = site.pointers.map(({ target }) => target);
      sql.pointers.run(...pointerRow(id, Math.min(...numbers), targets));
    },
    remove({ id }, pages) {
      isChanged = true;
      for (let slot = 0; slot < pages; slot++) {
        const { id: number } = sql.removeText.get(id + slot) ?? {};
        if (typeof number !== 'number') throw damaged(db, `page ${id + slot} has no row in table page_text`);
        sql.removeWords.run(number);
      }
      const { first, targets } = stored.pointersOf(id) ?? { first: 0, targets: [] };
      sql.removePointers.run(id);
      for (const index of targets.keys()) sql.removePointerWords.run(first + index);
      insertElsewhere.run();
    },
    clear() {
      db.exec(`DELETE FROM page_text; DELETE FROM pointer;
        INSERT INTO word (word) VALUES ('delete-all');
        INSERT INTO pointer_word (pointer_word) VALUES ('delete-all');`);
    },
    prepare() {
      if (!isChanged) return;
      isChanged = false;
      // FTS5 writes what it has collected now instead of in the commit.
      db.exec(`INSERT INTO word (word) VALUES ('flush')`);
      state.change({ wordMeans: means() });
    },
  };
}

/**
 * Sees that an index is as it shall be: with full text of all documents or of none. An empty one is made so.
 *
 * @throws StorageMisconfigured
 */
export function chooseFullText(db: DatabaseSync, state: StateKeeper, isWanted: boolean): void {
  const { hasFullText, domains } = state.get();
  if (hasFullText === isWanted) return;
  if (domains === 0) {
    inTransaction(db, () => writeState(db, { ...state.get(), hasFullText: isWanted }));
    return;
  }
  throw new StorageMisconfigured(
    isWanted
      ? 'the index in the data folder has no full text: run "sitegrep index rebuild", or set SITEGREP_FULL_TEXT=off'
      : 'SITEGREP_FULL_TEXT is off, and the index in the data folder has full text: run "sitegrep index rebuild", or leave it on',
  );
}
