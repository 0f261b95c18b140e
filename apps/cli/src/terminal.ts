import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import stringWidth from 'string-width';

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/** Colours a text if `stream` is a terminal with colours; NO_COLOR and FORCE_COLOR are obeyed. */
export function paint(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(style, text, { stream });
}

/** The command as the user calls it, for advice: through npx, or by its name. */
export function commandName(): string {
  return process.env['npm_command'] === 'exec' ? 'npx sitegrep' : 'sitegrep';
}

/** Whether a person is watching: only then are bars drawn and lines rewritten. */
export function isInteractive(stream: NodeJS.WriteStream): stream is WriteStream & NodeJS.WriteStream {
  return stream.isTTY && process.env['TERM'] !== 'dumb';
}

/**
 * Makes text from the web safe to print: control characters could move the cursor or recolour the terminal, and
 * direction marks reorder the text around them.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, ' ');
}

/** The same for text of several lines, which stay lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

const integers = new Intl.NumberFormat('en-US');

export function formatCount(value: number): string {
  return integers.format(value);
}

/** A count with its noun: `1 page`, `2 pages`. @param many needed only where it is not `one` with an s */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A number of bytes in binary units, such as `12.3 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** A duration in its two largest units, such as `1h 05m` or `12s`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}s`;
  const pad = (value: number): string => String(value).padStart(2, '0');
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${pad(whole % 60)}s`;
  return `${Math.floor(whole / 3600)}h ${pad(Math.floor((whole % 3600) / 60))}m`;
}

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
