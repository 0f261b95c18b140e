// Reports for people about a crawl: a table of its outcomes, and the refused lines of its list.
import { type Outcome, OUTCOMES } from '@sitegrep/site';
import type { CrawlItem } from '@sitegrep/client';
import { parseTimestamp } from '@sitegrep/contract';
import type { RejectedLines } from '@sitegrep/storage';
import { counted, formatBytes, formatCount, formatSeconds, printable, renderTable } from './terminal.ts';
import { wrapped } from './wrapped.ts';

/** Meaning of each outcome, for people. */
const MEANINGS: Readonly<Record<Outcome, string>> = {
  indexed: 'at least one page is searchable',
  unchanged: 'the same as at the last visit',
  robots_disallowed: 'robots.txt or noindex forbids it',
  dns_failed: 'the name does not resolve',
  connect_failed: 'no connection',
  tls_failed: 'no secure connection',
  timed_out: 'no answer in time',
  http_error: 'answered, but not with a page',
  not_html: 'answered with something other than HTML',
  too_large: 'larger than the limits',
  blocked_address: 'leads to an address that is not public; SITEGREP_ALLOWED_ADDRESSES allows some',
  blocked_domain: 'on the list of blocked domains',
  cancelled: 'the crawl was cancelled',
  crashed: 'could not be processed; see the reason',
};

/** Renders a row for each outcome that occurred, and a line of totals. */
export function outcomeTable(crawl: CrawlItem): string {
  const rows = OUTCOMES.filter((outcome) => (crawl.outcomes[outcome] ?? 0) > 0).map((outcome) => [
    outcome,
    formatCount(crawl.outcomes[outcome] ?? 0),
    MEANINGS[outcome],
  ]);
  if (rows.length === 0) return totals(crawl);
  const table = renderTable(
    [{ title: 'OUTCOME' }, { title: 'SITES', align: 'right' }, { title: 'MEANING', wraps: true }],
    rows,
  );
  return `${table}\n${totals(crawl)}`;
}

function totals(crawl: CrawlItem): string {
  const { finished, total } = crawl.sites;
  const unfinished = finished === total ? '' : `${formatCount(finished)} of `;
  const start = timeOf(crawl.started_at);
  const took =
    start === null ? '' : ` in ${formatSeconds(((timeOf(crawl.finished_at) ?? Date.now()) - start) / 1000)}`;
  const text = `crawl ${crawl.id}: ${unfinished}${counted(total, 'site')}, ${counted(crawl.pages, 'page')}, ${formatBytes(crawl.bytes)}${took}`;
  return wrapped(text);
}

/** Milliseconds since the epoch of a timestamp of the API. */
function timeOf(timestamp: string | null): number | null {
  return timestamp === null ? null : parseTimestamp(timestamp);
}

/** Reports the refused lines of a list of ranks: their number, and the first few with the reasons. */
export function rejectedLines({ count, samples }: RejectedLines): string {
  const title = `${counted(count, 'line gives', 'lines give')} no domain a rank`;
  const shown = samples.map(({ line, text, reason }) => `  line ${line}: ${printable(text)} (${reason})`);
  const more = count > samples.length ? [`  … and ${formatCount(count - samples.length)} more`] : [];
  return [`${title}:`, ...shown, ...more].join('\n');
}
