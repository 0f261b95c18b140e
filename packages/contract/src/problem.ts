/** What is wrong with a request, in the three parts of an error's details: where, what, how to mend it. */
export interface Problem {
  /** As the client wrote it, e.g. `search_terms[2]`; or what else is meant, e.g. `The body`. */
  readonly field: string;
  /** Goes on from `field`: `is 0`, `has 11 items`. */
  readonly problem: string;
  /** An instruction: `give an integer from 1 to 10000`. */
  readonly remedy: string;
}

/** Characters of a client's value that an error repeats. */
const SHOWN = 60;

/** @returns one sentence */
export function sentence({ field, problem, remedy }: Problem): string {
  return `${field} ${problem}; ${remedy}.`;
}

/** A client's value as an error shows it: scalars as JSON, cut short; of arrays and objects only that they are. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const json = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  const characters = Array.from(json.slice(0, 2 * SHOWN + 1));
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : json;
}
