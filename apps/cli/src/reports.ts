// Reports for people about a crawl: a table of its outcomes, and the refused lines of its list.
import { OUTCOME_HELP, OUTCOMES, parseTimestamp } from '@sitegrep/site';
import type { CrawlItem } from '@sitegrep/client';
import type { RejectedLines } from '@sitegrep/storage';
import { counted, formatBytes, formatCount, formatSeconds, printable, renderTable } from './terminal.ts';
import { wrapped } from './wrapped.ts';

/** Renders a row for each outcome that occurred, and a line of totals. */
export function outcomeTable(crawl: CrawlItem): string {
  const rows = OUTCOMES.filter((outcome) => (crawl.outcomes[outcome] ?? 0) > 0).map((outcome) => [
    outcome,
    formatCount(crawl.outcomes[outcome] ?? 0),
    OUTCOME_HELP[outcome].meaning,
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
