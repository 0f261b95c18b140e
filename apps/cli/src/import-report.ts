// Reports for people about an import: what was stored, what was skipped, and what is damaged.
import type { WarcCounts, WarcProblem, WarcSkip, WarcSlip } from '@sitegrep/warc';
import { nameOf, type FileOutcome } from './captured-files.ts';
import { counted, formatBytes, formatCount, formatSeconds, printable } from './terminal.ts';
import type { ImportCounts } from './warc-import.ts';

/** Lines about an import, in the order in which they are shown. */
export function importReport(
  pages: ImportCounts,
  outcomes: readonly FileOutcome[],
  problems: ProblemList,
  seconds: number,
): readonly string[] {
  const counts = outcomes.flatMap((outcome) => outcome.counts ?? []);
  return [
    `${counted(pages.pagesStored, 'page')} stored, ${formatCount(pages.pagesUnchanged)} unchanged, ` +
      `${formatBytes(pages.sourceBytes)} of source in ${formatSeconds(seconds)}`,
    ...leftOutLines(pages),
    ...skippedLines(counts),
    ...slipLines(counts),
    ...problems.lines(),
    ...fileLines(outcomes),
  ];
}

function leftOutLines({ pagesNoindex, pagesBlocked, pagesCrashed }: ImportCounts): string[] {
  const blocked = `skipped ${counted(pagesBlocked, 'page')} of blocked domains: see "sitegrep domains blocked"`;
  return [
    ...(pagesNoindex > 0 ? [`${counted(pagesNoindex, 'page asks', 'pages ask')} not to be indexed`] : []),
    ...(pagesBlocked > 0 ? [blocked] : []),
    ...(pagesCrashed > 0 ? [`${counted(pagesCrashed, 'page')} could not be analysed`] : []),
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

function skippedLines(counts: readonly WarcCounts[]): string[] {
  const reasons = Object.keys(SKIPPED) as WarcSkip[];
  return reasons.flatMap((reason) => {
    const count = counts.reduce((sum, one) => sum + one.skipped[reason], 0);
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

function slipLines(counts: readonly WarcCounts[]): string[] {
  const slips = Object.keys(SLIPS) as WarcSlip[];
  return slips.flatMap((slip) => {
    const count = counts.reduce((sum, one) => sum + one.slips[slip], 0);
    return count === 0 ? [] : [`read ${counted(count, 'record')} all the same: ${SLIPS[slip]}`];
  });
}

function fileLines(outcomes: readonly FileOutcome[]): string[] {
  const unread = outcomes.filter(({ error }) => error !== null).length;
  if (unread === 0 || outcomes.length === 1) return [];
  return [
    `${formatCount(unread)} of ${counted(outcomes.length, 'file')} could not be read, or not to the end`,
  ];
}

/** Problems that are shown; the log has all. */
const MAX_SHOWN = 20;

/** Damaged records of an import: the first few, and the number of the others. */
export class ProblemList {
  readonly #shown: string[] = [];
  #count = 0;

  add(file: string, problem: WarcProblem): void {
    this.#count++;
    if (this.#shown.length < MAX_SHOWN) this.#shown.push(problemLine(file, problem));
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

function problemLine(file: string, { entry, offset, uri, problem }: WarcProblem): string {
  const where = [
    nameOf(file),
    ...(entry === null ? [] : [entry]),
    ...(offset === null ? [] : [`offset ${offset}`]),
    ...(uri === null ? [] : [uri]),
  ];
  return printable(`  ${where.join(', ')}: ${problem}`);
}
