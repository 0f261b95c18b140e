import type { CountrySource } from '@sitegrep/site';

/** A mention of a country in the text of a page. */
export interface Sign {
  readonly source: CountrySource;
  /** The text as written. */
  readonly value: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
}

/** Kinds of signs that are looked for around their cues: texts of which each sign has one. */
export type CueKind = 'registration' | 'legalForm' | 'custom' | 'currency';

/** Cues of one kind of sign. */
export interface Cues {
  readonly texts: readonly string[];
  /** Characters before and after a cue that are read. */
  readonly reach: number;
}

/** Text of a page in which signs are looked for. */
export interface SignedText {
  /** Beginning and end of the visible text, or all of it where it is short. */
  readonly text: string;
  /** Parts of the text around the cues of each kind of sign. */
  readonly near: Readonly<Record<CueKind, Parts>>;
  /** Tells whether what stands at an offset of the text can be about the owner of the page. */
  readonly isOwners: (at: number) => boolean;
  /** ISO 639-1 code of the text's language, else of the one that the page declares; null if neither is known. */
  readonly language: string | null;
}

/**
 * The parts of a text around all matches of a global pattern that finds cues. Patterns that are costly, or many, are tried on these
 * parts only.
 *
 * @param reach characters before and after a cue
 */
export function around(text: string, cue: RegExp, reach: number): Parts {
  const parts = new Parts(text, reach);
  cue.lastIndex = 0;
  for (let match = cue.exec(text); match !== null; match = cue.exec(text))
    parts.add(match.index, cue.lastIndex);
  return parts;
}

/** Collects the parts of a text around cues, which come in the order of the text. */
export class Parts {
  /** The parts, separated by line ends. */
  joined = '';
  /** Starts of the parts in `joined`, each with the start in the text. */
  readonly #starts: (readonly [joined: number, start: number])[] = [];
  readonly #text: string;
  readonly #reach: number;
  #end = 0;

  constructor(text: string, reach: number) {
    this.#text = text;
    this.#reach = reach;
  }

  /** Adds what is around a cue. */
  add(start: number, end: number): void {
    const from = start - this.#reach;
    const to = Math.min(this.#text.length, end + this.#reach);
    if (from > this.#end || this.#starts.length === 0) {
      const first = Math.max(0, from);
      this.#starts.push([this.joined.length + 1, first]);
      this.joined += `\n${this.#text.slice(first, to)}`;
    } else if (to > this.#end) this.joined += this.#text.slice(this.#end, to);
    this.#end = Math.max(this.#end, to);
  }

  /** The offset in the text of an offset in `joined`. */
  sourceOf(at: number): number {
    const [joined, start] = this.#starts.findLast(([first]) => first <= at) ?? [0, 0];
    return start + at - joined;
  }
}

const NONE: readonly RegExpExecArray[] = [];

/**
 * Matches of a global pattern that matches no empty text, at most `most`. Dozens of patterns are tried on each page, so it
 * does without the copy that `matchAll` makes of a pattern.
 */
export function matchesOf(text: string, pattern: RegExp, most = 20): readonly RegExpExecArray[] {
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null) return NONE;
  const matches: RegExpExecArray[] = [];
  for (; match !== null && matches.length < most; match = pattern.exec(text)) matches.push(match);
  return matches;
}

/** Whether something is looked for in texts in a language. @param languages ISO 639-1 codes; absent: in all */
export function isReadIn(languages: string | undefined, language: string | null): boolean {
  return languages === undefined || (language !== null && languages.includes(language));
}
