import { copied, foldWhiteSpace } from '@sitegrep/html';

/** Maximum characters of a text that is kept as it is written. */
const MAX_WRITTEN = 200;

/** A text of a page as evidence: white space folded, at most 200 characters, in its own memory. */
export function asWritten(text: string): string {
  return copied(
    foldWhiteSpace(text.slice(0, MAX_WRITTEN * 4))
      .slice(0, MAX_WRITTEN)
      .trim()
      .toWellFormed(),
  );
}
