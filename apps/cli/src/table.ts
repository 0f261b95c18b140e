import stringWidth from 'string-width';
import { paint, printable } from './terminal.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Maximum width in terminal cells; longer text is truncated with an ellipsis. */
  readonly maxWidth?: number;
}

/** Renders rows under their titles, aligned by width on the terminal; wide and combining characters are measured as such. */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) =>
    columns.map((column, index) => truncate(printable(row[index] ?? ''), column.maxWidth ?? Infinity)),
  );
  const widths = columns.map((column, index) =>
    Math.max(stringWidth(column.title), ...cells.map((row) => stringWidth(row[index] ?? ''))),
  );
  const line = (row: readonly string[]): string =>
    columns
      .map((column, index) => pad(row[index] ?? '', widths[index] ?? 0, column.align ?? 'left'))
      .join('  ')
      .trimEnd();
  const head = line(columns.map((column) => column.title));
  return [paint('bold', head), ...cells.map(line)].join('\n');
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'right' ? space + text : text + space;
}

/** Truncates a text to a width in terminal cells; the last cell is then an ellipsis. */
export function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    shown += segment;
  }
  return `${shown}…`;
}
