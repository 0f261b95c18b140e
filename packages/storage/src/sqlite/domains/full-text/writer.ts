import type { DatabaseSync } from 'node:sqlite';
import { addressKey, type HomeLinks, homeLinks, pageWords, sourceWords, wordMaker } from '@sitegrep/fulltext';
import { type PageRecord, shownSource, type Source } from '@sitegrep/site';
import { StorageMisconfigured } from '../../../errors.ts';
import { inTransaction } from '../../connection.ts';
import { damaged, damagedIndex } from '../../failure.ts';
import { factsOfRow, type PageRow, textIn } from '../page-rows.ts';
import { type StateKeeper, writeState } from '../state.ts';
import { meansChecker, NO_SIZES, takeOff, withRow, type WordSizes } from './means.ts';
import { pointerRow, textRow, textRows } from './rows.ts';
import { WORD_COLUMNS } from './schema.ts';

/** A page as far as its full text follows from it. */
export interface FullTextPage extends Pick<PageRecord, 'url' | 'fetchedAt' | 'facts'> {
  /** Number of the page. */
  readonly number: number;
  /** The source that its readers see. */
  readonly source: () => string;
  /** Words as in `EncodedSource`; absent: they are made of the source. */
  readonly words?: Uint8Array | undefined;
}

/** The words of a page as they were handed over with its source, if they were. */
export function givenWords(page: PageRecord<Source>): Uint8Array | undefined {
  const shown = shownSource(page);
  return typeof shown === 'string' ? undefined : shown.words;
}

/** A stored page, whose source is unpacked when it is needed. */
export function storedTextPage(page: PageRow): FullTextPage {
  const { id, url, fetchedAt } = page;
  const source = (): string => textIn(page.rendered ?? page.source);
  return { number: id, url, fetchedAt, facts: factsOfRow(page), source };
}

/** The pages of a site as far as its full text follows from them. */
interface FullTextSite {
  readonly home: FullTextPage;
  /** Number of all pages. */
  readonly pages: number;
}

/** A change of the pages of a site. */
export interface FullTextChange {
  /** The site before and afterwards; null: there was none. */
  readonly before: FullTextSite | null;
  readonly after: FullTextSite;
  readonly come: readonly FullTextPage[];
  /** Numbers of pages that go. */
  readonly gone: readonly number[];
  /** Reads a page that stays. */
  readonly stored: (page: number) => FullTextPage;
}

/** Keeps the words of documents, inside a write transaction. */
export interface FullTextWriter {
  /** @param site its id and its domain */
  change(site: SiteName, change: FullTextChange): void;
  /** Removes all of a site. @param pages numbers of its pages */
  remove(site: SiteName, pages: readonly number[]): void;
  /** Removes all. */
  clear(): void;
  /** Called when the transaction is about to commit. */
  prepare(): void;
  /** Forgets what the transaction did, which is rolled back. */
  discard(): void;
}

interface SiteName {
  readonly id: number;
  readonly domain: string;
}

const NO_TEXTS: readonly string[] = [];

export function fullTextWriter(db: DatabaseSync, state: StateKeeper): FullTextWriter {
  const columns = ['rowid', ...WORD_COLUMNS];
  const means = meansChecker(db);
  const makeWords = wordMaker();
  let isChanged = false;
  /** Sizes of the rows that were removed in this transaction. */
  let removed: WordSizes = NO_SIZES;
  const stored = textRows(db);
  const sql = {
    words: db.prepare(
      `INSERT INTO word (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ),
    text: db.prepare(
      'INSERT INTO page_text (id, domain, address, head, head_crc, lines, lines_crc) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    pointers: db.prepare('INSERT INTO pointer (domain, first, targets, crc) VALUES (?, ?, ?, ?)'),
    pointerWords: db.prepare('INSERT INTO pointer_word (rowid, words) VALUES (?, ?)'),
    removeText: db.prepare('DELETE FROM page_text WHERE id = ?'),
    sizes: db.prepare('SELECT sz FROM word_docsize WHERE id = ?'),
    removeWords: db.prepare('DELETE FROM word WHERE rowid = ?'),
    removePointers: db.prepare('DELETE FROM pointer WHERE domain = ?'),
    removePointerWords: db.prepare('DELETE FROM pointer_word WHERE rowid = ?'),
  };

  // FTS5 leaves the number of a row of its own, above what a number can be, as that of the last insert, which every later
  // statement reports. An insert elsewhere replaces it.
  db.exec('CREATE TEMP TABLE IF NOT EXISTS last_insert (id INTEGER PRIMARY KEY)');
  const insertElsewhere = db.prepare('INSERT OR REPLACE INTO last_insert (id) VALUES (1)');
  for (const statement of [sql.removeText, sql.removeWords, sql.removePointerWords, sql.removePointers])
    statement.setReadBigInts(true);

  /** Words that were made of pages in the change at hand. */
  const made = new Map<number, Uint8Array>();

  function wordsOf(page: FullTextPage): Uint8Array {
    const known = page.words ?? made.get(page.number);
    if (known !== undefined) return known;
    const words = sourceWords(makeWords, page, page.source());
    made.set(page.number, words);
    return words;
  }

  function linksOf({ domain }: SiteName, { home, pages }: FullTextSite): HomeLinks {
    return homeLinks(domain, home.url, wordsOf(home), pages === 1);
  }

  function add({ id, domain }: SiteName, page: FullTextPage, linkTexts: readonly string[]): void {
    const words = pageWords(domain, page, wordsOf(page), linkTexts);
    const { fields, forms } = words;
    sql.words.run(
      page.number,
      ...WORD_COLUMNS.map((column) => (column === 'forms' ? forms : fields[column])),
    );
    sql.text.run(...textRow(page.number, id, words));
  }

  function removePage(page: number): void {
    if (Number(sql.removeText.run(page).changes) !== 1)
      throw damaged(db, `page ${page} has no row in table page_text`);
    const { sz } = sql.sizes.get(page) ?? {};
    if (!(sz instanceof Uint8Array)) throw damagedIndex(db, `page ${page} has no row in table word`);
    removed = withRow(removed, sz);
    sql.removeWords.run(page);
    insertElsewhere.run();
  }

  function addPointers({ id }: SiteName, { pointers }: HomeLinks): void {
    if (pointers.length === 0) return;
    const first = state.get().lastPointer + 1;
    for (const [index, { words }] of pointers.entries()) sql.pointerWords.run(first + index, words);
    state.change({ lastPointer: first + pointers.length - 1 });
    const targets = pointers.map(({ target }) => target);
    sql.pointers.run(...pointerRow(id, first, targets));
  }

  function removePointers({ id }: SiteName): void {
    const { first, targets } = stored.pointersOf(id) ?? { first: 0, targets: [] };
    sql.removePointers.run(id);
    for (const index of targets.keys()) sql.removePointerWords.run(first + index);
    insertElsewhere.run();
  }

  /** Pages of a site that stay and of which its home page says something else than before. */
  function renamed(
    { id }: SiteName,
    before: HomeLinks,
    after: HomeLinks,
    come: ReadonlySet<number>,
  ): number[] {
    const addresses = new Set([...before.inner.keys(), ...after.inner.keys()]);
    const differ = [...addresses].filter((address) => {
      const [texts, others] = [before, after].map(({ inner }) => inner.get(address) ?? NO_TEXTS);
      return texts?.join('\n') !== others?.join('\n');
    });
    return differ.flatMap((address) =>
      stored.pagesAt(address).filter((page) => {
        if (come.has(page)) return false;
        const { domain, head } = stored.head(page);
        return domain === id && addressKey(head.url) === address;
      }),
    );
  }

  return {
    change(site, { before, after, come, gone, stored: read }) {
      isChanged = true;
      made.clear();
      for (const page of gone) removePage(page);
      const isNewHome = before?.home.number !== after.home.number;
      const saysElse = isNewHome || (before.pages === 1) !== (after.pages === 1);
      if (come.length === 0 && !saysElse) return;
      const comes = new Set(come.map(({ number }) => number));
      const links = linksOf(site, after);
      for (const page of come) add(site, page, links.inner.get(addressKey(page.url)) ?? NO_TEXTS);
      if (before !== null && saysElse && come.length < after.pages) {
        for (const page of renamed(site, linksOf(site, before), links, comes)) {
          const own = read(page);
          removePage(page);
          add(site, own, links.inner.get(addressKey(own.url)) ?? NO_TEXTS);
        }
      }
      if (!isNewHome) return;
      if (before !== null) removePointers(site);
      addPointers(site, links);
    },
    remove(site, pages) {
      isChanged = true;
      for (const page of pages) removePage(page);
      removePointers(site);
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
      takeOff(db, removed);
      removed = NO_SIZES;
      state.change({ wordMeans: means() });
    },
    discard() {
      isChanged = false;
      removed = NO_SIZES;
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
