// Plans as expressions of FTS5.
import { choicesOf, type Strictness, type TextPlan, type WordChoice } from '@sitegrep/fulltext';

/**
 * Pages that have the choices of a plan as strictly as is said, and its phrases and sites. FTS5 loses scores of other words of a page
 * where words in a row are sought below a NOT, or below an AND that is below an OR: so what a plan excludes is sought by itself.
 */
export function matchOf(plan: TextPlan, strictness: Strictness): string {
  const choices = strictness === 'all' ? boostedChoices(plan) : choicesOf(plan, strictness).map(anyOf);
  const base = choices.length === 0 ? [] : [joined(choices, strictness)];
  const sites = plan.sites.length === 0 ? [] : [`(${plan.sites.map(quoted).join(' OR ')})`];
  return [...base, ...plan.phrases.map(inARow), ...sites].join(' AND ');
}

/** Pages that a plan excludes; null: it excludes none. */
export function excludedBy({ excluded, excludedSites }: TextPlan): string | null {
  const parts = [...excluded.map(inARow), ...excludedSites.map(quoted)];
  return parts.length === 0 ? null : parts.join(' OR ');
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
 * Choices with the rows that count besides. FTS5 scores every part of an expression that a page has, and a row has the word of a
 * choice: `(word OR row)` finds the same pages as `word`.
 */
function boostedChoices({ choices, boosts }: TextPlan): readonly string[] {
  return choices.map((choice, index) => {
    const rows = boosts.filter(
      (row) => choices.findIndex(({ words: [word = ''] }) => row.includes(word)) === index,
    );
    return rows.length === 0 ? anyOf(choice) : `(${[anyOf(choice), ...rows.map(inARow)].join(' OR ')})`;
  });
}
