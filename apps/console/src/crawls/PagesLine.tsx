import { useQuery } from '@tanstack/react-query';
import type { CrawlItem } from '@sitegrep/client';
import { useMemo, useState } from 'react';
import { client } from '../api/client.ts';
import { LineChart } from '../charts/LineChart.tsx';
import { number } from '../format.ts';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { mayHaveLine, pagesOverTime, type PagesOverTime } from './pages-over-time.ts';

/** Interval at which the line of a crawl that goes on is read again, in milliseconds. */
const READ_EVERY_MS = 15_000;

/** Pages a minute of a crawl as a line; nothing if the crawl is too short for one. */
export function PagesLine({ crawl }: { readonly crawl: CrawlItem }) {
  const mayBe = mayHaveLine(crawl, Date.now());
  const isOver = crawl.finished_at !== null;
  const timeline = useQuery({
    queryKey: ['crawl-timeline', crawl.id, isOver],
    queryFn: ({ signal }) => client.admin.crawls.timeline(crawl.id, { signal }),
    enabled: mayBe,
    refetchInterval: isOver ? false : READ_EVERY_MS,
    placeholderData: (before) => before,
  });
  const { data, dataUpdatedAt } = timeline;
  const line = useMemo(
    () => (data === undefined ? null : pagesOverTime(data, isOver ? Infinity : dataUpdatedAt)),
    [data, dataUpdatedAt, isOver],
  );
  if (!mayBe || timeline.isError || (data !== undefined && line === null)) return null;
  return (
    <section aria-label={WORDS.pagesAMinute} className="pages-line">
      <h2>{WORDS.pagesAMinute}</h2>
      {line === null ? <div className="plot small waiting" /> : <Line line={line} />}
    </section>
  );
}

function Line({ line: { values, names, ticks } }: { readonly line: PagesOverTime }) {
  const [chosen, choose] = useState<number | null>(null);
  const last = names.length - 1;
  const at = Math.min(chosen ?? last, last);
  const lines = useMemo(() => [{ name: WORDS.pagesAMinute, values }], [values]);
  return (
    <>
      <LineChart
        isSmall
        label={WORDS.pagesOverTime}
        lines={lines}
        names={names}
        ticks={ticks}
        at={at}
        onPoint={choose}
        onOpen={choose}
      />
      <p className="quiet">{WORDS.pagesAt(names[at] ?? '', number(values[at] ?? 0))}</p>
    </>
  );
}
