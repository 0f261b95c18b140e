import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { LineChart } from '../charts/LineChart.tsx';
import { TRENDS_TEXT as WORDS } from '../text/trends.ts';
import { intervalName, type QueryLine, tickName } from './intervals.ts';
import { changesQuery, type Days } from './trend-changes.ts';
import type { Step } from './trend-lines.ts';
import { ValueTable } from './ValueTable.tsx';
import { Values } from './Values.tsx';

interface IntervalChartProps {
  readonly by: Step;
  readonly intervals: readonly Days[];
  readonly lines: readonly QueryLine[];
  /** Technology of the page; absent: it is of none. */
  readonly technology?: string;
}

/** Lines as a chart, with the values of the interval that is pointed at and what they lead to, and as a table. */
export function IntervalChart({ by, intervals, lines, technology }: IntervalChartProps) {
  const [chosen, choose] = useState<number | null>(null);
  const navigate = useNavigate();
  const values = useRef<HTMLDivElement>(null);
  const [names, ticks] = useMemo(
    () => [intervals.map((days) => intervalName(by, days)), intervals.map((days) => tickName(by, days))],
    [by, intervals],
  );
  const last = intervals.length - 1;
  const at = Math.min(chosen ?? last, last);
  const days = intervals[at];
  const open = (index: number, line: number | null): void => {
    const [of, when] = [line === null ? undefined : lines[line], intervals[index]];
    if (of === undefined || when === undefined) values.current?.querySelector('a')?.focus();
    else void navigate({ to: '/changes', search: { q: changesQuery(of.query, when) } });
  };
  return (
    <>
      <LineChart lines={lines} names={names} ticks={ticks} at={at} onPoint={choose} onOpen={open} />
      <p className="quiet hint">{WORDS.hint}</p>
      <div ref={values}>
        {days !== undefined && (
          <Values lines={lines} at={at} name={names[at] ?? ''} days={days} technology={technology} />
        )}
      </div>
      <ValueTable lines={lines} names={names} by={by} />
    </>
  );
}
