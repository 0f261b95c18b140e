import type { ListedScheduleItem } from '@sitegrep/client';
import { sortedOutcomes } from '../crawls/outcome-kinds.ts';
import { counted, number } from '../format.ts';
import { Link } from '../parts/Link.tsx';
import { Time } from '../parts/Time.tsx';
import { SCHEDULES_TEXT as WORDS } from '../text/crawls.ts';

/** The last run of a schedule, with what it found, and whether a later one was skipped. */
export function LastRun({ schedule }: { readonly schedule: ListedScheduleItem }) {
  const { last_run_at: at, last_crawl_id: id, last_crawl: crawl, last_skipped_at: skipped } = schedule;
  return (
    <div className="stack tight">
      {at === null || id === null ? (
        <span className="quiet">{WORDS.never}</span>
      ) : crawl === null ? (
        <Time at={at} />
      ) : (
        <>
          <Link to="/crawls/$id" params={{ id }}>
            <Time at={at} />
          </Link>
          <span className="quiet">{foundText(crawl)}</span>
        </>
      )}
      {skipped !== null && (
        <span className="warning">
          {WORDS.skipped} <Time at={skipped} />
        </span>
      )}
    </div>
  );
}

/** Says what a crawl found: `12 indexed · 3 failed · 40 pages`; of one that goes on, how far it is. */
export function foundText({
  state,
  sites,
  outcomes,
  pages,
}: NonNullable<ListedScheduleItem['last_crawl']>): string {
  if (state === 'queued' || state === 'running')
    return WORDS.under(number(sites.finished), counted(sites.total, 'site'));
  const { failed } = sortedOutcomes(outcomes);
  const parts: readonly (readonly [count: number, text: (count: string) => string])[] = [
    [outcomes['indexed'] ?? 0, WORDS.indexed],
    [outcomes['unchanged'] ?? 0, WORDS.unchanged],
    [failed.reduce((sum, [, count]) => sum + count, 0), WORDS.failed],
  ];
  const told = parts.flatMap(([count, text]) => (count === 0 ? [] : [text(number(count))]));
  return [...told, counted(pages, 'page')].join(' · ');
}
