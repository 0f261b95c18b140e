import { useQuery } from '@tanstack/react-query';
import type { CrawlItem } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { counted, number, timeOf } from '../format.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { DayChart } from './DayChart.tsx';
import { dayHere, DAYS, lastDays, sumsByDay } from './days.ts';

/** Crawls that are read for the chart: the latest. */
const MAX_CRAWLS = 1_000;

/** Pages that crawls brought, by the day on which each crawl began. */
export function Brought() {
  const crawls = useQuery({
    queryKey: ['crawls', 'latest'],
    queryFn: ({ signal }) => client.admin.crawls.list({ limit: MAX_CRAWLS }, { signal }),
  });
  return (
    <section className="stack tight" aria-labelledby="brought">
      <h2 id="brought">{WORDS.brought}</h2>
      <Loaded query={crawls}>
        {({ items, next_token: next }) => <Chart crawls={items} isCut={next !== ''} />}
      </Loaded>
    </section>
  );
}

function Chart({ crawls, isCut }: { readonly crawls: readonly CrawlItem[]; readonly isCut: boolean }) {
  const sums = sumsByDay(crawls.map(({ created_at: created, pages }) => [dayHere(timeOf(created)), pages]));
  const days = lastDays(dayHere).map((day) => {
    const value = sums.get(day) ?? 0;
    return { day, value, text: counted(value, ...WORDS.pageWord) };
  });
  const busy = days.filter(({ value }) => value > 0);
  if (busy.length === 0) return <p className="quiet">{WORDS.broughtNone(number(DAYS))}</p>;
  return (
    <DayChart
      days={days}
      columns={[WORDS.pages]}
      rows={busy.toReversed().map(({ day, value }) => [day, number(value)])}
      hint={`${WORDS.broughtHint(number(DAYS))} ${isCut ? WORDS.broughtCut(number(MAX_CRAWLS)) : ''}`}
    />
  );
}
