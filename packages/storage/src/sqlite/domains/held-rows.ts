// Rows of table `held`: labels that a domain has though its document lacks them.
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { ChangeChoice } from '@sitegrep/search';
import { CHANGE_KINDS, type KindedLabel, partsOfKinded } from '@sitegrep/site';
import { damaged } from '../failure.ts';

export interface HeldRows {
  /** Visits the ids of domains that hold a label which is chosen, once for each such label. */
  visit(choices: readonly ChangeChoice[], visit: (domain: number) => void): void;
}

export function heldRows(db: DatabaseSync): HeldRows {
  const sql = db.prepare('SELECT label, domain, crc FROM held WHERE kind = ? AND label >= ? ORDER BY label');

  /** Visits the rows of the labels of a kind that begin with a text, in order. */
  function* rowsOf(
    kind: number,
    prefix: string,
  ): Generator<{ readonly label: string; readonly domain: number }> {
    const start = Buffer.from(prefix);
    for (const { label, domain, crc } of sql.iterate(kind, start)) {
      if (!(label instanceof Uint8Array) || heldCheck(kind, label, Number(domain)) !== crc) {
        throw damaged(db, `the checksum of a row of domain ${Number(domain)} in table held is wrong`);
      }
      if (Buffer.compare(label.subarray(0, start.length), start) !== 0) return;
      yield { label: Buffer.from(label).toString(), domain: Number(domain) };
    }
  }

  function visitChoice(choice: ChangeChoice, visit: (domain: number) => void): void {
    const kind = CHANGE_KINDS.indexOf(choice.kind);
    if ('labels' in choice) {
      for (const wanted of new Set(choice.labels)) {
        for (const { label, domain } of rowsOf(kind, wanted)) {
          // The label itself comes before all that begin with it.
          if (label !== wanted) break;
          visit(domain);
        }
      }
      return;
    }
    const prefix = 'prefix' in choice ? choice.prefix : '';
    let [last, isChosen]: [string | null, boolean] = [null, false];
    for (const { label, domain } of rowsOf(kind, prefix)) {
      // Rows of a label stand together.
      if (label !== last)
        [last, isChosen] = [label, !('among' in choice) || choice.among([label]).length > 0];
      if (isChosen) visit(domain);
    }
  }

  return {
    visit(choices, visit) {
      for (const choice of choices) visitChoice(choice, visit);
    },
  };
}

export interface HeldWriter {
  /** Writes the labels that a domain holds, in place of those before. */
  set(domain: number, labels: readonly KindedLabel[]): void;
}

export function heldWriter(db: DatabaseSync): HeldWriter {
  const sql = {
    insert: db.prepare('INSERT OR REPLACE INTO held (kind, label, domain, crc) VALUES (?, ?, ?, ?)'),
    remove: db.prepare('DELETE FROM held WHERE domain = ?'),
  };
  return {
    set(domain, labels) {
      sql.remove.run(domain);
      for (const kinded of labels) {
        const { kind, label } = partsOfKinded(kinded);
        const [number, bytes] = [CHANGE_KINDS.indexOf(kind), Buffer.from(label)];
        sql.insert.run(number, bytes, domain, heldCheck(number, bytes, domain));
      }
    },
  };
}

function heldCheck(kind: number, label: Uint8Array, domain: number): number {
  return crc32(label, crc32(`held ${kind} ${domain}`));
}
