// How long reports are kept.
import {
  MAX_ALL_REPORT_BYTES,
  MAX_REPORT_AGE_MS,
  MAX_SEARCH_REPORTS,
  type SearchReports,
} from '@sitegrep/storage';

/** Reports that are looked at in one step. */
const AT_A_TIME = 100;

/** Removes the reports of a search that are more than it may have. */
export async function keepNewest(
  reports: Pick<SearchReports, 'list' | 'remove'>,
  search: string,
): Promise<void> {
  const { items } = await reports.list({ search, limit: MAX_SEARCH_REPORTS + AT_A_TIME });
  for (const { number } of items.slice(MAX_SEARCH_REPORTS)) await reports.remove(search, number);
}

/** Removes reports that are old, and the oldest ones while all together are too large, until the signal is aborted. */
export async function removeOld(
  reports: Pick<SearchReports, 'oldest' | 'bytes' | 'remove'>,
  now: number,
  signal: AbortSignal,
  maxBytes: number = MAX_ALL_REPORT_BYTES,
): Promise<void> {
  let tooMuch = (await reports.bytes()) - maxBytes;
  while (!signal.aborted) {
    const oldest = await reports.oldest(AT_A_TIME);
    const left = oldest.findIndex(({ endedAt, bytes }) => {
      const goes = tooMuch > 0 || endedAt < now - MAX_REPORT_AGE_MS;
      if (goes) tooMuch -= bytes;
      return !goes;
    });
    const going = left === -1 ? oldest : oldest.slice(0, left);
    for (const { search, number } of going) {
      if (signal.aborted) return;
      await reports.remove(search, number);
    }
    if (going.length < AT_A_TIME) return;
  }
}
