// Sums over the entries of FTS5's inverted indexes: each word, with the row, the column and the position where it stands. FTS5 has no
// checksums of its own, and a flipped bit makes another word, row or position of it.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { FULL_TEXT_SQL, WORD_COLUMNS } from '../domains/full-text/schema.ts';

/** Tables of FTS5 with their columns. */
const INDEXES = { word: WORD_COLUMNS, pointer_word: ['words'] } as const;
export type WordIndex = keyof typeof INDEXES;
export const WORD_INDEXES = ['word', 'pointer_word'] as const satisfies readonly WordIndex[];

/** Words, joined by blanks; as bytes in UTF-8. */
export type WordText = string | Uint8Array;

/** Rows that are indexed anew at a time. */
const ROWS_AT_A_TIME = 200;

/** A sum that does not depend on the order of what it is of. */
export interface EntrySum {
  readonly entries: number;
  readonly sum: number;
}

export const NO_ENTRIES: EntrySum = { entries: 0, sum: 0 };
/** Sums stay below this, and so exact. */
const MODULUS = 2 ** 48;

export function plus(one: EntrySum, other: EntrySum): EntrySum {
  return { entries: one.entries + other.entries, sum: (one.sum + other.sum) % MODULUS };
}

/** Bounds of ranges of words that hold about as many entries of ordinary text. */
const WORD_BOUNDS = ['1', 'a', 'b', 'd', 'f', 'i', 'l', 'n', 'p', 's', 't', 'v', '{'];

/** Words from `from` on, up to `to` without it; null stands for no bound. */
export interface WordRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** Ranges that all words are in, each in one. */
export const WORD_RANGES: readonly WordRange[] = [null, ...WORD_BOUNDS].map((from, at) => ({
  from,
  to: WORD_BOUNDS[at] ?? null,
}));

/** The sum of the words of a range, or of all, in an index of a database. @param goOn called for each entry */
export function storedSum(
  db: DatabaseSync,
  index: WordIndex,
  { from, to }: WordRange = { from: null, to: null },
  goOn: () => void = () => {},
): EntrySum {
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${index}_entry USING fts5vocab(main, ${index}, instance)`);
  const bounds = [from === null ? [] : ['term >= ?'], to === null ? [] : ['term < ?']].flat();
  const where = bounds.length === 0 ? '' : ` WHERE ${bounds.join(' AND ')}`;
  const rows = db.prepare(`SELECT * FROM temp.${index}_entry${where}`);
  let entries = 0;
  let sum = 0;
  for (const { term, doc, col, offset } of rows.iterate(...[from, to].filter((bound) => bound !== null))) {
    goOn();
    entries++;
    sum = (sum + crc32(`${String(term)}\n${String(doc)}\n${String(col)}\n${String(offset)}`)) % MODULUS;
  }
  return { entries, sum };
}

/** Indexes rows anew, in memory, and sums up their entries: what the indexes of a database should have. */
export class ExpectedWords {
  readonly #db = new DatabaseSync(':memory:');
  readonly #insert: Readonly<Record<WordIndex, StatementSync>>;
  readonly #sums: Record<WordIndex, EntrySum> = { word: NO_ENTRIES, pointer_word: NO_ENTRIES };
  readonly #rows: Record<WordIndex, number> = { word: 0, pointer_word: 0 };

  constructor() {
    this.#db.exec(FULL_TEXT_SQL);
    this.#insert = { word: this.#insertInto('word'), pointer_word: this.#insertInto('pointer_word') };
  }

  /** @returns the numbers of words in the columns, as FTS5 writes them */
  add(index: WordIndex, number: number, texts: readonly WordText[]): Uint8Array {
    this.#insert[index].run(number, ...texts);
    const sizes = sizesIn(this.#db, index, number);
    this.#rows[index]++;
    if (this.#rows[index] >= ROWS_AT_A_TIME) this.#take(index);
    if (sizes === null) throw new Error('a row that was written is not there');
    return sizes;
  }

  sum(index: WordIndex): EntrySum {
    this.#take(index);
    return this.#sums[index];
  }

  close(): void {
    this.#db.close();
  }

  #insertInto(index: WordIndex): StatementSync {
    const columns = ['rowid', ...INDEXES[index]];
    return this.#db.prepare(
      `INSERT INTO ${index} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
  }

  #take(index: WordIndex): void {
    this.#sums[index] = plus(this.#sums[index], storedSum(this.#db, index));
    this.#rows[index] = 0;
    this.#db.exec(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`);
  }
}

/** The numbers of words in the columns of a row, as FTS5 writes them; null: it has no such row. */
export function sizesIn(db: DatabaseSync, index: WordIndex, number: number): Uint8Array | null {
  const { sz } = db.prepare(`SELECT sz FROM ${index}_docsize WHERE id = ?`).get(number) ?? {};
  return sz instanceof Uint8Array ? sz : null;
}
