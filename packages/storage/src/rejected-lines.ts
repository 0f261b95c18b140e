import type { RejectedLines } from './crawls.ts';

/** As it is stored: versions that did not count by reason left that out. */
export type StoredRejectedLines = Omit<RejectedLines, 'reasons'> & Partial<Pick<RejectedLines, 'reasons'>>;

export function rejectedLinesOf({ count, reasons = {}, samples }: StoredRejectedLines): RejectedLines {
  return { count, reasons, samples };
}
