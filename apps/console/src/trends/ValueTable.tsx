import type { ShownLine } from '../charts/shown-line.ts';
import { number } from '../format.ts';
import { TRENDS_TEXT as WORDS } from '../text/trends.ts';
import type { Step } from './trend-lines.ts';

interface ValueTableProps {
  readonly by: Step;
  /** Names of the intervals. */
  readonly names: readonly string[];
  readonly lines: readonly ShownLine[];
}

/** All values of all lines, for those who cannot see the chart and for those who copy numbers. */
export function ValueTable({ by, names, lines }: ValueTableProps) {
  return (
    <details>
      <summary>{WORDS.asTable}</summary>
      <div className="scroll-x" tabIndex={0} role="region" aria-label={WORDS.asTable}>
        <table className="trend-table">
          <thead>
            <tr>
              <th scope="col">{WORDS.stepNames[by]}</th>
              {lines.map(({ name }) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, at) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {lines.map((line) => (
                  <td key={line.name} className="number">
                    {number(line.values[at] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
