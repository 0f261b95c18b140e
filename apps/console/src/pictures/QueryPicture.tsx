import type { Trends } from '@sitegrep/client';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { LineChart } from '../charts/LineChart.tsx';
import { number } from '../format.ts';
import { dayName, leftAsNow, tickName } from '../trends/intervals.ts';
import { changesQuery } from '../trends/trend-changes.ts';
import { PICTURES_TEXT as WORDS } from '../text/pictures.ts';
import { TRENDS_TEXT } from '../text/trends.ts';

/** The domains of a query by week: a click, or Enter, leads to the changes of the week that is pointed at. */
export function QueryPicture({ query, trend }: { readonly query: string; readonly trend: Trends }) {
  const { by, intervals, lines } = trend;
  const navigate = useNavigate();
  const [chosen, choose] = useState<number | null>(null);
  const shown = useMemo(
    () =>
      lines.map(({ domains }) => ({ name: query === '' ? TRENDS_TEXT.allDomains : query, values: domains })),
    [lines, query],
  );
  const [names, ticks] = useMemo(
    () => [intervals.map(({ to }) => dayName(to)), intervals.map(({ to }) => tickName(by, { from: to, to }))],
    [by, intervals],
  );
  const last = intervals.length - 1;
  const at = Math.min(chosen ?? last, last);
  const [left] = leftAsNow(lines);
  const open = (index: number): void => {
    const days = intervals[index];
    if (days !== undefined) void navigate({ to: '/changes', search: { q: changesQuery(query, days) } });
  };
  return (
    <section className="picture query-picture">
      <h2>{WORDS.overTime}</h2>
      <p className="quiet">
        {WORDS.week(ticks[at] ?? '', number(shown[0]?.values[at] ?? 0))}
        {left !== undefined && (
          <span title={WORDS.asOfNowHint(left.names)}>
            {WORDS.asOfNow}
            <span className="hidden-text"> {WORDS.asOfNowHint(left.names)}</span>
          </span>
        )}
      </p>
      <LineChart isSmall lines={shown} names={names} ticks={ticks} at={at} onPoint={choose} onOpen={open} />
    </section>
  );
}
