import { statSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { gramTokens } from '../../../packages/storage/src/elasticsearch/domains/grams.ts';
import { blockBits, blockSize, regionOf } from './fts5-ids.ts';
import { indexText } from './fts5-terms.ts';
import { closeFts5, createFts5, indexFile } from './fts5-index.ts';
import { BATCH, type BuildJob, type Duration, Stopwatch } from './build.ts';
import { Texts, type TextDocument } from './texts.ts';

export interface Fts5BuildFigures {
  readonly inserts: Duration;
  /** Bytes of the index alone. */
  readonly bytes: number;
}

interface Row {
  readonly id: number;
  readonly document: number;
  readonly source: Buffer;
  readonly text: string;
}

/** Fills FTS5 in one thread, a batch a transaction. Making strings of the texts and storing sources is not timed. */
export function buildFts5({ texts, copies, folder }: BuildJob): Fts5BuildFigures {
  const watch = new Stopwatch();
  const { index, sources } = createFts5(folder);
  const insertText = index.prepare('INSERT INTO page_text (rowid, text) VALUES (?, ?)');
  const insertGrams = index.prepare('INSERT INTO page_gram (rowid, grams) VALUES (?, ?)');
  // Each insert reports a last row id, which FTS5 leaves past 2^53.
  for (const statement of [insertText, insertGrams]) statement.setReadBigInts(true);
  const insertSource = sources.prepare('INSERT INTO page VALUES (?, ?, ?)');
  const rowsOf = numberRows();
  for (const batch of new Texts(texts, copies).batches(BATCH)) {
    const rows = batch.flatMap(rowsOf);
    watch.time(() => {
      index.exec('BEGIN IMMEDIATE');
      for (const { id, text } of rows) {
        insertText.run(id, text);
        insertGrams.run(id, gramTokens(text));
      }
      index.exec('COMMIT');
    });
    sources.exec('BEGIN');
    for (const { id, document, source } of rows) insertSource.run(id, document, zstdCompressSync(source));
    sources.exec('COMMIT');
  }
  watch.time(() => closeFts5({ index, sources }));
  return { inserts: watch.duration, bytes: statSync(indexFile(folder)).size };
}

/** Gives the pages of a document neighbouring row ids in a block of their own. */
function numberRows(): (document: TextDocument) => readonly Row[] {
  const next = new Map<number, number>();
  return ({ number, pages }) => {
    const bits = blockBits(pages.length);
    const [first] = regionOf(bits);
    const size = blockSize(first);
    const base = next.get(bits) ?? first + size;
    next.set(bits, base + size);
    return pages.map((source, at) => ({
      id: base + at,
      document: number,
      source,
      text: indexText(source.toString()),
    }));
  };
}
