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
  /** Maximum width on a terminal, in cells; longer text is truncated with an ellipsis. */
  readonly maxWidth?: number;
}

/** Width of the terminal that a stream writes to, in cells; infinite if it writes to none. */
function widthOf(stream: NodeJS.WriteStream): number {
  return stream.isTTY ? stream.columns || DEFAULT_WIDTH : Infinity;
}

/** Width of a terminal that does not tell its own. */
const DEFAULT_WIDTH = 80;

/** Cells between two columns of a table. */
const GAP = 2;

/** Width of a column that no table is made narrower than to fit a terminal. */
const MIN_COLUMN = 8;

/**
 * Renders rows under their titles, aligned by width on the terminal; wide and combining characters are measured as such.
 *
 * @param width maximum width of the table; nothing is truncated if it is infinite
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width = widthOf(process.stdout),
): string {
  const texts = rows.map((row) => columns.map((_, index) => printable(row[index] ?? '')));
  const natural = columns.map(({ title, maxWidth = Infinity }, index) => {
    const widest = texts.reduce((most, row) => Math.max(most, stringWidth(row[index] ?? '')), 0);
    return Math.max(stringWidth(title), width === Infinity ? widest : Math.min(widest, maxWidth));
  });
  const widths = fitted(natural, width - GAP * (columns.length - 1));
  const line = (row: readonly string[]): string =>
    columns
      .map(({ align = 'left' }, index) => {
        const cells = widths[index] ?? 0;
        return pad(truncate(row[index] ?? '', cells), cells, align);
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  const head = line(columns.map((column) => column.title));
  return [paint('bold', head), ...texts.map(line)].join('\n');
}

/** Widths of columns, of which the widest are made as narrow as each other until all fit. */
function fitted(natural: readonly number[], width: number): readonly number[] {
  const widths = [...natural];
  for (let over = widths.reduce((sum, one) => sum + one, -width); over > 0; over--) {
    const widest = Math.max(...widths);
    if (widest <= MIN_COLUMN) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  return widths;
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
