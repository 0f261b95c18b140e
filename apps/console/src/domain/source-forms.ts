// Forms of a source as a thread reads them, with the matches of a query.
import { type Matches, matchesIn } from '../query/needles.ts';
import { pretty } from './pretty.ts';
import type { InlineCode } from './inline-code.ts';
import { printedMatches } from './printed-matches.ts';

/** The source as it is; indented by its tags; or with its scripts and styles indented, too. */
export type SourceForm = 'source' | 'tags' | 'code';

export interface SourceWish {
  readonly source: string;
  readonly query: string;
  readonly form: SourceForm;
}

/** A form of a source with the matches of the source, each at its position in that form. */
export interface ReadSource extends Matches {
  /** Empty: the source, which the page has. */
  readonly text: string;
  /** Scripts and styles that are not indented; null: they were not looked at. */
  readonly left: number | null;
}

/** @param code indents scripts and styles; null: they stay as they are */
export function readSource({ source, query, form }: SourceWish, code: InlineCode | null): ReadSource {
  const { all, isCut } = matchesIn(source, query);
  if (form === 'source') return { text: '', all, isCut, left: null };
  const text = pretty(source, code?.indent);
  return { text, all: printedMatches(source, text, all), isCut, left: code?.leftCount() ?? null };
}
