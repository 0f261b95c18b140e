import type { SearchEvent } from '@sitegrep/storage';
import type { ReportData } from '../src/message.ts';

/** A time at which a minute, an hour and no day begins. */
export const AT = Date.UTC(2026, 10, 29, 22);

/** An event of the search `shops`. */
export function eventOf(number: number, changed: Partial<SearchEvent> = {}): SearchEvent {
  return {
    number,
    search: 'shops',
    domain: `d${number}.example`,
    revision: 100 + number,
    kind: 'appeared',
    at: AT + number,
    pages: [`https://d${number}.example/`],
    total: 1,
    by: 'visit',
    ...changed,
  };
}

/** Texts as a hostile page or user would choose them. */
export const HOSTILE =
  '<!channel> <script>alert(1)</script> & "q" \u0000\u001B[2J\r\nBcc: x@y.example *b* [l](http://x)';

/** A report that was made: two kilobytes of CSV, compared with that of a week before. */
export function reportOf(changed: Partial<ReportData> = {}): ReportData {
  return {
    at: new Date(AT).toISOString(),
    level: 'domain',
    domains: 12,
    pages: null,
    since: new Date(AT - 7 * 86_400_000).toISOString(),
    new: 3,
    gone: 1,
    complete: true,
    rows: 13,
    cut: false,
    facets: [],
    number: 7,
    due: new Date(AT).toISOString(),
    format: 'csv',
    bytes: 2_000,
    file: 'https://me.example/searches/shops/reports/7?key=k',
    expires: new Date(AT + 86_400_000).toISOString(),
    ...changed,
  };
}
