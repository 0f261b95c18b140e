import { useQuery } from '@tanstack/react-query';
import type { CrawlItem } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { counted, number, timeOf } from '../format.ts';
import { Failure, Loading } from '../parts/Failure.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';

/** Crawls that are read for the chart: the latest. */
const MAX_CRAWLS = 1_000;
const DAYS = 60;
const DAY_MS = 24 * 3_600_000;

/** Size of the chart in its own units. */
const [WIDTH, HEIGHT, GAP] = [900, 120, 2];

interface Day {
  /** YYYY-MM-DD, in the reader's zone. */
  readonly day: string;
  readonly pages: number;
}

/** Pages that crawls brought, by the day on which each crawl began. */
export function Growth() {
  const crawls = useQuery({
    queryKey: ['crawls', 'latest'],
    queryFn: ({ signal }) => client.admin.crawls.list({ limit: MAX_CRAWLS }, { signal }),
  });
  return (
    <section className="stack tight" aria-labelledby="growth">
      <h2 id="growth">{WORDS.growth}</h2>
      {crawls.data === undefined ? (
        crawls.isError ? (
          <Failure error={crawls.error} retry={() => void crawls.refetch()} />
        ) : (
          <Loading />
        )
      ) : (
        <Chart days={daysOf(crawls.data.items, new Date())} isCut={crawls.data.next_token !== ''} />
      )}
    </section>
  );
}

function Chart({ days, isCut }: { readonly days: readonly Day[]; readonly isCut: boolean }) {
  const most = Math.max(...days.map(({ pages }) => pages));
  const step = WIDTH / days.length;
  const busy = days.filter(({ pages }) => pages > 0);
  if (busy.length === 0) return <p className="quiet">{WORDS.growthNone(number(DAYS))}</p>;
  return (
    <>
      <p className="quiet">
        {WORDS.growthHint(number(DAYS))} {isCut && WORDS.growthCut(number(MAX_CRAWLS))}
      </p>
      <svg
        className="growth"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ day, pages }, index) => {
          const height = pages === 0 ? 0 : Math.max(2, (HEIGHT * pages) / most);
          return (
            <rect key={day} x={index * step} y={HEIGHT - height} width={step - GAP} height={height}>
              <title>{`${day}: ${counted(pages, ...WORDS.pageWord)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="row apart quiet growth-ends" aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
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
function daysOf(crawls: readonly CrawlItem[], now: Date): readonly Day[] {
  const pages = new Map<string, number>();
  for (const { created_at: created, pages: more } of crawls) {
    const day = dayOf(timeOf(created));
    pages.set(day, (pages.get(day) ?? 0) + more);
  }
  const noon = new Date(now).setHours(12, 0, 0, 0);
  return Array.from({ length: DAYS }, (_, index) => {
    const day = dayOf(new Date(noon - (DAYS - 1 - index) * DAY_MS));
    return { day, pages: pages.get(day) ?? 0 };
  });
}

function dayOf(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
