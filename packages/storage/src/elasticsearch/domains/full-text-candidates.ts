// Pages that a search of full text finds, as candidates.
import type { estypes } from '@elastic/elasticsearch';
import type { Candidate } from '@sitegrep/fulltext';
import { PAGE } from './page-mapping.ts';

const SHOWN_OF_PAGE = [
  'page.number',
  'page.language',
  'page.fetched_at',
  'page.digest',
  'page.weight',
  'page.key',
];

/** Values of fields that were read from columns. */
type Fields = Readonly<Record<string, readonly unknown[] | undefined>>;

/** Search for documents with pages that match, the best of which `pagesIn` reads. @param pages maximum of a document */
export function searchForPages(
  query: estypes.QueryDslQueryContainer,
  pages: number,
): Pick<estypes.SearchRequest, 'docvalue_fields' | 'query'> {
  const inner = { size: pages, _source: false, docvalue_fields: SHOWN_OF_PAGE };
  return {
    docvalue_fields: ['country'],
    query: { nested: { path: PAGE, query, score_mode: 'max', inner_hits: inner } },
  };
}

/** The pages of a document that matched. */
export function pagesIn(
  { fields = {}, _id: domain = '', inner_hits: inner }: estypes.SearchHit,
  rankOf: (domain: string) => number,
): readonly Candidate[] {
  const country = textIn(fields as Fields, 'country');
  const rank = rankOf(domain);
  return (inner?.[PAGE]?.hits.hits ?? []).map(({ fields: found, _score: score }) => {
    const page = found as Fields;
    return {
      domain,
      address: String(page['page.key']?.[0]),
      rank,
      country,
      number: Number(page['page.number']?.[0]),
      language: textIn(page, 'page.language'),
      fetchedAt: Number(page['page.fetched_at']?.[0]),
      digest: Number(page['page.digest']?.[0]),
      weight: Number(page['page.weight']?.[0]),
      score: score ?? 0,
      pointers: 0,
    };
  });
}

function textIn(fields: Fields, field: string): string | null {
  const value = fields[field]?.[0];
  return typeof value === 'string' ? value : null;
}
