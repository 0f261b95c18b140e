import type { DatabaseSync } from 'node:sqlite';
import { addressKey, siteWords, sourceWords, unpackLines, WORD_FIELDS, wordMaker } from '@sitegrep/fulltext';
import { inARow } from '../domains/full-text/expression.ts';
import {
  joinedSizes,
  meansChecker,
  NO_SIZES,
  requireMeans,
  requireMeansOf,
  withRow,
  type WordSizes,
} from '../domains/full-text/means.ts';
import { textRows } from '../domains/full-text/rows.ts';
import { WORD_COLUMNS } from '../domains/full-text/schema.ts';
import { factsOfRow, type PageRow, textIn } from '../domains/page-rows.ts';
import type { DomainRow } from '../domains/rows.ts';
import type { State } from '../domains/state.ts';
import { damagedIndex } from '../failure.ts';
import {
  type EntrySum,
  ExpectedWords,
  NO_ENTRIES,
  plus,
  sizesIn,
  WORD_INDEXES,
  type WordIndex,
  type WordText,
} from './word-sums.ts';

/** Words of a page that are sought in the index of words; SQLite checks the structure of that index by itself. */
const SOUGHT_WORDS = 20;

interface FullTextCheck extends Disposable {
  /** @throws StorageCorrupt if the text of a page is missing, is another than its source has, or is not found by its words */
  check(row: DomainRow, pages: readonly PageRow[]): void;
  /** Sums of the words of all that was checked. */
  sums(): TextSums;
}

/** Sums of the words of pages and pointers, and the sizes of their rows. */
export interface TextSums {
  readonly entries: Readonly<Record<WordIndex, EntrySum>>;
  readonly sizes: WordSizes;
}

export const NO_TEXT: TextSums = { entries: { word: NO_ENTRIES, pointer_word: NO_ENTRIES }, sizes: NO_SIZES };

export function joinedTexts(one: TextSums, other: TextSums): TextSums {
  return {
    entries: {
      word: plus(one.entries.word, other.entries.word),
      pointer_word: plus(one.entries.pointer_word, other.entries.pointer_word),
    },
    sizes: joinedSizes(one.sizes, other.sizes),
  };
}

/** Compares the rows of full text, and its inverted indexes, with the sources that they follow from. */
export function openFullTextCheck(db: DatabaseSync): FullTextCheck {
  const expected = new ExpectedWords();
  const makeWords = wordMaker();
  /** Sizes of all rows that should be in table `word`. */
  let sizesOfRows: WordSizes = NO_SIZES;

  /** Notes the words that a row should have. */
  function note(index: WordIndex, number: number, texts: readonly WordText[], what: string): void {
    const sizes = expected.add(index, number, texts);
    const stored = sizesIn(db, index, number);
    if (stored === null || Buffer.compare(sizes, stored) !== 0)
      throw damagedIndex(db, `the full text has another number of words for ${what} than its source`);
    if (index === 'word') sizesOfRows = withRow(sizesOfRows, sizes);
  }
  const stored = textRows(db);
  // FTS5 takes no notice of a row whose number is bound as a floating-point one, as Node binds numbers.
  const having = db.prepare('SELECT rowid FROM word WHERE word MATCH ? AND rowid = ?');
  const pointed = db.prepare('SELECT rowid FROM pointer_word WHERE pointer_word MATCH ? AND rowid = ?');
  return {
    check({ id: site, domain }, pages) {
      const texts = pages.map((page) => ({
        url: page.url,
        fetchedAt: page.fetchedAt,
        facts: factsOfRow(page),
      }));
      const made = texts.map((page, index) => {
        const { rendered, source } = pages[index] as PageRow;
        return sourceWords(makeWords, page, textIn(rendered ?? source));
      });
      const said = siteWords(domain, texts, made);
      const pointers = stored.pointersOf(site);
      if (
        JSON.stringify(pointers?.targets ?? []) !== JSON.stringify(said.pointers.map(({ target }) => target))
      ) {
        throw damagedIndex(db, `table pointer does not have the addresses that ${domain} recommends`);
      }
      for (const [index, { words }] of said.pointers.entries()) {
        const number = (pointers?.first ?? 0) + index;
        const [word = ''] = words.split(' ');
        if (pointed.get(inARow([word]), BigInt(number)) === undefined)
          throw damagedIndex(db, `table pointer_word does not find pointer ${number} of ${domain}`);
        note('pointer_word', number, [words], `pointer ${number} of ${domain}`);
      }
      for (const [index, { head, fields, forms, lines }] of said.pages.entries()) {
        const { id = 0, url } = pages[index] ?? {};
        const isSame =
          JSON.stringify(stored.head(id)) === JSON.stringify({ domain: site, head }) &&
          stored.lines(id) === unpackLines(lines) &&
          stored.pagesAt(addressKey(head.url)).includes(id);
        if (!isSame)
          throw damagedIndex(db, `the text of ${url} in table page_text is not that of its source`);
        const texts = WORD_COLUMNS.map((column) => (column === 'forms' ? forms : fields[column]));
        note('word', id, texts, url ?? '');
        const words = WORD_FIELDS.flatMap((field) => {
          const text = Buffer.from(fields[field]).toString();
          return text === '' ? [] : text.split(' ');
        });
        const some = words.slice(0, SOUGHT_WORDS).map((word) => inARow([word]));
        if (some.length === 0) continue;
        if (having.get(some.join(' AND '), BigInt(id)) === undefined) {
          throw damagedIndex(db, `the full text does not find ${url} by its words`);
        }
      }
    },
    sums: () => ({
      entries: { word: expected.sum('word'), pointer_word: expected.sum('pointer_word') },
      sizes: sizesOfRows,
    }),
    [Symbol.dispose]() {
      expected.close();
    },
  };
}

/**
 * Compares the means of the inverted indexes, and what they have stored, with the sums of all texts.
 *
 * @throws StorageCorrupt if they have anything else
 */
export function requireTexts(
  db: DatabaseSync,
  state: State,
  right: TextSums,
  stored: Readonly<Record<WordIndex, EntrySum>>,
): void {
  requireMeans(db, meansChecker(db)(), state);
  requireMeansOf(db, right.sizes);
  for (const index of WORD_INDEXES) {
    const [found, wanted] = [stored[index], right.entries[index]];
    if (found.entries === wanted.entries && found.sum === wanted.sum) continue;
    throw damagedIndex(
      db,
      `the full text has ${found.entries} entries in table ${index}, and not the ${wanted.entries} of its sources`,
    );
  }
}
