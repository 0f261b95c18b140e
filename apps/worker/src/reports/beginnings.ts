// Beginnings of reports that do not count, because the storage went down or the process ends: they are given back.
import type { ReportState, SearchReports } from '@sitegrep/storage';
import { isDown } from '../storage-patience.ts';

export interface Beginnings {
  /** Takes a beginning back. If the storage is down for that as well, it is taken back when the state is looked at next. */
  giveBack(begun: ReportState, before: ReportState): Promise<void>;
  /** The state without a beginning that could not be given back. */
  current(state: ReportState): Promise<ReportState>;
}

/** Beginnings that are remembered; of more, the oldest count. */
const MAX_REMEMBERED = 1_000;

export function openBeginnings(reports: Pick<SearchReports, 'setState'>): Beginnings {
  /** States as they were before, by what they are stored as. */
  const owed = new Map<string, ReportState>();

  return {
    async giveBack(begun, before) {
      try {
        await reports.setState(begun, before);
      } catch (error) {
        if (!isDown(error)) throw error;
        owed.set(keyOf(begun), before);
        const [oldest] = owed.keys();
        if (owed.size > MAX_REMEMBERED && oldest !== undefined) owed.delete(oldest);
      }
    },
    async current(state) {
      const before = owed.get(keyOf(state));
      if (before === undefined) return state;
      const isBack = await reports.setState(state, before);
      owed.delete(keyOf(state));
      return isBack ? before : state;
    },
  };
}

function keyOf({ search, born, number, wanted }: ReportState): string {
  return JSON.stringify([search, born, number, wanted?.at, wanted?.begun]);
}
