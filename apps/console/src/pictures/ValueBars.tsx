import { type KeyboardEvent, useRef, useState } from 'react';
import { number } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { conditionsOf } from '../query/language.ts';
import { type Cell, cellAfter } from '../search/grid-keys.ts';

export interface ValueBar {
  readonly value: string;
  readonly name: string;
  readonly count: number;
  /** The condition that it stands for. */
  readonly condition: string;
}

interface ValueBarsProps {
  readonly label: string;
  readonly bars: readonly ValueBar[];
  readonly query: string;
  readonly onChoose: (condition: string, isExcluded: boolean) => void;
  /** A second button of each row; absent: there is none. */
  readonly further?: {
    readonly text: string;
    readonly label: (name: string) => string;
    readonly act: (value: string) => void;
  };
}

const WIDTH = 1_000;

/** A few values with a bar each, which are conditions of a query. One stop of Tab: arrows go from button to button. */
export function ValueBars({ label, bars, query, onChoose, further }: ValueBarsProps) {
  const [at, setAt] = useState<Cell>({ row: 0, column: 0 });
  const list = useRef<HTMLUListElement>(null);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const written = new Set(conditionsOf(query));
  const stop: Cell = {
    row: Math.min(at.row, bars.length - 1),
    column: further === undefined ? 0 : at.column,
  };
  const tabIndexOf = (row: number, column: Cell['column']): 0 | -1 =>
    row === stop.row && column === stop.column ? 0 : -1;

  function pressed(event: KeyboardEvent): void {
    const next = cellAfter(event.key, stop, bars.length);
    if (next === null) return;
    event.preventDefault();
    const buttons = list.current?.children[next.row]?.querySelectorAll('button');
    (buttons?.[next.column] ?? buttons?.[0])?.focus();
  }

  return (
    <ul ref={list} className="value-bars" aria-label={label} onKeyDown={pressed}>
      {bars.map(({ value, name, count, condition }, row) => (
        <li key={value}>
          <button
            type="button"
            className="value-bar"
            aria-pressed={written.has(condition)}
            tabIndex={tabIndexOf(row, 0)}
            onFocus={() => setAt({ row, column: 0 })}
            onClick={(event) => onChoose(condition, event.altKey)}
          >
            <svg viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={(WIDTH * count) / most} height="1" />
            </svg>
            <Foreign text={name} />
            <span className="count">{number(count)}</span>
          </button>
          {further !== undefined && (
            <button
              type="button"
              className="link-button"
              aria-label={further.label(name)}
              tabIndex={tabIndexOf(row, 1)}
              onFocus={() => setAt({ row, column: 1 })}
              onClick={() => further.act(value)}
            >
              {further.text}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
