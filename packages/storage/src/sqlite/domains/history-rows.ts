// Rows of table `history`: the visits of a domain, and the labels that they showed.
import type { DatabaseSync } from 'node:sqlite';
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  historyIn,
  type History,
  historyText,
  kindedLabels,
  type KindedLabel,
  type Labels,
  LABELS,
  NO_HISTORY,
} from '@sitegrep/site';
import { damaged } from '../failure.ts';
import type { LabelledItem } from './labels/layout.ts';
import { type DomainRow, type RowReader, siteFactsIn } from './rows.ts';

export interface HistoryRows {
  /** @param stored labels of the document at its revision */
  of(domain: number, stored: Iterable<KindedLabel>): History;
}

export function historyRows(db: DatabaseSync): HistoryRows {
  const sql = db.prepare('SELECT body, crc FROM history WHERE domain = ?');
  return {
    of(domain, stored) {
      const row = sql.get(domain);
      if (row === undefined) return NO_HISTORY;
      const { body, crc } = row;
      if (!(body instanceof Uint8Array) || historyCheck(domain, body) !== crc) {
        throw damaged(db, `the checksum of the row of domain ${domain} in table history is wrong`);
      }
      return historyIn(zstdDecompressSync(body).toString(), stored);
    },
  };
}

export interface HistoryRowsWriter extends HistoryRows {
  /** @param stored labels of the document as it will be */
  set(domain: number, history: History, stored: Iterable<KindedLabel>): void;
  remove(domain: number): void;
}

export function historyRowsWriter(db: DatabaseSync): HistoryRowsWriter {
  const sql = {
    set: db.prepare('INSERT OR REPLACE INTO history (domain, body, crc) VALUES (?, ?, ?)'),
    remove: db.prepare('DELETE FROM history WHERE domain = ?'),
  };
  return {
    ...historyRows(db),
    set(domain, history, stored) {
      const body = zstdCompressSync(historyText(history, stored));
      sql.set.run(domain, body, historyCheck(domain, body));
    },
    remove(domain) {
      sql.remove.run(domain);
    },
  };
}

function historyCheck(domain: number, body: Uint8Array): number {
  return crc32(body, crc32(`history ${domain}`));
}

/** The labels of a stored document that its history is written with. */
export function storedLabels(
  rows: Pick<RowReader, 'facts'>,
  row: DomainRow,
  { labels }: LabelledItem,
): readonly KindedLabel[] {
  const byKind = Object.fromEntries(LABELS.map((kind, number) => [kind, labels[number] ?? []])) as Labels;
  return kindedLabels(byKind, siteFactsIn(rows.facts(row)));
}
