import { FIXED_LABELS, isLabelField, labelOf, type FilterField } from './label-fields.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { nearestOf, shown } from './nearest.ts';

/** The values that a field can have. */
export interface ClosedSet {
  /** Values by their lower case, since conditions ignore case; several, if they differ in nothing else. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Other words for values, such as the name of a country, that a mistaken request may be meant to say. */
  readonly words?: ReadonlyMap<string, string>;
}

/** Fields whose values are of a closed set; in conditions on others any value may stand. */
export type KnownValues = { readonly [Field in FilterField]?: ClosedSet };

/** Number of values that an error proposes. */
const PROPOSED = 3;

/** The values of a field that a text names without regard to case; refused if it is none of the field's closed set. */
export function knownValues(
  field: FilterField,
  given: string,
  path: string,
  known: KnownValues,
): Parsed<readonly string[]> {
  const set = known[field] ?? (isLabelField(field) ? fixedSet(field) : undefined);
  if (set === undefined) return { ok: true, value: [isLabelField(field) ? labelOf(field, given) : given] };
  const values = set.values.get(given.toLowerCase());
  if (values !== undefined) return { ok: true, value: values };
  const problem = `is ${shown(given)}, which is not a known value of ${field}`;
  return invalid(path, problem, `the nearest are ${proposals(set, given).join(', ')}`);
}

function fixedSet(field: keyof typeof FIXED_LABELS): ClosedSet | undefined {
  const labels = FIXED_LABELS[field];
  return labels && { values: new Map(labels.map((label) => [label, [label]])) };
}

/** The values nearest to a text, each once; a value that was found by another word is shown with it. */
function proposals({ values, words = new Map() }: ClosedSet, given: string): readonly string[] {
  const found = new Map<string, string>();
  for (const word of nearestOf(given, [...words.keys(), ...values.keys()], 2 * PROPOSED)) {
    const named = words.get(word);
    if (named !== undefined && !found.has(named)) found.set(named, `${named} (${word})`);
    if (named !== undefined) continue;
    for (const value of values.get(word) ?? []) if (!found.has(value)) found.set(value, value);
  }
  return [...found.values()].slice(0, PROPOSED);
}
