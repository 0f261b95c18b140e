// What a query was read as, where that may not be what was meant, for standard error.
import type { QueryNote } from '@sitegrep/client';
import { notesToShow } from '@sitegrep/search/notes';
import { counted, paint, printable } from './terminal.ts';
import { wrapped } from './wrapped.ts';

/** A note as a line without its end. */
export function noteLine({ message, query, total_count: total }: QueryNote): string {
  const found = total === null ? '' : ` (${counted(total, 'domain')})`;
  const meant = query === null ? '' : `; perhaps ${query}${found}`;
  return printable(`${message}${meant}`);
}

/** Prints the notes of an answer. @param total number of matches */
export function printNotes(notes: readonly QueryNote[], total: number): void {
  for (const note of notesToShow(notes, total)) printNote(noteLine(note));
}

/** Prints a line with what a person may need to know. */
export function printNote(line: string): void {
  const labelled = `${paint('dim', 'note:', process.stderr)} ${line}`;
  process.stderr.write(`${wrapped(labelled, process.stderr)}\n`);
}
