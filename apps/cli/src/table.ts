import stringWidth from 'string-width';
import { paint, printable } from './terminal.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Cells wider than this many terminal cells are cut with an ellipsis. */
  readonly maxWidth?: number;
}

/** Lays rows out under their titles, by width on the terminal (wide and combining characters counted right). */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) =>
    columns.map((column, index) => cut(printable(row[index] ?? ''), column.maxWidth ?? Infinity)),
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

/** At most so many terminal cells of a text, the last of them an ellipsis if something is missing. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
