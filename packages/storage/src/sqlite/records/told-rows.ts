import type { DatabaseSync } from 'node:sqlite';
import type { Told } from '../../deliveries.ts';
import { intact } from './checked-rows.ts';
import type { DeliveryCalls } from './key-store.ts';
import { isOff, jsonIn, type Row } from './row-values.ts';

const CHECKED = intact('told');

interface ToldRows extends Pick<DeliveryCalls, 'told' | 'setTold' | 'behind' | 'forget'> {
  /** Numbers of the destinations of some searches that fail, of those with any. */
  failing(searches: readonly string[]): readonly (readonly [search: string, destinations: number])[];
}

/** The calls about how far destinations were told. Each must run inside a transaction. */
export function createToldRows(db: DatabaseSync): ToldRows {
  const sql = {
    get: db.prepare(`SELECT * FROM told WHERE destination = ? AND ${CHECKED}`),
    set: db.prepare(
      `INSERT INTO told (destination, search, position, behind, above, failures, switched_off)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT (destination) DO UPDATE SET search = ?2, position = ?3, behind = ?4, above = ?5, failures = ?6,
         switched_off = ?7`,
    ),
    behind: db.prepare(
      `SELECT * FROM told WHERE behind = 1 AND ${CHECKED} ORDER BY position, destination LIMIT ?`,
    ),
    // As `isFailing` says.
    failing: db.prepare(
      `SELECT search, count(*) AS destinations FROM told WHERE search IN (SELECT value FROM json_each(?))
         AND (failures > 0 OR switched_off IS NOT NULL) AND ${CHECKED} GROUP BY search`,
    ),
    forget: db.prepare(`DELETE FROM told WHERE search = ? AND ${CHECKED}`),
  };
  return {
    told(destination) {
      const row: Row | undefined = sql.get.get(destination);
      return row === undefined ? null : toldOf(row);
    },
    setTold({ destination, search, position, isBehind, isAbove, failures, off }) {
      const above = isAbove === null ? null : Number(isAbove);
      sql.set.run(
        destination,
        search,
        position,
        Number(isBehind),
        above,
        failures,
        off === null ? null : JSON.stringify(off),
      );
    },
    behind: (limit) => sql.behind.all(limit).map(toldOf),
    failing: (searches) =>
      sql.failing
        .all(JSON.stringify(searches))
        .map((row) => [String(row['search']), Number(row['destinations'])] as const),
    forget: (search) => void sql.forget.run(search),
  };
}

function toldOf(row: Row): Told {
  return {
    destination: String(row['destination']),
    search: String(row['search']),
    position: Number(row['position']),
    isBehind: row['behind'] === 1,
    isAbove: row['above'] === null ? null : row['above'] === 1,
    failures: Number(row['failures']),
    off: row['switched_off'] === null ? null : jsonIn(row, 'switched_off', isOff),
  };
}
