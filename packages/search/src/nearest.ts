import { distance } from 'fastest-levenshtein';

/** Maximum characters of a value that an error repeats. */
const SHOWN = 60;
/** Longer texts are compared with nothing: each comparison takes the product of both lengths. */
const COMPARED = 100;

/** A value as errors repeat it: texts as truncated JSON, of lists and objects only what they are. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const characters = Array.from((JSON.stringify(value) ?? 'nothing').slice(0, 2 * SHOWN + 1));
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : characters.join('');
}

/** Characters of a text from which on it is looked for within words. */
const WITHIN_WORDS = 3;

/**
 * The choices nearest to a text, without regard to case: first what differs from it in a letter, then what has a word or a part
 * of a word that begins with it, then what has it anywhere, each in the order of the choices, and last by their distance.
 */
export function nearestOf(text: string, choices: Iterable<string>, count: number): readonly string[] {
  const folded = text.slice(0, COMPARED).toLowerCase();
  const nearest: { readonly choice: string; readonly away: number }[] = [];
  for (const choice of choices) {
    const away = distanceTo(folded, choice);
    if (nearest.length === count && away >= (nearest.at(-1)?.away ?? 0)) continue;
    const at = nearest.findIndex((other) => other.away > away);
    nearest.splice(at === -1 ? nearest.length : at, 0, { choice, away });
    nearest.length = Math.min(nearest.length, count);
  }
  return nearest.map(({ choice }) => choice);
}

/** Distances of choices that have the text in them; further ones are more than a letter away. */
const BEGINS_A_PART = 1.1;
const IS_WITHIN = 1.2;

/** @param folded in lower case */
function distanceTo(folded: string, choice: string): number {
  const lowerCase = choice.toLowerCase();
  const away = distance(folded, lowerCase);
  if (away <= 1 || folded === '') return away;
  if (beginsAPart(folded, choice, lowerCase)) return BEGINS_A_PART;
  return folded.length >= WITHIN_WORDS && lowerCase.includes(folded) ? IS_WITHIN : away;
}

/** Whether a text stands at the beginning of a word, or at a capital letter within one. */
function beginsAPart(folded: string, choice: string, lowerCase: string): boolean {
  for (let at = lowerCase.indexOf(folded); at !== -1; at = lowerCase.indexOf(folded, at + 1)) {
    if (
      at === 0 ||
      !/[\p{L}\p{N}]/u.test(choice.charAt(at - 1)) ||
      /^\p{Ll}\p{Lu}/u.test(choice.slice(at - 1, at + 1))
    )
      return true;
  }
  return false;
}

function sortedLetters(text: string): string {
  return Array.from(text).sort().join('');
}

/** The question `did you mean domain? `; empty if nothing is near. */
export function didYouMean(value: unknown, choices: readonly string[]): string {
  if (typeof value !== 'string' || value.length > COMPARED) return '';
  const [nearest] = nearestOf(value, choices, 1);
  if (nearest === undefined) return '';
  // Further away, a suggestion is more likely to mislead than to help. Letters that changed places count as one slip.
  const folded = value.toLowerCase();
  const isNear =
    distance(folded, nearest) <= Math.max(1, nearest.length / 3) ||
    sortedLetters(folded) === sortedLetters(nearest) ||
    (folded.length >= WITHIN_WORDS && distanceTo(folded, nearest) === BEGINS_A_PART);
  return isNear ? `did you mean ${nearest}? If not, ` : '';
}

/** Characters of the shortest name that another text may mean by having it as a part. */
const PART = 4;

/** `did you mean country? ` for a field, also where the text has more than its name, as `country_code`; empty if none is near. */
export function didYouMeanField(value: unknown, names: readonly string[]): string {
  const near = didYouMean(value, names);
  if (near !== '' || typeof value !== 'string') return near;
  const name = nameWithin(value, names);
  return name === undefined ? '' : `did you mean ${name}? If not, `;
}

/** The name that a text has as one of its parts: the one at its end, which says what it is, or else the longest. */
export function nameWithin(text: string, names: readonly string[]): string | undefined {
  const sought = text.slice(0, COMPARED).toLowerCase();
  return names
    .filter((name) => name.length >= PART && beginsAPart(name, sought, sought))
    .toSorted((a, b) => Number(sought.endsWith(b)) - Number(sought.endsWith(a)) || b.length - a.length)[0];
}
