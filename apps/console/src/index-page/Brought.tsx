import { useQuery } from '@tanstack/react-query';
import type { CrawlItem } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { counted, number, timeOf } from '../format.ts';
import { Failure, Loading } from '../parts/Failure.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { Bars, DAYS, lastDays } from './Bars.tsx';

/** Crawls that are read for the chart: the latest. */
const MAX_CRAWLS = 1_000;

interface Day {
  /** YYYY-MM-DD, in the reader's zone. */
  readonly day: string;
  readonly pages: number;
}

/** Pages that crawls brought, by the day on which each crawl began. */
export function Brought() {
  const crawls = useQuery({
    queryKey: ['crawls', 'latest'],
    queryFn: ({ signal }) => client.admin.crawls.list({ limit: MAX_CRAWLS }, { signal }),
  });
  return (
    <section className="stack tight" aria-labelledby="brought">
      <h2 id="brought">{WORDS.brought}</h2>
      {crawls.data === undefined ? (
        crawls.isError ? (
          <Failure error={crawls.error} retry={() => void crawls.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <Chart days={daysOf(crawls.data.items)} isCut={crawls.data.next_token !== ''} />
      )}
    </section>
  );
}

function Chart({ days, isCut }: { readonly days: readonly Day[]; readonly isCut: boolean }) {
  const busy = days.filter(({ pages }) => pages > 0);
  if (busy.length === 0) return <p className="quiet">{WORDS.broughtNone(number(DAYS))}</p>;
  return (
    <>
      <p className="quiet">
        {WORDS.broughtHint(number(DAYS))} {isCut && WORDS.broughtCut(number(MAX_CRAWLS))}
      </p>
      <Bars
        bars={days.map(({ day, pages }) => ({ day, value: pages, text: counted(pages, ...WORDS.pageWord) }))}
      />
      <details>
        <summary>{WORDS.asTable}</summary>
        <table className="narrow">
          <thead>
            <tr>
              <th scope="col">{WORDS.day}</th>
              <th scope="col" className="number">
                {WORDS.pages}
              </th>
            </tr>
          </thead>
          <tbody>
            {busy.toReversed().map(({ day, pages }) => (
              <tr key={day}>
                <td>{day}</td>
                <td className="number">{number(pages)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

/** The last days, each with the pages of the crawls that began on it. */
function daysOf(crawls: readonly CrawlItem[]): readonly Day[] {
  const pages = new Map<string, number>();
  for (const { created_at: created, pages: more } of crawls) {
    const day = dayOf(timeOf(created));
    pages.set(day, (pages.get(day) ?? 0) + more);
  }
  return lastDays(dayOf).map((day) => ({ day, pages: pages.get(day) ?? 0 }));
}

function dayOf(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
