// Reports for people about an import: what was stored, what was skipped, and what is damaged.
import type { ImportEvent } from '@sitegrep/client';
import type { WarcSkip, WarcSlip } from '@sitegrep/warc';
import { nameOf } from './captured-files.ts';
import { counted, formatBytes, formatCount, formatSeconds, printable } from './terminal.ts';

type Totals = Extract<ImportEvent, { type: 'end' }>;
type Damage = Extract<ImportEvent, { type: 'damaged' }>;
export type FileEvent = Extract<ImportEvent, { type: 'file' }>;

/** Lines about an import, in the order in which they are shown. */
export function importReport(
  totals: Totals,
  files: readonly FileEvent[],
  problems: ProblemList,
  seconds: number,
): readonly string[] {
  const stored =
    `${counted(totals.pages_stored, 'page')} stored, ${formatCount(totals.pages_unchanged)} unchanged, ` +
    `${formatBytes(totals.source_bytes)} of source in ${formatSeconds(seconds)}`;
  return [
    // What follows says why there is none.
    ...(totals.pages_stored + totals.pages_unchanged > 0 ? [stored] : []),
    ...leftOutLines(totals),
    ...skippedLines(files),
    ...slipLines(files),
    ...problems.lines(),
  ];
}

/** Sentence about a file that could not be read to its end; null if it could. */
export function fileFault({ file, error }: FileEvent): string | null {
  return error === null ? null : printable(`${nameOf(file)}: ${error}.`);
}

function leftOutLines({ pages_noindex, pages_blocked, pages_crashed }: Totals): string[] {
  const blocked = `skipped ${counted(pages_blocked, 'page')} of blocked domains: see "sitegrep domains blocked"`;
  return [
    ...(pages_noindex > 0 ? [`${counted(pages_noindex, 'page asks', 'pages ask')} not to be indexed`] : []),
    ...(pages_blocked > 0 ? [blocked] : []),
    ...(pages_crashed > 0 ? [`${counted(pages_crashed, 'page')} could not be analysed`] : []),
  ];
}

const SKIPPED: Readonly<Record<WarcSkip, string>> = {
  other_type: 'other record types',
  revisit: 'revisits without a page',
  not_http: 'not HTTP',
  not_success: 'no 2xx status',
  not_html: 'not HTML',
  no_page: 'empty or interrupted answers',
  broken: 'damaged',
  cut_off: 'truncated at the end of the input',
};

function skippedLines(files: readonly FileEvent[]): string[] {
  const reasons = Object.keys(SKIPPED) as WarcSkip[];
  return reasons.flatMap((reason) => {
    const count = files.reduce((sum, { skipped }) => sum + (skipped[reason] ?? 0), 0);
    return count === 0 ? [] : [`skipped ${counted(count, 'record')}: ${SKIPPED[reason]}`];
  });
}

const SLIPS: Readonly<Record<WarcSlip, string>> = {
  length: 'a wrong length',
  date: 'a date in another form',
  line_ends: 'a header with lone line feeds',
  version: 'a version that is no standard',
  clipped: 'only a part, as the input ends there',
};

function slipLines(files: readonly FileEvent[]): string[] {
  const slips = Object.keys(SLIPS) as WarcSlip[];
  return slips.flatMap((slip) => {
    const count = files.reduce((sum, { slips: found }) => sum + (found[slip] ?? 0), 0);
    return count === 0 ? [] : [`read ${counted(count, 'record')} all the same: ${SLIPS[slip]}`];
  });
}

/** Line about the files that could not be read, for an import of several. */
export function unreadLine(unread: number, files: number): string | null {
  if (unread === 0 || files === 1) return null;
  return `${formatCount(unread)} of ${counted(files, 'file')} could not be read, or not to the end`;
}

/** Problems that are shown; the log has all. */
const MAX_SHOWN = 20;

/** Damaged records of an import: the first few, and the number of the others. */
export class ProblemList {
  readonly #shown: string[] = [];
  #count = 0;

  add(damage: Damage): void {
    this.#count++;
    if (this.#shown.length < MAX_SHOWN) this.#shown.push(problemLine(damage));
  }

  lines(): readonly string[] {
    if (this.#count === 0) return [];
    const more = this.#count - this.#shown.length;
    return [
      `${counted(this.#count, 'place is', 'places are')} damaged:`,
      ...this.#shown,
      ...(more > 0 ? [`  … and ${formatCount(more)} more, in the log on standard error`] : []),
    ];
  }
}

function problemLine({ file, entry, offset, uri, problem }: Damage): string {
  const where = [
    nameOf(file),
    ...(entry === null ? [] : [entry]),
    ...(offset === null ? [] : [`offset ${offset}`]),
    ...(uri === null ? [] : [uri]),
  ];
  return printable(`  ${where.join(', ')}: ${problem}`);
}
