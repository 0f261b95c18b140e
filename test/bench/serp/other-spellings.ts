// Words as people mistype them, and other forms of the same word.
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { isSearchable, WITHOUT_BLANKS } from './words.ts';

/** Snowball's stemmers by language, ISO 639-1. */
const STEMMERS: Readonly<Record<string, (word: string) => string>> = {
  ar: arabic,
  bg: bulgarian,
  da: danish,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  id: indonesian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
};

/** Letters of a word in which a slip is made, at least; and of a word that has other forms. */
const MIN_SLIP = 5;
const MIN_FORM = 4;

type Random = (bound: number) => number;

/** Whether people make slips in a word that a keyboard gives letter by letter. */
export function maySlip(word: string, language: string): boolean {
  return (
    !WITHOUT_BLANKS.has(language) && Array.from(word).length >= MIN_SLIP && !/\p{Script=Hangul}/u.test(word)
  );
}

/**
 * A word with one slip: two neighbouring letters swapped, or one dropped, doubled or replaced.
 *
 * @param letters letters of the same language; one of them replaces another
 * @returns the word itself if the drawn letters are equal
 */
export function slipOf(word: string, letters: string, random: Random): string {
  const all = Array.from(word);
  const at = random(all.length);
  const [own = '', next = ''] = all.slice(at, at + 2);
  const others = Array.from(letters);
  const slips = [next + own, next, own + own + next, (others[random(others.length)] ?? '') + next];
  const put = slips[random(slips.length)] ?? word;
  return [...all.slice(0, at), put, ...all.slice(at + 2)].join('');
}

/** Words of a language by their stem. */
export type Forms = ReadonlyMap<string, readonly string[]>;

/** @returns null if the language has no stemmer */
export function formsIn(words: Iterable<string>, language: string): Forms | null {
  const stemmer = STEMMERS[language];
  if (stemmer === undefined) return null;
  const forms = new Map<string, string[]>();
  for (const word of words) {
    if (!isSearchable(word) || Array.from(word).length < MIN_FORM) continue;
    const stem = stemmer(word);
    const all = forms.get(stem) ?? [];
    forms.set(stem, all);
    all.push(word);
  }
  return forms;
}

/** Other words with the stem of a word. */
export function otherForms(word: string, language: string, forms: Forms): readonly string[] {
  const stemmer = STEMMERS[language];
  if (stemmer === undefined || Array.from(word).length < MIN_FORM) return [];
  return forms.get(stemmer(word))?.filter((form) => form !== word) ?? [];
}
