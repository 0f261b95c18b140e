import type { ReactNode } from 'react';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import type { DayValue } from './days.ts';

/** Size of the chart in its own units. */
const [WIDTH, HEIGHT, GAP] = [900, 120, 2];

interface DayChartProps {
  readonly days: readonly DayValue[];
  /** Names of the columns of the table beside the day. */
  readonly columns: readonly string[];
  /** Rows of the table: the day, and a number for each column. */
  readonly rows: readonly (readonly [day: string, ...values: readonly string[]])[];
  readonly hint: ReactNode;
}

/** A bar for each of some days in a row, and a table that says the same and more to those who can't see it. */
export function DayChart({ days, columns, rows, hint }: DayChartProps) {
  return (
    <>
      <p className="quiet">{hint}</p>
      <Bars days={days} />
      <details>
        <summary>{WORDS.asTable}</summary>
        <table className="narrow">
          <thead>
            <tr>
              <th scope="col">{WORDS.day}</th>
              {columns.map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([day, ...values]) => (
              <tr key={day}>
                <td>{day}</td>
                {values.map((value, index) => (
                  <td key={columns[index]} className="number">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function Bars({ days }: Pick<DayChartProps, 'days'>) {
  const most = Math.max(...days.map(({ value }) => value));
  const step = WIDTH / days.length;
  return (
    <>
      <svg
        className="growth"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ day, value, text }, index) => {
          const height = value === 0 ? 0 : Math.max(2, (HEIGHT * value) / most);
          return (
            <rect key={day} x={index * step} y={HEIGHT - height} width={step - GAP} height={height}>
              <title>{`${day}: ${text}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="row apart quiet growth-ends" aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
    </>
  );
}
