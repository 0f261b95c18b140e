// Which reports are due by the schedules of their searches.
import { timeUpTo } from '@sitegrep/jobs';
import {
  allSearches,
  MAX_SEARCHES,
  type SavedSearches,
  type SearchReports,
  wantReport,
} from '@sitegrep/storage';
import { definitionOf } from '@sitegrep/telling';

export interface DueReports {
  /** Lets the reports be made that are due; of several due times that have passed, the last one counts. */
  look(now: number): Promise<void>;
}

export function openDueReports(
  searches: Pick<SavedSearches, 'list'>,
  reports: Pick<SearchReports, 'state' | 'setState'>,
): DueReports {
  /** Due time up to which the report of each search is known to be wanted, so that its state is read once for each. */
  let known = new Map<string, number>();

  return {
    async look(now) {
      const seen = new Map<string, number>();
      for await (const search of allSearches(searches)) {
        const { report } = definitionOf(search);
        if (report === null) continue;
        const due = timeUpTo(report.timing, now);
        if (due === null || due <= report.since) continue;
        const key = `${search.id} ${search.createdAt}`;
        if ((known.get(key) ?? 0) < due) {
          await wantReport(
            reports,
            { search: search.id, born: search.createdAt },
            { at: due, by: 'schedule' },
          );
        }
        if (seen.size < MAX_SEARCHES) seen.set(key, due);
      }
      known = seen;
    },
  };
}
