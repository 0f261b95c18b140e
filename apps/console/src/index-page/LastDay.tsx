import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '../api/client.ts';
import { LineChart } from '../charts/LineChart.tsx';
import { type ShownLine, valueText } from '../charts/shown-line.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { type MeasuredDay, measuredDay } from './measured-lines.ts';

/** Time between two reads, in milliseconds: a value comes each minute. */
const EVERY_MS = 60_000;

/** Lines of the last day, minute by minute: a small chart for each, and one minute that is pointed at in all. */
export function LastDay() {
  const history = useQuery({
    queryKey: ['metrics-history'],
    queryFn: ({ signal }) => client.admin.metricsHistory({ signal }),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS / 2,
  });
  const { data } = history;
  const day = useMemo(() => (data === undefined ? null : measuredDay(data)), [data]);
  return (
    <section className="stack tight" aria-labelledby="last-day">
      <h2 id="last-day">{WORDS.lastDay}</h2>
      <Loaded query={history} lines={8}>
        {({ process }) => (
          <>
            <p className="quiet">{day === null ? WORDS.lastDayNone : WORDS.lastDayHint(process)}</p>
            {day !== null && <Charts day={day} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Charts({ day: { minutes, names, ticks, lines } }: { readonly day: MeasuredDay }) {
  // The minute, not its index: the day goes on.
  const [minute, choose] = useState<number | null>(null);
  const last = minutes.length - 1;
  const chosen = minute === null ? last : minutes.indexOf(minute);
  const at = chosen === -1 ? 0 : chosen;
  const point = (index: number): void => choose(index === last ? null : (minutes[index] ?? null));
  return (
    <div className="measured">
      {lines.map(({ name, line }) => (
        <Chart key={name} line={line} names={names} ticks={ticks} at={at} onPoint={point} />
      ))}
    </div>
  );
}

interface ChartProps extends Pick<MeasuredDay, 'names' | 'ticks'> {
  readonly line: ShownLine;
  readonly at: number;
  readonly onPoint: (at: number) => void;
}

function Chart({ line, names, ticks, at, onPoint }: ChartProps) {
  const lines = useMemo(() => [line], [line]);
  const isEmpty = line.values.every((value) => value === null);
  return (
    <div>
      <h3>{line.name}</h3>
      {isEmpty ? (
        <p className="quiet">{WORDS.searchesNone}</p>
      ) : (
        <>
          <LineChart
            isSmall
            label={line.name}
            lines={lines}
            names={names}
            ticks={ticks}
            at={at}
            onPoint={onPoint}
            onOpen={onPoint}
          />
          <p className="quiet">{WORDS.measuredAt(valueText(line, at), names[at] ?? '')}</p>
        </>
      )}
    </div>
  );
}
