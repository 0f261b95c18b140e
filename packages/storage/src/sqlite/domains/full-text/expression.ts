// Plans as expressions of FTS5.
import type { Strictness, TextPlan, WordChoice } from '@sitegrep/fulltext';

/** Pages that have the choices of a plan as strictly as is said, and what else it asks for. */
export function matchOf(plan: TextPlan, strictness: Strictness): string {
  const choices = plan.choices.map(anyOf);
  const phrases = plan.phrases.map(inARow);
  const base = choices.length === 0 ? [] : [joined(choices, strictness)];
  const sites = plan.sites.length === 0 ? [] : [`(${plan.sites.map(quoted).join(' OR ')})`];
  const all = [...base, ...phrases, ...sites].join(' AND ');
  const excluded = [...plan.excluded.map(inARow), ...plan.excludedSites.map(quoted)];
  return `(${boosted(all, plan, choices, strictness)})${excluded.length === 0 ? '' : ` NOT (${excluded.join(' OR ')})`}`;
}

/** All of some words, of which the last may be a beginning. */
export function completing(words: readonly string[]): string {
  return `{title headings links} : (${inARow(words)} *)`;
}

/** Words in a row. */
export function inARow(words: readonly string[]): string {
  return quoted(words.join(' '));
}

/** A word of ours as FTS5 reads it. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Pages that have a word in one of its forms. */
export function anyOf({ words, rows, isBeginning, forms }: WordChoice): string {
  const exact = words.map((word) => quoted(word) + (isBeginning ? ' *' : ''));
  return `(${[...exact, ...rows.map(inARow), ...forms.map(quoted)].join(' OR ')})`;
}

function joined(choices: readonly string[], strictness: Strictness): string {
  switch (strictness) {
    case 'all':
      return `(${choices.join(' AND ')})`;
    case 'all_but_one':
      return `(${choices.map((_, left) => `(${choices.filter((__, index) => index !== left).join(' AND ')})`).join(' OR ')})`;
    case 'any':
      return `(${choices.join(' OR ')})`;
  }
}

/**
 * Lets rows of words count where they stand, without finding more pages: FTS5 scores every part of an expression that a page has.
 * Whatever has all words has the most frequent one, so `all AND (frequent OR row)` finds the same pages as `all`.
 */
function boosted(
  all: string,
  { boosts, choices: { length } }: TextPlan,
  choices: readonly string[],
  strictness: Strictness,
): string {
  const frequent = choices.at(-1);
  if (boosts.length === 0 || strictness !== 'all' || frequent === undefined || length === 0) return all;
  return `${all} AND (${[frequent, ...boosts.map(inARow)].join(' OR ')})`;
}
