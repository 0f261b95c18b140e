import { FIXED_LABELS, isLabelField, labelOf, type ValuedField } from './label-fields.ts';
import type { HostGroup } from './host-groups.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { nearestOf, shown } from './nearest.ts';

/** The values that a field can have. */
export interface ClosedSet {
  /** Values by the lower case of what means them, since conditions ignore case; several, if it means each of them. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Other words for values, such as the name of a country, by `foldedWord`. */
  readonly words?: ReadonlyMap<string, OtherWord>;
}

interface OtherWord {
  readonly written: string;
  readonly value: string;
}

/** Fields that have a closed set: those of conditions, and the category of technologies, which conditions name by its path. */
export type KnownField = ValuedField | 'category';

/** Fields whose values are of a closed set; in conditions on others any value may stand. */
export type KnownValues = { readonly [Field in KnownField]?: ClosedSet } & {
  /** Groups that the facet `third_party` counts. */
  readonly thirdParties?: readonly HostGroup[];
  /** Names of the saved searches that the facet `saved` counts; absent: of all. */
  readonly savedSearches?: readonly string[];
};

/** Words for values; of two that differ in nothing but case and accents, the first one counts. */
export function otherWords(
  words: Iterable<readonly [written: string, value: string]>,
): ReadonlyMap<string, OtherWord> {
  const found = new Map<string, OtherWord>();
  for (const [written, value] of words) {
    const key = foldedWord(written);
    if (!found.has(key)) found.set(key, { written, value });
  }
  return found;
}

/** A word without case and accents, and with one form of apostrophe and of `and`: people write names of countries so. */
function foldedWord(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll('’', "'")
    .replaceAll('&', 'and')
    .toLowerCase();
}

/** Maximum spellings of a value: a category has its path, the last part of it, its name, and the name without `and`. */
const SPELLINGS = 4;
/** Number of values that an error proposes. */
const PROPOSED = 3;

/** The values of a field that a text names without regard to case; refused if it is none of the field's closed set. */
export function knownValues(
  field: KnownField,
  given: string,
  path: string,
  known: KnownValues,
): Parsed<readonly string[]> {
  const isLabel = field !== 'category' && isLabelField(field);
  const set = known[field === 'tech_seen' ? 'tech' : field] ?? (isLabel ? fixedSet(field) : undefined);
  if (set === undefined) return { ok: true, value: [isLabel ? labelOf(field, given) : given] };
  const values = set.values.get(given.toLowerCase());
  if (values !== undefined) return { ok: true, value: values };
  const word = set.words?.get(foldedWord(given));
  if (word !== undefined) return { ok: true, value: [word.value] };
  const problem = `is ${shown(given)}, which is not a known value`;
  return invalid(path, problem, `the nearest are ${proposals(set, given).join(', ')}`);
}

function fixedSet(field: keyof typeof FIXED_LABELS): ClosedSet | undefined {
  const labels = FIXED_LABELS[field];
  return labels && { values: new Map(labels.map((label) => [label.toLowerCase(), [label]])) };
}

/** The values nearest to a text, each once; a value that was found by another word is shown with it. */
function proposals({ values, words = new Map() }: ClosedSet, given: string): readonly string[] {
  const meant = new Map<string, readonly (readonly [value: string, shown: string])[]>();
  for (const { written, value } of words.values()) meant.set(written, [[value, `${value} (${written})`]]);
  for (const [key, some] of values) {
    // Where the parts of a word begin, its capital letters may say.
    const written = some.find((value) => value.toLowerCase() === key) ?? key;
    meant.set(
      written,
      some.map((value) => [value, value]),
    );
  }
  const found = new Map<string, string>();
  for (const word of nearestOf(given, meant.keys(), SPELLINGS * PROPOSED)) {
    for (const [value, text] of meant.get(word) ?? []) if (!found.has(value)) found.set(value, text);
  }
  return [...found.values()].slice(0, PROPOSED);
}
