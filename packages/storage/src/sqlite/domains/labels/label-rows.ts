import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { LABELS, type Labels } from '@sitegrep/site';
import { damagedIndex } from '../../failure.ts';
import type { LabelledItem, LabelledItems, ListLayout } from './layout.ts';

/** Lists of documents, which have their revisions as numbers. */
export const DOCUMENTS: ListLayout = {
  items: { table: 'label', number: 'revision' },
  runs: 'label_run',
  chunks: 'label_chunk',
  lists: 'label_list',
  gone: null,
  kinds: LABELS,
  counts: { items: 'domains', last: 'lastRevision', listed: 'labelled', unlisted: 'unlisted' },
  newItems: 256,
  packed: () => [],
};

/** The labels of each document by its revision: what lists are built from, and what is read of few documents. */
export interface LabelRows extends LabelledItems {
  add(revision: number, labels: Labels): void;
  remove(revision: number): void;
  /** @throws StorageCorrupt if there is none */
  of(revision: number): LabelledItem;
}

/** Rows of table `label`: JSON of the labels in the order of their kinds. */
export function labelRows(db: DatabaseSync): LabelRows {
  const sql = {
    insert: db.prepare('INSERT INTO label (revision, body, crc) VALUES (?, ?, ?)'),
    remove: db.prepare('DELETE FROM label WHERE revision = ?'),
    one: db.prepare('SELECT body, crc FROM label WHERE revision = ?'),
    between: db.prepare(
      'SELECT revision, body, crc FROM label WHERE revision BETWEEN ? AND ? ORDER BY revision',
    ),
  };

  function checked(revision: number, row: Readonly<Record<string, unknown>> | undefined): LabelledItem {
    const body = row?.['body'];
    if (typeof body !== 'string' || checkOf(revision, body) !== row?.['crc']) {
      throw damagedIndex(db, `the checksum of the labels of revision ${revision} in table label is wrong`);
    }
    return { number: revision, labels: labelsIn(body) };
  }

  return {
    add(revision, labels) {
      const body = JSON.stringify(LABELS.map((kind) => labels[kind]));
      sql.insert.run(revision, body, checkOf(revision, body));
    },
    remove(revision) {
      if (Number(sql.remove.run(revision).changes) !== 1) {
        throw damagedIndex(db, `the labels of revision ${revision} are missing in table label`);
      }
    },
    of: (revision) => checked(revision, sql.one.get(revision)),
    *between(from, to) {
      for (const row of sql.between.iterate(from, to)) yield checked(Number(row['revision']), row);
    },
  };
}

function checkOf(revision: number, body: string): number {
  return crc32(body, crc32(`labels ${revision}`));
}

/** JSON of a row whose checksum was right. */
function labelsIn(body: string): readonly (readonly string[])[] {
  return JSON.parse(body) as readonly (readonly string[])[];
}
