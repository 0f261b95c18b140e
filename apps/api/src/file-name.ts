// Names of the files that answers are saved as.
import { create } from 'content-disposition';

/** Maximum characters of a file's name that say what was searched for. */
const MAX_ABOUT = 60;

export interface NamedFile {
  /** Plural noun of its records, such as `domains`. */
  readonly of: string;
  /** Words of the search; empty: they are not said. */
  readonly about?: string;
  /** The ending without a dot. */
  readonly ending: string;
}

/** The header Content-Disposition (RFC 6266) of an answer that is a file, with a name that people recognise. */
export function fileHeader({ of, about = '', ending }: NamedFile, at: Date = new Date()): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '');
  const name = (words: string): string => {
    const parts = ['sitegrep', of, ...(words === '' ? [] : [words]), time];
    return `${parts.join('-')}.${ending}`;
  };
  // Clients that can't read the whole name, as curl, get it without accents and other characters that are not ASCII.
  const plain = about.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const fallback = name(words(plain.replaceAll(/[^\p{ASCII}]/gu, ' ')));
  return create(name(words(about)), { fallback });
}

/** A text as a part of a name that every file system takes: letters, digits and dots, with hyphens between. */
function words(text: string): string {
  const all = text.match(/[\p{L}\p{M}\p{N}]+(?:\.[\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  // What is cut off may leave half of a surrogate pair.
  return all
    .join('-')
    .slice(0, MAX_ABOUT)
    .replace(/[-.\p{Cs}]+$/u, '');
}
