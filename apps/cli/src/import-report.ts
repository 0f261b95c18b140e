// Reports for people about an import: what was stored, what was skipped, and what is damaged.
import type { PagesLine } from '@sitegrep/client';
import type { PageOutcome } from '@sitegrep/site';
import type { WarcSkip, WarcSlip } from '@sitegrep/warc';
import { nameOf } from './captured-files.ts';
import { counted, formatBytes, formatCount, formatSeconds, printable } from './terminal.ts';

type PageLine = Extract<PagesLine, { type: 'page' }>;

/** Lines of the answers about the files of an import, added up. */
export class ImportTally {
  readonly #outcomes = new Counter();
  readonly #skipped = new Counter();
  readonly #slips = new Counter();
  readonly #problems = new ProblemList();
  /** Pages by their outcomes, also of files that have not ended. */
  readonly #pages = new Counter();
  #sourceBytes = 0;

  add(file: string, line: PagesLine): void {
    switch (line.type) {
      case 'progress':
        break;
      case 'page':
        this.#pages.addAll({ [line.outcome]: 1 });
        if (isDamaged(line)) this.#problems.add(file, line);
        break;
      case 'summary':
        this.#outcomes.addAll(line.outcomes);
        this.#skipped.addAll(line.skipped);
        this.#slips.addAll(line.slips);
        this.#sourceBytes += line.source_bytes;
        break;
    }
  }

  /** Whether there is a page that is stored, or was before. */
  get hasPages(): boolean {
    return ['stored', 'unchanged', 'older'].some((outcome) => this.#outcomes.of(outcome) > 0);
  }

  /** A sentence about what is stored of an import that was interrupted. */
  soFar(): string {
    const [stored, unchanged] = [this.#pages.of('stored'), this.#pages.of('unchanged')];
    return `interrupted: ${counted(stored, 'page')} stored, ${formatCount(unchanged)} unchanged`;
  }

  /** Lines about the import, in the order in which they are shown. */
  report(seconds: number): readonly string[] {
    const of = (outcome: PageOutcome): number => this.#outcomes.of(outcome);
    const stored =
      `${counted(of('stored'), 'page')} stored, ${formatCount(of('unchanged'))} unchanged, ` +
      `${formatBytes(this.#sourceBytes)} of source in ${formatSeconds(seconds)}`;
    const leftOut = LEFT_OUT.flatMap(([outcome, line]) => (of(outcome) > 0 ? [line(of(outcome))] : []));
    return [
      // What follows says why there is none.
      ...(this.hasPages ? [stored] : []),
      ...leftOut,
      ...this.#skippedLines(),
      ...this.#slipLines(),
      ...this.#problems.lines(),
    ];
  }

  #skippedLines(): string[] {
    return SKIPPED.flatMap(([reason, outcome, words]) => {
      const count = this.#skipped.of(reason) + (outcome === null ? 0 : this.#outcomes.of(outcome));
      return count === 0 ? [] : [`skipped ${counted(count, 'record')}: ${words}`];
    });
  }

  #slipLines(): string[] {
    return Object.entries(SLIPS).flatMap(([slip, words]) => {
      const count = this.#slips.of(slip);
      return count === 0 ? [] : [`read ${counted(count, 'record')} all the same: ${words}`];
    });
  }
}

class Counter {
  readonly #counts = new Map<string, number>();

  addAll(counts: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(counts)) this.#counts.set(name, this.of(name) + count);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}

const LEFT_OUT: readonly (readonly [outcome: PageOutcome, line: (count: number) => string])[] = [
  [
    'older',
    (count) =>
      `${counted(count, 'page')} went into the history alone: a newer or more complete capture is stored`,
  ],
  ['noindex', (count) => `${counted(count, 'page asks', 'pages ask')} not to be indexed`],
  [
    'blocked_domain',
    (count) => `skipped ${counted(count, 'page')} of blocked domains: see "sitegrep domains blocked"`,
  ],
  [
    'site_full',
    (count) => `skipped ${counted(count, 'page')}: SITEGREP_MAX_SITE_BYTES of their sites are used up`,
  ],
  ['crashed', (count) => `${counted(count, 'page')} could not be analysed`],
];

/** Records without a page: how they are counted, which outcome those have that get a line, and what is said of them. */
const SKIPPED: readonly (readonly [skip: WarcSkip, outcome: PageOutcome | null, words: string])[] = [
  ['other_type', null, 'other record types'],
  ['revisit', null, 'revisits without a page'],
  ['not_http', 'bad_url', 'not HTTP, or no address of a domain'],
  ['not_success', 'not_success', 'no 2xx status'],
  ['not_html', 'not_html', 'not HTML'],
  ['no_content', 'no_content', 'answers without content'],
  ['no_answer', 'no_answer', 'no answer, or not all of it'],
  ['broken', 'broken', 'damaged'],
  ['cut_off', 'cut_off', 'truncated at the end of the input'],
];

const SLIPS: Readonly<Record<WarcSlip, string>> = {
  length: 'a wrong length',
  date: 'a date in another form',
  line_ends: 'a header with lone line feeds',
  version: 'a version that is not a standard',
  clipped: 'only a part, as the input ends there',
  future: 'a date in the future, for which the time of the import counts',
};

/** Line about the files that could not be read, for an import of several. */
export function unreadLine(unread: number, files: number): string | null {
  if (unread === 0 || files === 1) return null;
  return `${formatCount(unread)} of ${counted(files, 'file')} could not be read, or not to the end`;
}

const DAMAGED: ReadonlySet<string> = new Set<PageOutcome>(['broken', 'cut_off']);
const KEPT: ReadonlySet<string> = new Set<PageOutcome>(['stored', 'unchanged']);

/** Whether a record is damaged, also if there is a page of it. */
function isDamaged({ outcome, reason }: PageLine): boolean {
  return DAMAGED.has(outcome) || (KEPT.has(outcome) && reason !== null);
}

/** Problems that are shown; with --json there are all. */
const MAX_SHOWN = 20;

/** Damaged records of an import: the first few, and the number of the others. */
class ProblemList {
  readonly #shown: string[] = [];
  #count = 0;

  add(file: string, line: PageLine): void {
    this.#count++;
    if (this.#shown.length < MAX_SHOWN) this.#shown.push(problemLine(file, line));
  }

  lines(): readonly string[] {
    if (this.#count === 0) return [];
    const more = this.#count - this.#shown.length;
    return [
      `${counted(this.#count, 'place is', 'places are')} damaged:`,
      ...this.#shown,
      ...(more > 0 ? [`  … and ${formatCount(more)} more: --json lists all`] : []),
    ];
  }
}

/** Names of a record by its number. */
const UNITS: Readonly<Record<PageLine['unit'], (record: number) => string>> = {
  record: (record) => `record ${record}`,
  line: (record) => `line ${record}`,
  item: (record) => `object ${record} of the list`,
  har_entry: (record) => `entry ${record} of the HAR`,
};

function problemLine(file: string, { entry, record, unit, offset, url, reason }: PageLine): string {
  const where = [
    nameOf(file),
    ...(entry === null ? [] : [entry]),
    ...(record === null ? [] : [UNITS[unit](record)]),
    ...(offset === null ? [] : [`offset ${offset}`]),
    ...(url === null ? [] : [url]),
  ];
  return printable(`  ${where.join(', ')}: ${reason ?? ''}`);
}
