// Whichever bit of the full text is flipped, reading all of it finds out, or no answer depends on the bit: FTS5 marks entries for
// its own merges with one.
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentOf, put } from '../../../test/conformance/documents.ts';
import { StorageCorrupt } from '../../errors.ts';
import { openSqliteStorage } from '../storage.ts';
import { verifyTextIndex } from './text-index.ts';

const FLIPS_A_TABLE = 40;
const WORDS = ['otter', 'beaver', 'heron', 'newt', 'Ödland', '水族館', '2026', 'river'];

let root: string;
let filled: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitegrep-flips-'));
  filled = join(root, 'filled');
  await mkdir(filled);
  const storage = await openSqliteStorage({ dataDir: filled, readers: 1, fullText: true });
  for (let number = 0; number < 60; number++) {
    const words = WORDS.filter((_, index) => (number >> index) % 2 === 0).join(' ');
    const link = `<a href="https://site${(number + 1) % 60}.test/">${words} of ${number}</a>`;
    await put(
      storage.domains,
      documentOf(`site${number}.test`, [
        `<title>${words}</title><p>${words} ${number}</p>${link}`,
        `<p>${words}</p>`,
      ]),
    );
  }
  await storage.close();
  // What SQLite reads is in one file.
  const db = new DatabaseSync(join(filled, 'domains.sqlite'));
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
});
afterAll(() => rm(root, { recursive: true }));

/** Numbers of rows of a table, and the column that is flipped. Row 1 of FTS5's data are means for the order of results alone. */
const TABLES = [
  ['word_data', 'block', 'id', 'id > 1'],
  ['pointer_word_data', 'block', 'id', 'id > 1'],
  ['word_docsize', 'sz', 'id', 'TRUE'],
  ['pointer_word_docsize', 'sz', 'id', 'TRUE'],
  ['page_text', 'lines', 'id', 'TRUE'],
  ['pointer', 'targets', 'domain', 'TRUE'],
] as const;

/** Rows of each word in the folder. */
function rowsOfWords(dataDir: string): unknown {
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  const words = db.prepare('SELECT term FROM word_count').all();
  const having = db.prepare('SELECT rowid, rank FROM word WHERE word MATCH ? ORDER BY rowid');
  const rows = words.map(({ term }) => [term, having.all(`"${String(term)}"`)]);
  db.close();
  return rows;
}

it.each(TABLES)('in table %s', async (table, column, key, where) => {
  await verifyTextIndex(filled, () => {});
  const right = rowsOfWords(filled);
  let random = 20_261_128;
  const next = (below: number): number => (random = (random * 48_271) % 0x7fff_ffff) % below;
  const unnoticed: string[] = [];
  for (let flip = 0; flip < FLIPS_A_TABLE; flip++) {
    const dataDir = join(root, 'flipped');
    await cp(filled, dataDir, { recursive: true });
    const db = new DatabaseSync(join(dataDir, 'domains.sqlite'), { defensive: false });
    const rows = db.prepare(`SELECT ${key} AS id, ${column} AS bytes FROM ${table} WHERE ${where}`).all();
    const { id = 0, bytes } = rows[next(rows.length)] ?? {};
    if (!(bytes instanceof Uint8Array)) throw new TypeError(`${table}.${column} has no bytes`);
    const [at, bit] = [next(bytes.length), next(8)];
    const flipped = bytes.with(at, (bytes[at] ?? 0) ^ (1 << bit));
    db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(flipped, id);
    db.close();
    const found = await verifyTextIndex(dataDir, () => {}).then(
      () => null,
      (error: unknown) => error,
    );
    const isSilent = found === null && isDeepStrictEqual(rowsOfWords(dataDir), right);
    if (!isSilent && !(found instanceof StorageCorrupt))
      unnoticed.push(`${String(id)}, byte ${at}, bit ${bit}: ${String(found)}`);
    await rm(dataDir, { recursive: true });
  }
  expect(unnoticed).toEqual([]);
});
