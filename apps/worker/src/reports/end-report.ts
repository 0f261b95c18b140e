// The end of a report that waits: kept, delivered, and then no longer waited for. Each step may be repeated.
import type { Deliveries, ReportState, SearchReport, SearchReports } from '@sitegrep/storage';
import { deliverReport, type TellingSearch } from '@sitegrep/telling';
import { keepNewest } from './kept-reports.ts';

export interface EndingParts {
  readonly reports: SearchReports;
  readonly deliveries: Pick<Deliveries, 'add'>;
}

/** Keeps a report, and lets the destinations of its search be told of it if it was made. */
export async function endReport(
  { reports, deliveries }: EndingParts,
  search: TellingSearch,
  report: SearchReport,
): Promise<void> {
  const kept = await keptOf(reports, report);
  if (kept.failure === null) await deliverReport(deliveries, search, kept);
  await endWait(reports, kept.search, kept.number, kept);
  await keepNewest(reports, kept.search);
}

async function keptOf(reports: SearchReports, report: SearchReport): Promise<SearchReport> {
  const kept = await reports.add(report);
  if (kept.born === report.born) return kept;
  // It is of another search of this name, which was deleted while its report was made; the file of this one went with it.
  await reports.remove(kept.search, kept.number);
  throw new Error(
    `report ${kept.number} of ${kept.search} is made again: there was one of an earlier search`,
  );
}

/** Ends the wait for a report. @param made null: none was made */
export async function endWait(
  reports: Pick<SearchReports, 'state' | 'setState'>,
  search: string,
  number: number,
  made: SearchReport | null,
): Promise<void> {
  for (;;) {
    const state = await reports.state(search);
    if (state?.number !== number || state.wanted === null) return;
    if (await reports.setState(state, { ...state, wanted: null, last: lastOf(state, made) })) return;
  }
}

function lastOf({ last }: ReportState, made: SearchReport | null): ReportState['last'] {
  if (made === null || made.failure !== null) return last;
  const { number, endedAt, generation, position, summary } = made;
  return { number, at: madeAt(summary) ?? endedAt, generation, position };
}

/** When a report was begun, which is what the next one is compared with. */
function madeAt(summary: unknown): number | null {
  if (typeof summary !== 'object' || summary === null || !('at' in summary)) return null;
  return typeof summary.at === 'string' ? Date.parse(summary.at) : null;
}
