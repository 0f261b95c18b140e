// Titles as other engines compare them, as they are shown, while a source may have characters by name or number.
import { encodeNonAsciiHTML } from 'entities';
import type { Formula } from './formula.ts';
import { anyPattern, anyText, escaped } from './parts.ts';

type Writing = (character: string) => string;

const AS_IT_IS: Writing = (character) => character;
const MARKUP = /[&<>"']/gu;
/** How markup characters are written: not at all, those that must be, and all of them in the ways in use. */
const MARKUP_WRITINGS: readonly Writing[] = [
  AS_IT_IS,
  (character) => (/["']/.test(character) ? character : encodeNonAsciiHTML(character)),
  encodeNonAsciiHTML,
  (character) => (character === "'" ? '&#39;' : encodeNonAsciiHTML(character)),
  (character) => (character === "'" ? '&#039;' : encodeNonAsciiHTML(character)),
];
const FOREIGN = /[^\p{ASCII}]/gu;
const FOREIGN_WRITINGS: readonly Writing[] = [
  AS_IT_IS,
  encodeNonAsciiHTML,
  (character) => `&#${codeOf(character)};`,
  (character) => `&#x${codeOf(character).toString(16)};`,
];

/** The ways in which a source may have a text that is shown. */
export function writtenForms(value: string): readonly string[] {
  const forms = MARKUP_WRITINGS.flatMap((markup) =>
    FOREIGN_WRITINGS.map((foreign) =>
      value
        .replaceAll(MARKUP, (character) => markup(character))
        .replaceAll(FOREIGN, (character) => foreign(character)),
    ),
  );
  return [...new Set(forms)];
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

export function inTitle(value: string): Formula {
  return anyText(writtenForms(value), 'title');
}

export function wholeTitle(value: string): Formula {
  return anyPattern(
    writtenForms(value).map((form) => String.raw`^\s*${escaped(form)}\s*$`),
    'title',
  );
}
