/* What a row of a table of queries has, and words for what it means. */
import type { Bound } from '@sitegrep/translation';
import type { SeenPage } from './pages.ts';

/** Cuts a text into words, as an engine may do it. */
export type Words = (text: string) => readonly string[];

/** Whether an engine would find a page. */
export type Holds = (page: SeenPage, words: Words) => boolean;

export type Row =
  | {
      readonly original: string;
      readonly query: string;
      readonly bound: Bound;
      /** Parts that are left out. */
      readonly parts: readonly string[];
      readonly holds: Holds;
    }
  | { readonly original: string; readonly refused: string };

export function exact(original: string, query: string, holds: Holds): Row {
  return { original, query, bound: 'exact', parts: [], holds };
}

export function most(original: string, query: string, parts: readonly string[], holds: Holds): Row {
  return { original, query, bound: 'at_most', parts, holds };
}

export function least(original: string, query: string, parts: readonly string[], holds: Holds): Row {
  return { original, query, bound: 'at_least', parts, holds };
}

/** @param refused words of the problem */
export function refused(original: string, words: string): Row {
  return { original, refused: words };
}

/** Whether a text has another, case ignored. */
export function has(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** Whether a text has the words of another in a row. */
export function hasWords(text: string, part: string, words: Words): boolean {
  const [all, wanted] = [words(text.toLowerCase()), words(part.toLowerCase())];
  return all.some((_, at) => wanted.every((word, after) => all[at + after] === word));
}

/** Cutters of texts into words: at blanks, as the standard of Unicode does it in the main, and at all that is not a letter or digit. */
export const CUTTERS: readonly Words[] = [
  (text) => text.split(/\s+/).filter((word) => word !== ''),
  (text) => text.match(/\p{Script=Han}|[\p{L}\p{N}_]+(?:['.:][\p{L}\p{N}_]+)*/gu) ?? [],
  (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [],
];

/** Whether a host is a domain or under it. */
export function isUnder(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
