// From pages that were found to what is shown of them; both storages do it alike.
import { featuredOf, type PageHead, snippetOf, type StoredText, type TextPlan } from '@sitegrep/fulltext';
import type { TextResult, TextSearch } from '../full-text.ts';

/** A page that is shown. */
export interface ShownPage {
  readonly domain: string;
  readonly head: Pick<PageHead, 'url' | 'title' | 'description'>;
  readonly text: StoredText;
}

export function textResult(
  plan: TextPlan,
  language: string,
  { domain, head, text }: ShownPage,
  index: number,
): TextResult {
  return {
    domain,
    url: head.url,
    title: head.title,
    snippet: snippetOf(plan, language, head.description, text),
    featured: index === 0 ? featuredOf(plan, language, text) : null,
  };
}

/** Pages that are looked at for one result. */
const CANDIDATES_A_RESULT = 3;
/** Minimum pages that are looked at. */
const MIN_CANDIDATES = 120;

/** Pages that an index gives for a search. */
export function candidatesFor({ limit }: Pick<TextSearch, 'limit'>): number {
  return Math.max(MIN_CANDIDATES, CANDIDATES_A_RESULT * limit);
}
