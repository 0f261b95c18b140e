// Pages that a search of full text finds, as candidates.
import type { estypes } from '@elastic/elasticsearch';
import type { Candidate } from '@sitegrep/fulltext';

const SHOWN_OF_PAGE = [
  'said.number',
  'said.language',
  'said.fetched_at',
  'said.digest',
  'said.weight',
  'said.key',
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
    query: { nested: { path: 'said', query, score_mode: 'max', inner_hits: inner } },
  };
}

/** The pages of a document that matched. */
export function pagesIn(
  { fields = {}, _id: domain = '', inner_hits: inner }: estypes.SearchHit,
  rankOf: (domain: string) => number,
): readonly Candidate[] {
  const country = textIn(fields as Fields, 'country');
  const rank = rankOf(domain);
  return (inner?.['said']?.hits.hits ?? []).map(({ fields: found, _score: score }) => {
    const page = found as Fields;
    return {
      domain,
      address: String(page['said.key']?.[0]),
      rank,
      country,
      number: Number(page['said.number']?.[0]),
      language: textIn(page, 'said.language'),
      fetchedAt: Number(page['said.fetched_at']?.[0]),
      digest: Number(page['said.digest']?.[0]),
      weight: Number(page['said.weight']?.[0]),
      score: score ?? 0,
      pointers: 0,
    };
  });
}

function textIn(fields: Fields, field: string): string | null {
  const value = fields[field]?.[0];
  return typeof value === 'string' ? value : null;
}
