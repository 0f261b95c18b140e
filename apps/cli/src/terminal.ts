import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import stringWidth from 'string-width';
import { widthOf, wrappedTo } from './wrapped.ts';

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
  /** Whether the text is of use only as a whole, such as an id to copy. */
  readonly isWhole?: boolean;
  /** Whether the column is left out of a table that is wider than the terminal; the later one first. */
  readonly isOptional?: boolean;
  /** Whether longer text goes on in a further line instead; only the last column can. */
  readonly wraps?: boolean;
}

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
  const left = columns.findLastIndex(({ isOptional }) => isOptional === true);
  if (left !== -1 && widthOfTable(columns, rows) > width) {
    const rest = <T>(cells: readonly T[]): readonly T[] => cells.toSpliced(left, 1);
    return renderTable(rest(columns), rows.map(rest), width);
  }
  const texts = rows.map((row) => columns.map((_, index) => printable(row[index] ?? '')));
  const widths = fitted(columns, naturalWidths(columns, texts, width), width - GAP * (columns.length - 1));
  const line = (row: readonly string[]): string =>
    columns
      .map(({ align = 'left', wraps = false }, index) => {
        const [text = '', cells = 0] = [row[index], widths[index]];
        return pad(wraps ? text : truncate(text, cells), cells, align);
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  const last = columns.length - 1;
  const linesOf = (row: readonly string[]): readonly string[] => {
    if (columns[last]?.wraps !== true) return [line(row)];
    const [first = '', ...further] = wrappedTo(row[last] ?? '', widths[last] ?? 0).split('\n');
    return [
      line([...row.slice(0, last), first]),
      ...further.map((rest) => line([...row.slice(0, last).map(() => ''), rest])),
    ];
  };
  const head = line(columns.map((column) => column.title));
  return [paint('bold', head), ...texts.flatMap(linesOf)].join('\n');
}

/** Widths of columns as their titles and texts want them. @param width infinite: the columns' own bounds do not count */
function naturalWidths(
  columns: readonly Column[],
  texts: readonly (readonly string[])[],
  width: number,
): readonly number[] {
  return columns.map(({ title, maxWidth = Infinity }, index) => {
    const widest = texts.reduce((most, row) => Math.max(most, stringWidth(row[index] ?? '')), 0);
    return Math.max(stringWidth(title), width === Infinity ? widest : Math.min(widest, maxWidth));
  });
}

/** Width of a table whose columns are as wide as they want to be. */
function widthOfTable(columns: readonly Column[], rows: readonly (readonly string[])[]): number {
  return naturalWidths(columns, rows, 0).reduce((sum, one) => sum + one, GAP * (columns.length - 1));
}

/** Widths of columns, of which the widest are made as narrow as each other until all fit. */
function fitted(columns: readonly Column[], natural: readonly number[], width: number): readonly number[] {
  const widths = [...natural];
  const shrinks = ({ isWhole, align }: Column): boolean => isWhole !== true && align !== 'right';
  for (let over = widths.reduce((sum, one) => sum + one, -width); over > 0; over--) {
    const widest = Math.max(...widths.filter((_, index) => shrinks(columns[index] ?? { title: '' })));
    if (widest <= MIN_COLUMN) break;
    const at = widths.findLastIndex(
      (one, index) => one === widest && shrinks(columns[index] ?? { title: '' }),
    );
    widths[at] = widest - 1;
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
