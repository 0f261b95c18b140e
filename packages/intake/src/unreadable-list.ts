import { withoutPassword } from './list-lines.ts';
import type { RankLine } from './ranked-domains.ts';
import type { SeedLine } from './seeds.ts';

/** Refused lines in a row after which the rest of a list is not read: it is another kind of file, or has another format. */
const MAX_REFUSED_RUN = 10_000;

/** Refused lines that the message of an UnreadableList shows, and how much of each. */
const SHOWN_LINES = 3;
const SHOWN_CHARACTERS = 60;

/** A list that is given up: MAX_REFUSED_RUN lines in a row were refused, or most lines of a list of sites. */
export class UnreadableList extends Error {
  override readonly name = 'UnreadableList';
  /** The problem, as a predicate of "the list". */
  readonly problem: string;
  readonly remedy: string;

  constructor(problem: string, remedy: string) {
    super(`the list ${problem}; ${remedy}.`);
    this.problem = problem;
    this.remedy = remedy;
  }
}

/** Remedy for each kind of list, as an instruction. */
export const LIST_REMEDIES = {
  sites: 'give one domain or URL per line',
  ranks: 'give a rank and a domain per line, as in 1,example.com',
} as const;

type RefusedLine = Extract<SeedLine, { readonly kind: 'rejected' }>;

/**
 * Gives the lines of a list as long as it looks like one.
 *
 * @throws UnreadableList at the last of MAX_REFUSED_RUN refused lines in a row; at the end of a list of sites if most lines were refused
 */
export async function* untilUnreadable<Line extends SeedLine | RankLine>(
  lines: AsyncIterable<Line>,
  kind: keyof typeof LIST_REMEDIES,
): AsyncGenerator<Line, void, undefined> {
  let refused = 0;
  let first: RefusedLine[] = [];
  const all = { lines: 0, refused: 0, first: [] as RefusedLine[] };
  for await (const line of lines) {
    all.lines += 1;
    if (line.kind !== 'rejected') {
      refused = 0;
      first = [];
    } else {
      refused += 1;
      all.refused += 1;
      if (all.first.length < SHOWN_LINES) all.first.push(line);
      if (refused <= SHOWN_LINES) first.push(line);
      if (refused === MAX_REFUSED_RUN)
        throw new UnreadableList(problemOf(first, line.line), LIST_REMEDIES[kind]);
    }
    yield line;
  }
  // A list without any good line is the caller's to refuse: it knows what else there is.
  const good = all.lines - all.refused;
  if (kind === 'sites' && good > 0 && all.refused > good) {
    const problem = `has ${all.refused} bad lines of ${all.lines}: ${shownLines(all.first)}${all.refused > SHOWN_LINES ? ', …' : ''}`;
    throw new UnreadableList(problem, LIST_REMEDIES[kind]);
  }
}

function problemOf(first: readonly RefusedLine[], last: number): string {
  return `has ${MAX_REFUSED_RUN} bad lines in a row, and was not read after line ${last}: ${shownLines(first)}, …`;
}

function shownLines(lines: readonly RefusedLine[]): string {
  return lines.map(({ line, text, reason }) => `line ${line} ${quoted(text)} (${reason})`).join(', ');
}

function quoted(text: string): string {
  const shown = withoutPassword(text);
  const cut = shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
  return JSON.stringify(cut.toWellFormed());
}
