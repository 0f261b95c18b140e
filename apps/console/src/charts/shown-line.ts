import { number } from '../format.ts';
import { TRENDS_TEXT as WORDS } from '../text/trends.ts';

/** A line as charts show it. */
export interface ShownLine {
  readonly name: string;
  /** A value for each interval; null: there is none, and the line has a gap. */
  readonly values: readonly (number | null)[];
  /** Writes a value; absent: as a number. */
  readonly textOf?: (value: number) => string;
}

/** Values of all lines at an interval, for those who hear them. */
export function valuesText(lines: readonly ShownLine[], at: number): string {
  return lines.map((line) => WORDS.atLine(line.name, valueText(line, at))).join(', ');
}

/** Value of a line at an interval. */
export function valueText({ values, textOf = number }: ShownLine, at: number): string {
  const value = values[at];
  return value === null ? WORDS.noValue : textOf(value ?? 0);
}
