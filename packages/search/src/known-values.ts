import type { FilterField } from '@sitegrep/site';
import { invalid, type Parsed } from './invalid-input.ts';
import { nearestOf, shown } from './nearest.ts';

/** The values that a field can have. */
interface ClosedSet {
  /** Each value by its lower case, since conditions ignore case. */
  readonly values: ReadonlyMap<string, string>;
  /** Other words for values, such as the name of a country, that a mistaken request may be meant to say. */
  readonly words?: ReadonlyMap<string, string>;
}

/** Fields whose values are of a closed set; in conditions on others any value may stand. */
export type KnownValues = { readonly [Field in FilterField]?: ClosedSet };

/** Number of values that an error proposes. */
const PROPOSED = 3;

/** A value of a field in its usual spelling; refused if it is none of the field's closed set. */
export function knownValue(
  field: FilterField,
  given: string,
  path: string,
  known: KnownValues,
): Parsed<string> {
  const set = known[field];
  if (set === undefined) return { ok: true, value: given };
  const value = set.values.get(given.toLowerCase());
  if (value !== undefined) return { ok: true, value };
  const nearest = proposals(set, given).join(', ');
  return invalid(path, `is ${shown(given)}, which no ${field} is`, `the nearest are ${nearest}`);
}

/** The values nearest to a text, each once; a value that was found by another word is shown with it. */
function proposals({ values, words = new Map() }: ClosedSet, given: string): readonly string[] {
  const found = new Map<string, string>();
  for (const word of nearestOf(given, [...words.keys(), ...values.keys()], 2 * PROPOSED)) {
    const value = values.get(word);
    const named = words.get(word);
    if (named !== undefined && !found.has(named)) found.set(named, `${named} (${word})`);
    else if (value !== undefined && !found.has(value)) found.set(value, value);
  }
  return [...found.values()].slice(0, PROPOSED);
}
