// Fields of texts in which terms are found.
import { foldCase } from '@sitegrep/fold';
import { gramTokens, runTokens } from './grams.ts';
import { TEXT_END } from './gram-analysis.ts';

/** Fields of a text; an empty object if it is null. */
export function textFields(field: string, text: string | null): Readonly<Record<string, string>> {
  if (text === null) return {};
  const folded = foldCase(text);
  return { [field]: ended(folded), [`${field}_grams`]: gramsOf(folded) };
}

/** A folded text as it is indexed. */
export function ended(text: string): string {
  return text + TEXT_END;
}

/** The short grams of a folded text. */
export function gramsOf(text: string): string {
  return [gramTokens(text), ...runTokens(text)].join(' ');
}
