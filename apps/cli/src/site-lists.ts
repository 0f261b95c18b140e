// The sites that a command names: as arguments, in files, on standard input.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { readSeeds, type SeedFormat, type SeedLine } from '@sitegrep/intake/seeds';
import { splitLines } from '@sitegrep/intake/list-lines';
import { unpacked } from '@sitegrep/intake/unpacked';
import { UnreadableList, untilUnreadable } from '@sitegrep/intake/unreadable-list';
import { nameOf } from './captured-files.ts';
import { systemProblem } from './failure.ts';
import { counted, formatCount, printable } from './terminal.ts';

const MAX_SHOWN = 10;

/** Maximum length of the name of a crawl. */
const MAX_NAME = 200;

/** Reads the sites that arguments name. A file that can't be read does not keep the others from being read. */
export class SiteLists {
  /** Sentences about the files that could not be read, or not to the end. */
  readonly faults: string[] = [];
  /** Sentence about a list that is none, for which all of them are refused; null if there is none. */
  refusal: string | null = null;
  /** Sites that were named; several lines may name the same. */
  count = 0;
  readonly #args: readonly string[];
  readonly #format: SeedFormat | undefined;
  readonly #refused: string[] = [];
  #refusedCount = 0;

  constructor(args: readonly string[], format: SeedFormat | undefined) {
    this.#args = args;
    this.#format = format;
  }

  /** Name of the file, without what can't be shown, if one file is all that was named; else null. */
  get fileName(): string | null {
    const [arg = ''] = this.#args;
    if (this.#args.length !== 1 || arg === '-' || !isFile(arg)) return null;
    // Half of a pair of surrogates that the cut leaves can't be shown either.
    const name = basename(arg)
      .slice(0, MAX_NAME)
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
    return name.trim() === '' ? null : name;
  }

  /** Gives a line for each site, for an upload as plain text. Can be iterated once. @throws UnreadableList */
  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    for (const arg of this.#args) {
      let named = 0;
      try {
        for await (const line of untilUnreadable(linesOf(arg, this.#format), 'sites')) {
          if (line.kind === 'rejected') {
            this.#refuse(arg, line);
            continue;
          }
          named += 1;
          const { domain, urls } = line.seed;
          yield `${urls.length === 0 ? domain : urls.join('\n')}\n`;
        }
        if (named === 0 && isFile(arg)) this.faults.push(`${nameOf(arg)}: no line of it names a site.`);
      } catch (error) {
        if (error instanceof UnreadableList) {
          this.refusal = `${nameOf(arg)}: ${error.message}`;
          throw error;
        }
        this.faults.push(faultOf(arg, error));
      }
      this.count += named;
    }
  }

  /** Lines about the refused entries of the lists: their number, and the first few with the reasons. */
  refusedLines(): readonly string[] {
    if (this.#refusedCount === 0) return [];
    const more = this.#refusedCount - this.#refused.length;
    return [
      `${counted(this.#refusedCount, 'line names', 'lines name')} no site:`,
      ...this.#refused,
      ...(more > 0 ? [`  … and ${formatCount(more)} more`] : []),
    ];
  }

  #refuse(arg: string, { line, text, reason }: Extract<SeedLine, { readonly kind: 'rejected' }>): void {
    this.#refusedCount += 1;
    if (this.#refused.length === MAX_SHOWN) return;
    const where = isFile(arg) ? `${nameOf(arg)}, line ${line}: ` : '';
    this.#refused.push(`  ${where}${printable(text)} (${reason})`);
  }
}

/** Whether an argument names a file: it is one, or looks like the path of one. */
function isFile(arg: string): boolean {
  return arg === '-' || existsSync(arg) || looksLikeFile(arg);
}

/** Whether an argument is meant to be a file: it begins like a path, or ends like a list. */
function looksLikeFile(arg: string): boolean {
  return /^[./~]/.test(arg) || /\.(txt|csv|ndjson|jsonl)(\.gz)?$/i.test(arg);
}

async function* linesOf(arg: string, format: SeedFormat | undefined): AsyncGenerator<SeedLine> {
  if (!isFile(arg)) {
    yield* readSeeds([arg], 'text');
    return;
  }
  if (arg !== '-' && existsSync(arg) && statSync(arg).isDirectory()) throw new Folder(arg);
  const input = arg === '-' ? process.stdin : createReadStream(arg);
  yield* readSeeds(splitLines(unpacked(input)), format ?? formatOf(arg));
}

class Folder extends Error {
  constructor(path: string) {
    super(`${path} is a folder: name the files in it, such as ${path.replace(/\/$/, '')}/*.txt.`);
  }
}

function formatOf(path: string): SeedFormat {
  if (/\.csv(\.gz)?$/i.test(path)) return 'csv';
  return /\.(ndjson|jsonl)(\.gz)?$/i.test(path) ? 'ndjson' : 'text';
}

/** Sentence about a file that could not be read. @throws errors that are not those of a file */
function faultOf(arg: string, error: unknown): string {
  if (error instanceof Folder) return error.message;
  if (!(error instanceof Error)) throw error;
  if (error.name === 'BrokenGzip') return `${nameOf(arg)}: ${error.message}`;
  const problem = systemProblem(error);
  if (problem === false) throw error;
  return problem.startsWith(arg) ? problem : `${nameOf(arg)}: ${problem}`;
}
