// From pages that were found to what is shown of them; both storages do it alike.
import {
  type CompletedPage,
  featuredOf,
  type PageHead,
  snippetMaker,
  type StoredText,
  type TextPlan,
} from '@sitegrep/fulltext';
import type { TextResult, TextSearch } from '../full-text.ts';

/** A page that is shown. */
export interface ShownPage {
  readonly domain: string;
  readonly head: Pick<PageHead, 'url' | 'title' | 'description' | 'maxSnippet'>;
  readonly text: StoredText;
}

/** Makes results of pages, in their order. */
export function resultMaker(
  plan: TextPlan,
  language: string,
): (page: ShownPage, index: number) => TextResult {
  const snippetOf = snippetMaker(plan, language);
  return ({ domain, head, text }, index) => ({
    domain,
    url: head.url,
    title: head.title,
    ...shownOf(
      head,
      snippetOf(head.description, text),
      index === 0 ? featuredOf(plan, language, text) : null,
    ),
  });
}

/** Texts of a page as far as it allows them to be shown: a snippet cut short, or none; a featured text only as a whole. */
function shownOf(
  { maxSnippet }: Pick<PageHead, 'maxSnippet'>,
  snippet: string | null,
  featured: string | null,
): Pick<TextResult, 'snippet' | 'featured'> {
  if (maxSnippet === null) return { snippet, featured };
  const short = snippet?.slice(0, maxSnippet).toWellFormed() ?? '';
  return {
    snippet: short === '' ? null : short,
    featured: featured !== null && featured.length <= maxSnippet ? featured : null,
  };
}

/** Texts of a page of which completions are made. */
export function completedPage({ domain, head, text }: ShownPage, rank: number): CompletedPage {
  const headings = text.blocks.filter(({ kind }) => kind === 'heading').map((block) => block.text);
  return { domain, rank, title: head.title, headings, linkTexts: text.linkTexts };
}

/** Maximum pages whose texts are looked at for completions, and for a video. */
export const COMPLETED = { limit: 200, ofADomain: 5 } as const;
/** Pages that texts of links of other sites add to a search. */
export const MAX_POINTED = 20;

/** Pages of a domain that are looked at, and if it is asked for. */
const OF_A_DOMAIN = 5;
const OF_A_SITE = 100;

/** Pages of a domain that an index gives for a plan. */
export function pagesOfADomain({ sites }: Pick<TextPlan, 'sites'>): number {
  return sites.length === 0 ? OF_A_DOMAIN : OF_A_SITE;
}

/** Pages that are looked at for one result. */
const CANDIDATES_A_RESULT = 3;
/** Minimum pages that are looked at. */
const MIN_CANDIDATES = 120;

/** Pages that an index gives for a search: the best ones, not more of a domain than `pagesOfADomain`. */
export function candidatesFor({ limit }: Pick<TextSearch, 'limit'>): number {
  return Math.max(MIN_CANDIDATES, CANDIDATES_A_RESULT * limit);
}
