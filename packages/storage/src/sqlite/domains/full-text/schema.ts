import { FIELD_WEIGHTS, FORMS_WEIGHT, WORD_FIELDS } from '@sitegrep/fulltext';

const COLUMN_WEIGHTS = { ...FIELD_WEIGHTS, forms: FORMS_WEIGHT } as const;

/** Columns of table `word`. FTS5 names the column of each word except the first one: most words are of the text. */
export const WORD_COLUMNS = ['text', ...WORD_FIELDS.filter((field) => field !== 'text'), 'forms'] as const;

/** Weights of the columns of `word`, for FTS5's bm25. */
export const WEIGHTS = WORD_COLUMNS.map((column) => COLUMN_WEIGHTS[column]).join(', ');

/**
 * Our words come apart at blanks alone: they consist of letters, digits, marks, our own marks and pictographs. Those that SQLite's
 * table of Unicode 6.1 does not know yet are of no category (Cn) to it.
 */
const TOKENS = `tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co Cn So'"`;
const INDEX_ONLY = `content='', contentless_delete=1, ${TOKENS}`;

/**
 * - `word` has the words of each page by its number: lists of near numbers are small. `pointer_word` has those of texts by which
 *   other sites recommend pages. FTS5 keeps no texts of them.
 * - `page_text` has by the number of a page the id of its domain, a hash of its address, what is known of a page where results are
 *   ordered (JSON of a PageHead), and its text, compressed: what is shown of it. Each of both has a checksum.
 * - `pointer` has the targets of the pointers of each domain that points, in lines, compressed: those of the numbers from `first` on.
 */
export const FULL_TEXT_SQL = `
  CREATE TABLE page_text (
    id INTEGER PRIMARY KEY,
    domain INTEGER NOT NULL,
    address INTEGER NOT NULL,
    head TEXT NOT NULL,
    head_crc INTEGER NOT NULL,
    lines BLOB NOT NULL,
    lines_crc INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX page_text_by_address ON page_text (address);
  CREATE TABLE pointer (
    domain INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    targets BLOB NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX pointer_by_first ON pointer (first);
  CREATE VIRTUAL TABLE word USING fts5(${WORD_COLUMNS.join(', ')}, ${INDEX_ONLY});
  CREATE VIRTUAL TABLE word_count USING fts5vocab('word', 'row');
  CREATE VIRTUAL TABLE pointer_word USING fts5(words, ${INDEX_ONLY});`;
