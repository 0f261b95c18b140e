// The files of an import, one after the other: a file that can't be read does not keep the others from being imported.
import { stat } from 'node:fs/promises';
import {
  NotWarcError,
  readWarc,
  RobotsTexts,
  type WarcCounts,
  type WarcPage,
  type WarcProblem,
} from '@sitegrep/warc';
import { systemProblem } from './failure.ts';

/** How the reading of a file ended. */
export interface FileOutcome {
  readonly file: string;
  /** Why it could not be read to its end; null if it was. */
  readonly error: string | null;
  /** Counts of what was read; null if it could not be opened. */
  readonly counts: WarcCounts | null;
}

interface CapturedFilesOptions {
  readonly maxBodyBytes: number;
  /** Called for each damaged record as it is found. */
  readonly onProblem: (file: string, problem: WarcProblem) => void;
  /** Called when a file begins. @returns a function that is called when it ended */
  readonly onFile: (file: string) => () => void;
}

/** Reads the pages of files in order. Can be iterated once. */
export class CapturedFiles {
  /** Outcomes of the files so far. */
  readonly outcomes: FileOutcome[] = [];
  /** Bytes of all files; null if standard input is among them. */
  readonly totalBytes: number | null;
  readonly #files: readonly string[];
  readonly #options: CapturedFilesOptions;
  #doneBytes = 0;
  #current: { readonly bytesRead: number } | null = null;

  private constructor(
    files: readonly string[],
    outcomes: FileOutcome[],
    totalBytes: number | null,
    options: CapturedFilesOptions,
  ) {
    this.#files = files;
    this.outcomes = outcomes;
    this.totalBytes = totalBytes;
    this.#options = options;
  }

  /** Looks which files there are. The missing ones get their outcome at once. @param names paths; `-` is standard input */
  static async open(names: readonly string[], options: CapturedFilesOptions): Promise<CapturedFiles> {
    const files: string[] = [];
    const outcomes: FileOutcome[] = [];
    let bytes: number | null = 0;
    for (const name of names) {
      try {
        bytes = name === '-' || bytes === null ? null : bytes + (await stat(name)).size;
        files.push(name);
      } catch (error) {
        outcomes.push({ file: name, error: reasonOf(name, error), counts: null });
      }
    }
    return new CapturedFiles(files, outcomes, bytes, options);
  }

  /** Whether there is a file to be read. */
  get isEmpty(): boolean {
    return this.#files.length === 0;
  }

  /** Bytes that were read so far. */
  get bytesRead(): number {
    return this.#doneBytes + (this.#current?.bytesRead ?? 0);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WarcPage> {
    const { maxBodyBytes, onProblem, onFile } = this.#options;
    const robotsTexts = new RobotsTexts();
    for (const file of this.#files) {
      const source = file === '-' ? process.stdin : file;
      const reader = readWarc(source, {
        maxBodyBytes,
        robotsTexts,
        onProblem: (problem) => onProblem(file, problem),
      });
      this.#current = reader;
      const ended = onFile(file);
      let error: string | null = null;
      try {
        yield* reader;
      } catch (cause) {
        error = reasonOf(file, cause);
      } finally {
        this.#doneBytes += reader.bytesRead;
        this.#current = null;
        const { counts } = reader;
        const unread = counts.unreadEntries === 0 ? null : `${nameOf(file)}: entries of it can't be read.`;
        this.outcomes.push({ file, error: error ?? unread, counts });
        ended();
      }
    }
  }
}

/** Name of a file for messages. */
export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/** Why a file can't be read, with its name. @throws other errors than those of its content and of the file system */
function reasonOf(file: string, error: unknown): string {
  if (error instanceof NotWarcError) return `${nameOf(file)}: ${error.message}.`;
  if (!(error instanceof Error) || !('syscall' in error)) throw error; // A fault of our own, not of the file.
  const reason = systemProblem(error) || `${error.message}.`;
  return reason.startsWith(file) ? reason : `${nameOf(file)}: ${reason}`;
}
