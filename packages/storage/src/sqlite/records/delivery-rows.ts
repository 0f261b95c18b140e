import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  afterAnswer,
  ALL_TOLD,
  type DeliveriesRequest,
  type Delivery,
  type DeliveryState,
  givenUp,
  madeDelivery,
  replayed,
} from '../../deliveries.ts';
import { listed } from '../../listed.ts';
import { intact } from './checked-rows.ts';
import type { DeliveryCalls } from './key-store.ts';
import { isAnswers, isDeliveryContent, jsonIn, numberOrNull, type Row, written } from './row-values.ts';
import { createToldRows } from './told-rows.ts';

const CHECKED = intact('delivery');

/** The calls about deliveries. Each must run inside a transaction. */
export function createDeliveryRows(db: DatabaseSync): DeliveryCalls {
  const told = createToldRows(db);
  const sql = {
    add: db.prepare(
      `INSERT INTO delivery (id, search, destination, content, created_at, due, state) VALUES (?, ?, ?, ?, ?, ?, 'waiting')
       ON CONFLICT (id) DO NOTHING`,
    ),
    get: db.prepare(`SELECT * FROM delivery WHERE id = ? AND ${CHECKED}`),
    set: db.prepare(
      'UPDATE delivery SET state = ?2, due = ?3, attempts = ?4, answers = ?5, ended_at = ?6 WHERE id = ?1',
    ),
    due: db.prepare(
      `SELECT * FROM delivery WHERE state = 'waiting' AND due <= ? AND ${CHECKED} ORDER BY due, number LIMIT ?`,
    ),
    waiting: db.prepare(
      `SELECT count(*) AS all_of_them, count(*) FILTER (WHERE destination = ?) AS own FROM delivery
       WHERE state = 'waiting' AND ${CHECKED}`,
    ),
    open: db.prepare(
      `SELECT search, state, count(*) AS deliveries FROM delivery INDEXED BY delivery_open
       WHERE search IN (SELECT value FROM json_each(?)) AND state <> 'delivered' AND ${CHECKED} GROUP BY search, state`,
    ),
    waitingFor: db.prepare(
      `SELECT * FROM delivery WHERE state = 'waiting' AND destination = ? AND ${CHECKED}`,
    ),
    forget: db.prepare(`DELETE FROM delivery WHERE search = ? AND ${CHECKED}`),
    pruneOld: db.prepare(
      `DELETE FROM delivery WHERE number IN (
         SELECT number FROM delivery WHERE ended_at < iif(state = 'delivered', ?1, ?2) AND ended_at < max(?1, ?2)
           AND ${CHECKED} ORDER BY ended_at, number LIMIT ?3)`,
    ),
    ended: db.prepare(`SELECT count(*) AS ended FROM delivery WHERE ended_at IS NOT NULL AND ${CHECKED}`),
    pruneMany: db.prepare(
      `DELETE FROM delivery WHERE number IN (
         SELECT number FROM delivery WHERE ended_at IS NOT NULL AND ${CHECKED} ORDER BY ended_at, number LIMIT ?)`,
    ),
  };
  const lists = new Map<string, StatementSync>();

  /** One statement for each set of filters, so that each goes by its index. */
  function listing(filters: readonly string[]): StatementSync {
    const where = ['number < ?', ...filters.map((column) => `${column} = ?`)].join(' AND ');
    const known = lists.get(where);
    if (known !== undefined) return known;
    const made = db.prepare(
      `SELECT * FROM delivery WHERE ${where} AND ${CHECKED} ORDER BY number DESC LIMIT ?`,
    );
    lists.set(where, made);
    return made;
  }

  function get(id: string): Delivery | null {
    const row: Row | undefined = sql.get.get(id);
    return row === undefined ? null : deliveryOf(row);
  }

  function set(delivery: Delivery): Delivery {
    const { id, state, due, attempts, answers, endedAt } = delivery;
    sql.set.run(id, state, due, attempts, JSON.stringify(answers), endedAt);
    return delivery;
  }

  function waitingFor(destination: string): readonly Delivery[] {
    return sql.waitingFor.all(destination).map(deliveryOf);
  }

  return {
    ...told,
    add(delivery) {
      const { id, search, destination, content, createdAt, due } = delivery;
      sql.add.run(id, search, destination, JSON.stringify(content), createdAt, due);
      return get(id) ?? madeDelivery(delivery);
    },
    get,
    list(request) {
      const { limit, after = String(Number.MAX_SAFE_INTEGER) } = request;
      const filters = filtersOf(request);
      const values: SQLInputValue[] = [Number(after), ...filters.map(([, value]) => value), limit + 1];
      const rows = listing(filters.map(([column]) => column)).all(...values);
      return listed(rows, limit, (row) => String(row['number']), deliveryOf);
    },
    due: (at, limit) => sql.due.all(at, limit).map(deliveryOf),
    waiting(destination) {
      const row = written(sql.waiting.get(destination));
      return { own: Number(row['own']), all: Number(row['all_of_them']) };
    },
    standings(searches) {
      const found = new Map(
        told.failing(searches).map(([search, failing]) => [search, { ...ALL_TOLD, failing }]),
      );
      for (const row of sql.open.all(JSON.stringify(searches))) {
        const [search, state] = [String(row['search']), String(row['state'])];
        const before = found.get(search) ?? ALL_TOLD;
        found.set(search, { ...before, [state]: Number(row['deliveries']) });
      }
      return found;
    },
    answered(id, answer, next) {
      const delivery = get(id);
      if (delivery?.state !== 'waiting') return false;
      set(afterAnswer(delivery, answer, next));
      return true;
    },
    reschedule(destination, due, which) {
      for (const delivery of waitingFor(destination)) {
        if (which === 'all' || delivery.due < due) set({ ...delivery, due });
      }
    },
    giveUp(destination, reason) {
      for (const delivery of waitingFor(destination)) set(givenUp(delivery, reason));
    },
    replay(id, at) {
      const delivery = get(id);
      return delivery?.state === 'dead' ? set(replayed(delivery, at)) : null;
    },
    forget(search) {
      sql.forget.run(search);
      told.forget(search);
    },
    prune({ deliveredBefore, deadBefore, keep, limit }) {
      const old = Number(sql.pruneOld.run(deliveredBefore, deadBefore, limit).changes);
      const tooMany = Number(sql.ended.get()?.['ended']) - keep;
      const rest = Math.min(tooMany, limit - old);
      return old + (rest > 0 ? Number(sql.pruneMany.run(rest).changes) : 0);
    },
  };
}

function filtersOf({
  search,
  destination,
  state,
}: DeliveriesRequest): readonly (readonly [string, string])[] {
  return Object.entries({ search, destination, state }).flatMap(([column, value]) =>
    value === undefined ? [] : [[column, value] as const],
  );
}

function deliveryOf(row: Row): Delivery {
  return {
    id: String(row['id']),
    search: String(row['search']),
    destination: String(row['destination']),
    content: jsonIn(row, 'content', isDeliveryContent),
    createdAt: Number(row['created_at']),
    due: Number(row['due']),
    state: String(row['state']) as DeliveryState,
    attempts: Number(row['attempts']),
    answers: jsonIn(row, 'answers', isAnswers),
    endedAt: numberOrNull(row['ended_at']),
  };
}
