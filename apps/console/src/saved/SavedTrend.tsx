import { useQuery } from '@tanstack/react-query';
import type { SavedSearchRecord, SearchTrend } from '@sitegrep/client';
import { useMemo, useState } from 'react';
import { LineChart } from '../charts/LineChart.tsx';
import { valuesText } from '../charts/shown-line.ts';
import { momentText, number, timeOf } from '../format.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { dayName } from '../trends/intervals.ts';
import { READ_EVERY_MS, savedTrend } from './queries.ts';
import { lineOf } from './trend-days.ts';

type Level = SavedSearchRecord['level'];

/** How many domains fulfilled a search by day, as far as that is known. */
export function SavedTrend({ search: { id, level } }: { readonly search: SavedSearchRecord }) {
  const trend = useQuery({ ...savedTrend(id), refetchInterval: READ_EVERY_MS });
  return (
    <section className="stack tight saved-trend">
      <h2>{WORDS.trend}</h2>
      <Loaded query={trend}>{(known) => <Days level={level} trend={known} />}</Loaded>
    </section>
  );
}

function Days({ level, trend }: { readonly level: Level; readonly trend: SearchTrend }) {
  const { days } = trend;
  const line = useMemo(() => lineOf(level, days), [level, days]);
  return (
    <>
      {line.days.length > 1 ? (
        <Chart level={level} line={line} />
      ) : (
        <p className="quiet">{WORDS.trendLater(momentText(timeOf(trend.exact_since)))}</p>
      )}
      <details>
        <summary>{WORDS.asTable}</summary>
        <Table
          label={WORDS.trend}
          columns={level === 'change' ? COLUMNS.filter(({ text }) => text !== WORDS.domains) : COLUMNS}
          items={days.toReversed()}
          keyOf={({ day }) => day}
          className="narrow"
        />
      </details>
    </>
  );
}

function Chart({ level, line }: { readonly level: Level; readonly line: ReturnType<typeof lineOf> }) {
  const [chosen, choose] = useState<number | null>(null);
  const name = level === 'change' ? WORDS.trendChanges : WORDS.trendLine;
  const lines = useMemo(() => [{ name, values: line.values }], [name, line]);
  const last = line.days.length - 1;
  const at = Math.min(chosen ?? last, last);
  const names = useMemo(() => line.days.map(dayName), [line]);
  return (
    <>
      <LineChart lines={lines} names={names} ticks={line.ticks} at={at} onPoint={choose} onOpen={choose} />
      <p className="quiet">
        {names[at]}: {valuesText(lines, at)}
      </p>
    </>
  );
}

const COLUMNS: readonly Column<SearchTrend['days'][number]>[] = [
  { text: WORDS.day, cell: ({ day }) => day },
  {
    text: WORDS.domains,
    isNumber: true,
    cell: ({ domains }) => (domains === null ? '–' : number(domains)),
  },
  { text: WORDS.kinds.appeared, isNumber: true, cell: ({ appeared }) => number(appeared) },
  { text: WORDS.kinds.disappeared, isNumber: true, cell: ({ disappeared }) => number(disappeared) },
  { text: WORDS.kinds.changed, isNumber: true, cell: ({ changed }) => number(changed) },
];
