// What a query is read as, where that may not be what was meant.

/** Kinds of notes, each with what it says. */
export const NOTE_CODES = {
  as_it_stands: 'the query as one text, as it stands, which is not how it is read',
  read_as_text: 'something that is not a query, read as a text',
  operator: 'an operator of another language, read as the one of this language that means the same',
  perhaps_operator: 'a word that may be meant as an operator',
  perhaps_field: 'a text that may be meant as a condition',
  quotes: 'quotes that are read as such, and may be part of the text',
  pattern: 'a text between slashes, read as a path or as a pattern',
  part_alone: 'what a part of a query finds alone, where all of it finds nothing',
} as const;
export type NoteCode = keyof typeof NOTE_CODES;

interface NoteContent {
  readonly code: NoteCode;
  /** A sentence without a full stop. */
  readonly message: string;
  /** Query that is perhaps meant; null: none is known. */
  readonly query: string | null;
}

export interface Note extends NoteContent {
  /** Line of the text that it is about, from 1. */
  readonly line: number;
  /** Column, from 1, in characters. */
  readonly column: number;
  /** Length of what it is about, in characters. */
  readonly length: number;
}

/** A note with its place in the text of the query, in UTF-16 units. */
export interface PlacedNote extends NoteContent {
  readonly from: number;
  readonly to: number;
}

export type NoteTaker = (note: Note) => void;
export type PlacedNoteTaker = (note: PlacedNote) => void;

/** A fault in the text of a query. */
export interface QueryFault {
  /** Offset in UTF-16 units. */
  readonly at: number;
  /** Fault, as the end of a sentence that says where it is. */
  readonly problem: string;
  /** An instruction. */
  readonly remedy: string;
}

/** Notes on what is read as the documentation says, which people need only where nothing is found. */
const MINOR: ReadonlySet<NoteCode> = new Set<NoteCode>(['quotes', 'pattern']);

/**
 * The notes of an answer that people are shown: without those on queries that find nothing either. A slip in the name of a field is
 * told wherever nothing is found, since it is why.
 *
 * @param total number of matches
 */
export function notesToShow<
  Noted extends Pick<Note, 'code' | 'query'> & { readonly total_count: number | null },
>(notes: readonly Noted[], total: number): readonly Noted[] {
  return notes.filter(({ code, query, total_count: found }) => {
    const isUseless = query !== null && found === 0 && (total > 0 || code !== 'perhaps_field');
    return !isUseless && (total === 0 || !MINOR.has(code));
  });
}
