import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import {
  CHANGE_KINDS,
  type ChangeKind,
  type ChangeRecord,
  kindedLabel,
  type KindedLabel,
  partsOfKinded,
  RECORD_REASONS,
} from '@sitegrep/site';
import { damaged } from '../../failure.ts';
import { arrays, rowOf, rowsOf } from '../array-rows.ts';
import type { LabelledItem, LabelledItems, ListLayout } from '../labels/layout.ts';

/** Sides of a change. */
const SIDES = ['added', 'removed'] as const;
export type Side = (typeof SIDES)[number];

/** A stored record of changes. */
export interface StoredChange extends ChangeRecord {
  /** Number that no other record ever had; later ones have higher numbers. */
  readonly recorded: number;
  /** Id of the domain, which may be there no more. */
  readonly domain: number;
  /** Name of the domain if this is its deletion, else null: the domain is there and has it. */
  readonly name: string | null;
}

/** A record as lists have it. */
export interface ListedChange extends LabelledItem, StoredChange {}

/** Positions in `packed` of the layout. */
export const SUMMARY = 0;
export const TIMES = 1;
export const DOMAINS = 2;
export const REASONS = 3;

/** The kinds of labels of lists: each kind of a change on either side. */
export function listKind(side: Side, kind: ChangeKind): number {
  return SIDES.indexOf(side) * CHANGE_KINDS.length + CHANGE_KINDS.indexOf(kind);
}

/** Records of changes, listed under their numbers. A run keeps besides what `summaryOf` says of them, and the time, domain and reason of each. */
export const CHANGES: ListLayout<ListedChange> = {
  items: { table: 'change', number: 'number' },
  runs: 'change_run',
  chunks: 'change_chunk',
  lists: 'change_list',
  gone: 'change_gone',
  kinds: SIDES.flatMap((side) => CHANGE_KINDS.map((kind) => `${side} ${kind}`)),
  counts: {
    items: 'changes',
    last: 'lastChange',
    listed: 'listedChanges',
    unlisted: 'unlistedChanges',
  },
  newItems: 1_024,
  packed(items) {
    const times = Uint32Array.from(items, ({ at }) => at);
    const domains = Uint32Array.from(items, ({ domain }) => domain);
    const reasons = Uint8Array.from(items, ({ by }) => RECORD_REASONS.indexOf(by));
    return [bytesOf(summaryOf(times, reasons)), bytesOf(times), bytesOf(domains), reasons];
  },
};

const MAX_TIME = 2 ** 32 - 1;

/** The first and the last of some times, and how many records there are of each reason. */
export function summaryOf(times: Uint32Array, reasons: Uint8Array): Uint32Array<ArrayBuffer> {
  const summary = new Uint32Array(2 + RECORD_REASONS.length);
  summary[0] = times.reduce((first, at) => Math.min(first, at), MAX_TIME);
  summary[1] = times.reduce((last, at) => Math.max(last, at), 0);
  for (const reason of reasons) summary[2 + reason] = (summary[2 + reason] ?? 0) + 1;
  return summary;
}

function bytesOf({ buffer }: Uint32Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(buffer);
}

/** Reads records; each is compared with its checksum. */
export interface ChangeRows extends LabelledItems<ListedChange> {
  /** @throws StorageCorrupt if there is none */
  of(recorded: number): StoredChange;
  /** The records of a domain, in the order of their times. */
  ofDomain(id: number): readonly StoredChange[];
  /** The last record of a domain that a visit made; null: there is none. */
  lastVisit(domain: number): StoredChange | null;
  /** The record of a domain and a time; null: there is none. */
  at(domain: number, at: number): StoredChange | null;
  /** Id under which the deletion of a domain is recorded; null: none is. */
  deleted(name: string): number | null;
}

const COLUMNS = 'number, domain, at, reason, name, body, crc';

export function changeRows(db: DatabaseSync): ChangeRows {
  const sql = {
    one: arrays(db.prepare(`SELECT ${COLUMNS} FROM change WHERE number = ?`)),
    ofDomain: arrays(db.prepare(`SELECT ${COLUMNS} FROM change WHERE domain = ? ORDER BY at`)),
    at: arrays(db.prepare(`SELECT ${COLUMNS} FROM change WHERE domain = ? AND at = ?`)),
    lastVisit: arrays(
      db.prepare(`SELECT ${COLUMNS} FROM change WHERE domain = ? AND reason = ? ORDER BY at DESC LIMIT 1`),
    ),
    between: arrays(db.prepare(`SELECT ${COLUMNS} FROM change WHERE number BETWEEN ? AND ? ORDER BY number`)),
    deleted: db.prepare('SELECT domain FROM change WHERE name = ?'),
  };

  function checked(values: readonly SQLOutputValue[], which: string): StoredChange {
    const [recorded, domain, at, reason, name, body, crc] = values;
    const by = RECORD_REASONS[Number(reason)];
    if (
      typeof body !== 'string' ||
      by === undefined ||
      changeCheck([recorded, domain, at, reason, name, body]) !== crc
    ) {
      throw damaged(db, `the checksum of the row of table change ${which} is wrong`);
    }
    // The checksum says that these are the values of a row that `changeValues` gave.
    const [previousAt, added, removed] = JSON.parse(body) as ChangeBody;
    return {
      recorded: Number(recorded),
      domain: Number(domain),
      name: typeof name === 'string' ? name : null,
      at: Number(at),
      previousAt,
      by,
      added: kindedIn(added),
      removed: kindedIn(removed),
    };
  }

  return {
    of(recorded) {
      const values = rowOf(sql.one, recorded);
      const which = `with number ${recorded}`;
      if (values === null) throw damaged(db, `table change has no row ${which}, which an index names`);
      return checked(values, which);
    },
    ofDomain: (id) => rowsOf(sql.ofDomain, id).map((values) => checked(values, `of domain ${id}`)),
    lastVisit(domain) {
      const values = rowOf(sql.lastVisit, domain, RECORD_REASONS.indexOf('visit'));
      return values === null ? null : checked(values, `of domain ${domain}`);
    },
    at(domain, at) {
      const values = rowOf(sql.at, domain, at);
      return values === null ? null : checked(values, `of domain ${domain} at ${at}`);
    },
    deleted(name) {
      const domain = sql.deleted.get(name)?.['domain'];
      return typeof domain === 'number' ? domain : null;
    },
    *between(from, to) {
      for (const row of sql.between.iterate(from, to)) {
        // Rows are arrays, which the types of Node do not know.
        const values = row as unknown as readonly SQLOutputValue[];
        yield listedChange(checked(values, `with number ${String(values[0])}`));
      }
    },
  };
}

function listedChange(change: StoredChange): ListedChange {
  const labels: string[][] = CHANGES.kinds.map(() => []);
  for (const side of SIDES) {
    for (const kinded of change[side]) {
      const { kind, label } = partsOfKinded(kinded);
      labels[listKind(side, kind)]?.push(label);
    }
  }
  return { ...change, number: change.recorded, labels };
}

/** JSON of a row: time of the visit before, and labels of either side by their kinds. */
type ChangeBody = readonly [previousAt: number, added: ByKind, removed: ByKind];
type ByKind = { readonly [Kind in ChangeKind]?: readonly string[] };

/** Values of the columns of table `change`, in their order. */
export function changeValues(change: StoredChange): readonly SQLOutputValue[] {
  const { recorded, domain, at, previousAt, by, name, added, removed } = change;
  const body: ChangeBody = [previousAt, byKind(added), byKind(removed)];
  const values = [recorded, domain, at, RECORD_REASONS.indexOf(by), name, JSON.stringify(body)];
  return [...values, changeCheck(values)];
}

function changeCheck(values: readonly unknown[]): number {
  return crc32(JSON.stringify(['change', ...values]));
}

/** Labels by their kinds, in the order of kinds and of labels in which they are. */
function byKind(labels: readonly KindedLabel[]): ByKind {
  const found: { [Kind in ChangeKind]?: string[] } = {};
  for (const kinded of labels) {
    const { kind, label } = partsOfKinded(kinded);
    (found[kind] ??= []).push(label);
  }
  return found;
}

function kindedIn(labels: ByKind): readonly KindedLabel[] {
  const found: KindedLabel[] = [];
  for (const kind of CHANGE_KINDS)
    for (const label of labels[kind] ?? []) found.push(kindedLabel(kind, label));
  return found;
}

/** CRC-32 of a row of table `change_gone`. */
export function goneCheck(removal: number, number: number): number {
  return crc32(`gone ${removal} ${number}`);
}
