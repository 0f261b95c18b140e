import type { DatabaseSync } from 'node:sqlite';
import type { StateKeeper } from '../state.ts';
import type { LabelledItem, LabelledItems, ListLayout } from './layout.ts';
import { runBuilder } from './run-builder.ts';

/** Neighbouring runs of a level that become one of the next. */
const FAN_OUT = 8;
/** Times that `FAN_OUT` runs become one; building a run of the highest level takes half a second. */
const LEVELS = 2;

/** Keeps the runs of items that are written and removed, inside a write transaction. */
export interface RunWriter {
  /** Counts an item that was written. */
  added(): void;
  /** Counts an item that was removed. */
  removed(number: number): void;
  /** Builds a run once enough items have none; must be called before each commit. */
  write(): void;
  /** Builds the lists of all items anew, where there are none. */
  rebuild(): void;
}

interface StoredRun {
  readonly number: number;
  readonly first: number;
  readonly last: number;
  /** Items that it was built of, and how many of them still are there. */
  readonly items: number;
  readonly alive: number;
}

export function runWriter<Item extends LabelledItem>(
  db: DatabaseSync,
  layout: ListLayout<Item>,
  items: LabelledItems<Item>,
  state: StateKeeper,
): RunWriter {
  const { runs: table, counts, newItems } = layout;
  /** Items from which a run is not joined with others any more. */
  const maxItems = newItems * FAN_OUT ** LEVELS;
  const build = runBuilder(db, layout, items, state);
  const sql = {
    runs: db.prepare(`SELECT number, first, last, items, alive FROM ${table} ORDER BY first`),
    outlive: db.prepare(`UPDATE ${table} SET alive = alive - 1 WHERE first <= ? AND last >= ?`),
    /** The last number of each full run. */
    ends: db.prepare(
      `SELECT number FROM (SELECT ${layout.items.number} AS number,
         row_number() OVER (ORDER BY ${layout.items.number}) AS ordinal FROM ${layout.items.table})
       WHERE ordinal % ? = 0`,
    ),
  };

  function storedRuns(): readonly StoredRun[] {
    return sql.runs.all().map((row) => ({
      number: Number(row['number']),
      first: Number(row['first']),
      last: Number(row['last']),
      items: Number(row['items']),
      alive: Number(row['alive']),
    }));
  }

  /** Level of a run: 0 for one that was just built, one higher for each time that `FAN_OUT` were joined. */
  function levelOf({ items: count }: StoredRun): number {
    return Math.floor(Math.log(Math.max(1, count / newItems)) / Math.log(FAN_OUT) + 0.2);
  }

  /** Joins the last runs while there are enough of a level. */
  function joinLast(): void {
    for (;;) {
      const runs = storedRuns();
      const last = runs.at(-1);
      if (last === undefined || last.items >= maxItems) return;
      const level = levelOf(last);
      const from = runs.findLastIndex((run) => levelOf(run) !== level) + 1;
      const joined = runs.slice(from);
      const first = joined[0];
      if (joined.length < FAN_OUT || first === undefined) return;
      build({ first: first.first, last: last.last, items: aliveIn(joined) }, numbersOf(joined));
    }
  }

  /** Builds one run anew of which most items are gone, with the next one if there are few left of both. */
  function dropDead(): void {
    const runs = storedRuns();
    const index = runs.findIndex((run) => 2 * run.alive < run.items);
    const [dead, next] = runs.slice(index, index + 2);
    if (index === -1 || dead === undefined) return;
    const replaced = next !== undefined && dead.alive + next.alive <= maxItems ? [dead, next] : [dead];
    const last = replaced.at(-1)?.last ?? dead.last;
    build({ first: dead.first, last, items: aliveIn(replaced) }, numbersOf(replaced));
  }

  return {
    added() {
      state.change({ [counts.unlisted]: state.get()[counts.unlisted] + 1 });
    },
    removed(number) {
      const now = state.get();
      if (number > now[counts.listed]) state.change({ [counts.unlisted]: now[counts.unlisted] - 1 });
      else sql.outlive.run(number, number);
    },
    write() {
      const now = state.get();
      const [unlisted, last] = [now[counts.unlisted], now[counts.last]];
      if (unlisted < newItems) return;
      build({ first: now[counts.listed] + 1, last, items: unlisted }, []);
      state.change({ [counts.listed]: last, [counts.unlisted]: 0 });
      joinLast();
      dropDead();
    },
    rebuild() {
      const now = state.get();
      const end = now[counts.last];
      const ends = sql.ends.all(maxItems).map(({ number }) => Number(number));
      let [first, left] = [1, now[counts.items]];
      for (const last of [...ends, end]) {
        const count = Math.min(left, maxItems);
        if (last >= first) build({ first, last, items: count }, []);
        [first, left] = [last + 1, left - count];
      }
      state.change({ [counts.listed]: end, [counts.unlisted]: 0 });
    },
  };
}

/** Number of the items of some runs that are neither replaced nor removed. */
function aliveIn(runs: readonly StoredRun[]): number {
  return runs.reduce((sum, { alive }) => sum + alive, 0);
}

function numbersOf(runs: readonly StoredRun[]): readonly number[] {
  return runs.map(({ number }) => number);
}

/** Removes all runs. The state has to say so, too. */
export function clearRuns(db: DatabaseSync, { runs, chunks, lists, gone }: ListLayout<never>): void {
  for (const table of [lists, chunks, runs, ...(gone === null ? [] : [gone])])
    db.exec(`DELETE FROM ${table}`);
}
