// Which pages, and which versions of pages, stood in a span of time.
import type { TimeSpan } from '@sitegrep/search';
import { QueryTooBroad } from '../../../query-too-broad.ts';
import { valueAt } from '../order/chunk.ts';
import type { RowReader } from '../rows.ts';
import { indexIn, type Matches } from '../sites.ts';
import type { SeenRow, SeenRows } from '../versions/seen-rows.ts';
import type { PageSets } from './page-sets.ts';

/** When the items of a level by page stood. */
export interface StandingTimes {
  /** Those of some that stood in a span. @throws QueryTooBroad */
  standing(span: TimeSpan, among: Matches): Matches;
}

/** Time at which the search that runs must end, by `performance.now`. */
export interface SearchBudget {
  until: number;
}

interface Bounds {
  readonly budget: SearchBudget;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Items that are looked at between two looks at the clock. */
const ITEMS_AT_A_TIME = 1_000;

/** Rows of table `seen` that are read one after the other in about the time in which one is sought. */
const PASSED_A_SEARCH = 3;

/** Stored pages: from when they were first seen, until now. */
export function pageTimes({
  rows,
  pageSets,
  seen,
  ...bounds
}: Bounds & {
  readonly rows: RowReader;
  readonly pageSets: PageSets;
  readonly seen: SeenRows;
}): StandingTimes {
  return {
    standing({ until }, among) {
      // Whatever is stored stands now, and no span begins later.
      if (until === null) return among;
      const stood = new Uint8Array(among.length);
      const passed = clock(bounds, among.length);
      for (const revision of pageSets.domainsOf(among)) {
        const { pages, fetched } = rows.summary(rows.domain('revision', revision));
        passed(pages.length);
        for (const [index, page] of pages.entries()) {
          const at = indexIn(among, page);
          if (at !== -1 && (fetched[index] ?? 0) < until) stood[at] = 1;
        }
      }
      return among.filter((page, index) => {
        if (stood[index] === 1) return true;
        passed(1);
        const earlier = seen.numbered(page);
        return earlier !== null && secondOf(earlier.firstSeen) < until;
      });
    },
  };
}

/** Versions that were kept: from when they were first seen until they were seen last. */
export function versionTimes({
  seen,
  versions,
  ...bounds
}: Bounds & {
  readonly seen: SeenRows;
  /** How many there are. */
  readonly versions: () => number;
}): StandingTimes {
  /** The rows of some versions, in their order. */
  function* rowsOf(among: Matches): Iterable<SeenRow> {
    if (among.length * PASSED_A_SEARCH < versions()) {
      for (const number of among) yield seen.version(number);
      return;
    }
    let at = 0;
    for (const row of seen.after(valueAt(among, 0) - 1)) {
      if (row.number < valueAt(among, at)) continue;
      // One that is missing is reported.
      yield row.number === among[at] ? row : seen.version(valueAt(among, at));
      if (++at === among.length) return;
    }
    if (at < among.length) yield seen.version(valueAt(among, at));
  }

  return {
    standing({ from, until }, among) {
      if (among.length === 0 || (from === null && until === null)) return among;
      const stood = new Float64Array(among.length);
      const passed = clock(bounds, among.length);
      let count = 0;
      for (const { number, firstSeen, lastSeen } of rowsOf(among)) {
        passed(1);
        const isBefore = until !== null && secondOf(firstSeen) >= until;
        const isAfter = from !== null && lastSeen !== null && secondOf(lastSeen) < from;
        if (!isBefore && !isAfter) stood[count++] = number;
      }
      return stood.slice(0, count);
    },
  };
}

function secondOf(time: number): number {
  return Math.floor(time / 1_000);
}

/** Counts items that were looked at, and looks at the clock now and then. @param total all of them */
function clock({ budget, checkpoint }: Bounds, total: number): (items: number) => void {
  let [done, next] = [0, 0];
  return (items) => {
    done += items;
    if (done < next) return;
    next = done + ITEMS_AT_A_TIME;
    checkpoint();
    if (performance.now() > budget.until) throw new QueryTooBroad(total, Math.min(done, total));
  };
}
