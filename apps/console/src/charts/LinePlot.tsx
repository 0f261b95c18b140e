import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { positionAfter } from '../parts/slider-keys.ts';
import { TRENDS_TEXT as WORDS } from '../text/trends.ts';
import { openPlot, type Plot } from './plot.ts';
import { type ShownLine, valuesText } from './shown-line.ts';

export interface LinePlotProps {
  /** True if it is one of several small pictures. */
  readonly isSmall?: boolean;
  /** Name of the chart; absent: that of domains over time. */
  readonly label?: string;
  readonly lines: readonly ShownLine[];
  /** Names of the intervals, and those below the axis. */
  readonly names: readonly string[];
  readonly ticks: readonly string[];
  /** Index of the interval that is pointed at. */
  readonly at: number;
  readonly onPoint: (at: number) => void;
  /** Called when a point is clicked, and, without a line, when Enter is pressed. */
  readonly onOpen: (at: number, line: number | null) => void;
}

/** Lines over intervals, one of which is pointed at: by pointer, and with keys as a slider. */
export function LinePlot({
  isSmall = false,
  label,
  lines,
  names,
  ticks,
  at,
  onPoint,
  onOpen,
}: LinePlotProps) {
  const parent = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const pointed = useEffectEvent((index: number): void => onPoint(index));
  const opened = useEffectEvent((index: number, line: number): void => onOpen(index, line));
  useEffect(() => {
    if (parent.current === null) return;
    const made = openPlot(
      parent.current,
      { ticks, lines, isSmall },
      {
        onPoint: (index) => pointed(index),
        onOpen: (line, index) => opened(index, line),
      },
    );
    plot.current = made;
    return () => {
      plot.current = null;
      made.close();
    };
  }, [lines, ticks, isSmall]);
  useEffect(() => plot.current?.point(at), [at, lines, ticks]);

  function pressed(event: KeyboardEvent): void {
    const next = positionAfter(event.key, at, names.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) onOpen(at, null);
    else onPoint(next);
  }

  return (
    <div
      className="line-chart"
      role="slider"
      tabIndex={0}
      aria-label={label ?? WORDS.chart(lines.map(({ name }) => name).join(', '))}
      aria-valuemin={0}
      aria-valuemax={names.length - 1}
      aria-valuenow={at}
      aria-valuetext={WORDS.at(valuesText(lines, at), names[at] ?? '')}
      onKeyDown={pressed}
    >
      <div ref={parent} className={isSmall ? 'plot small' : 'plot'} />
    </div>
  );
}
