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

/** The choices nearest to a text, without regard to case, the nearest first. */
export function nearestOf(text: string, choices: Iterable<string>, count: number): readonly string[] {
  const folded = text.slice(0, COMPARED).toLowerCase();
  const nearest: { readonly choice: string; readonly away: number }[] = [];
  for (const choice of choices) {
    const away = distance(folded, choice.toLowerCase());
    if (nearest.length === count && away >= (nearest.at(-1)?.away ?? 0)) continue;
    const at = nearest.findIndex((other) => other.away > away);
    nearest.splice(at === -1 ? nearest.length : at, 0, { choice, away });
    nearest.length = Math.min(nearest.length, count);
  }
  return nearest.map(({ choice }) => choice);
}

/** The question `did you mean domain? `; empty if nothing is near. */
export function didYouMean(value: unknown, choices: readonly string[]): string {
  if (typeof value !== 'string' || value.length > COMPARED) return '';
  const [nearest] = nearestOf(value, choices, 1);
  if (nearest === undefined) return '';
  // Further away, a suggestion is more likely to mislead than to help.
  const isNear = distance(value.toLowerCase(), nearest) <= Math.max(1, nearest.length / 3);
  return isNear ? `did you mean ${nearest}? If not, ` : '';
}
