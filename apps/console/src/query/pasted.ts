// Source that is pasted into the field of a query, which is put into quotes so that it is found as it stands.
import { SEARCH_BOUNDS } from '@sitegrep/search/bounds';
import { quotedText } from '@sitegrep/search/quoted';

/** Text that was pasted, and the query that stands in its place. */
export interface Pasted {
  readonly text: string;
  readonly query: string;
}

/** Characters that source code has, and words that people look for do not. */
const CODE = /[<>(){};=,"'[\]]/;

/** Reads what is pasted in place of all of a query. @returns null: it is a query as it is */
export function pastedSource(text: string): Pasted | null {
  const trimmed = text.replaceAll(/\r\n?/g, '\n').trim();
  if (!CODE.test(trimmed)) return null;
  const query = quotedText(trimmed);
  return query.length > SEARCH_BOUNDS.maxQueryLength ? null : { text: trimmed, query };
}

/**
 * Puts a text in place of all that a field has, as a person does who types it: the browser can undo it.
 *
 * @returns false: the browser does not let a page type
 */
export function typeOver(field: HTMLTextAreaElement, text: string): boolean {
  field.focus();
  field.select();
  return document.execCommand('insertText', false, text);
}
