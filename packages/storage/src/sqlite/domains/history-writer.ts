import { type ChangeRecord, heldOf, type History, type KindedLabel } from '@sitegrep/site';
import { deletionOf } from '../../histories.ts';
import type { ChangeWriter } from './changes/change-writer.ts';
import type { HeldWriter } from './held-rows.ts';
import { type HistoryRowsWriter, storedLabels } from './history-rows.ts';
import type { LabelledItem } from './labels/layout.ts';
import type { DomainRow, RowReader } from './rows.ts';

/** Keeps the histories of domains and the records of their changes, inside a write transaction. */
export interface HistoryWriter {
  /** The history of a domain. */
  of(row: DomainRow): History;
  /**
   * Writes a history, and records of changes in place of those of the same times.
   *
   * @param stored labels of the document as it will be
   */
  write(
    row: Pick<DomainRow, 'id' | 'domain'>,
    history: History,
    records: readonly ChangeRecord[],
    stored: readonly KindedLabel[],
  ): void;
  /** Writes a history and records of a document that stays as it is. */
  continue(row: DomainRow, history: History, records: readonly ChangeRecord[]): void;
  /** Gives a domain that comes the record of its deletion, if it was there before. */
  adopt(row: DomainRow): void;
  /** Removes the history and all records of a domain, and leaves a record of that. @param now milliseconds since the epoch */
  remove(row: DomainRow, now: number): void;
}

interface HistoryParts {
  readonly rows: RowReader;
  readonly histories: HistoryRowsWriter;
  readonly changes: ChangeWriter;
  readonly held: HeldWriter;
  readonly labelsOf: (revision: number) => LabelledItem;
}

export function historyWriter({ rows, histories, changes, held, labelsOf }: HistoryParts): HistoryWriter {
  const of = (row: DomainRow): History =>
    histories.of(row.id, storedLabels(rows, row, labelsOf(row.revision)));

  function record({ id, domain }: Pick<DomainRow, 'id' | 'domain'>, records: readonly ChangeRecord[]): void {
    for (const one of records) changes.write(id, domain, one);
  }

  function set({ id }: Pick<DomainRow, 'id'>, history: History, stored: readonly KindedLabel[]): void {
    histories.set(id, history, stored);
    held.set(id, heldOf(history, stored));
  }

  return {
    of,
    write(row, history, records, stored) {
      record(row, records);
      if (history.visits.length > 0) set(row, history, stored);
    },
    continue(row, history, records) {
      record(row, records);
      set(row, history, storedLabels(rows, row, labelsOf(row.revision)));
    },
    adopt({ id, domain }) {
      changes.adopt(id, domain);
    },
    remove(row, now) {
      const deletion = deletionOf(of(row), now);
      for (const { recorded } of changes.of(row.id)) changes.remove(recorded);
      histories.remove(row.id);
      held.set(row.id, []);
      changes.write(row.id, row.domain, deletion);
    },
  };
}
