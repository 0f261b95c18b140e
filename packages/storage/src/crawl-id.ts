import { randomUUID } from 'node:crypto';

/** Form of the ids that `newCrawlId` makes: UUIDs of version 7. */
const CRAWL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Last millisecond of the year 9999. */
const MAX_TIME = 253_402_300_799_999;

/** Makes the id of a crawl. @param at time of its creation, in milliseconds since the epoch */
export function newCrawlId(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

export function isCrawlId(text: string): boolean {
  return CRAWL_ID.test(text);
}

/** Month in UTC in which a crawl was made, as `2026-11`; null: the text is not an id of a crawl. */
export function monthOfCrawl(id: string): string | null {
  if (!isCrawlId(id)) return null;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return at > MAX_TIME ? null : monthOf(at);
}

/** Month in UTC of a time, as `2026-11`. */
function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

/** First millisecond of a month, and of the next one. */
export function spanOfMonth(month: string): { readonly from: number; readonly to: number } {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + 1);
  return { from: from.getTime(), to: to.getTime() };
}
