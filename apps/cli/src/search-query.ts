// The query of a search on the command line, and its faults in the words of the command line.
import type { QueryRequest, QueryTree } from '@sitegrep/client';

interface QueryOptions {
  readonly term: readonly string[];
  readonly domains?: string;
  /** Whether the words are one text, as it stands. */
  readonly literal: boolean;
  /** True if case does not count unless a part of the query says so. */
  readonly ignoreCase: boolean;
}

export interface WrittenQuery {
  /** Null: there is nothing to find. */
  readonly query: Pick<QueryRequest, 'q' | 'query'> | null;
  /** Says a fault that the API found in the words of the command line. */
  readonly inWords: (details: string) => string;
}

/**
 * The query that words and options make together: all of them have to match.
 *
 * @param words of the query language, as the shell cut them
 * @throws CommandFailed, errors of the file system
 */
export async function writtenQuery(
  words: readonly string[],
  { term, domains, literal, ignoreCase }: QueryOptions,
): Promise<WrittenQuery> {
  const written = words.join(' ');
  const q = ignoreCase && !literal && written.trim() !== '' ? `case:no ${written}` : written;
  const parts: { readonly tree: QueryTree; readonly name: string }[] = [
    ...(q.trim() === '' ? [] : [{ tree: literal ? { text: q } : { q }, name: 'the query' }]),
    ...term.map((text) => ({ tree: { text }, name: `--term ${JSON.stringify(text)}` })),
  ];
  if (domains !== undefined) {
    // With what a domain is, which is much to load.
    const { domainFilter } = await import('./domain-list.ts');
    const filter = (await domainFilter(domains)) as NonNullable<QueryTree['filter']>;
    parts.push({ tree: { filter }, name: `--domains ${domains}` });
  }
  const [only] = parts;
  const inWords = (details: string): string =>
    details.replace(/^(?:query(?:\.and\[(\d+)\])?\.)?(?:q|text|filter)(?=[ [])/, (whole, index?: string) =>
      whole.startsWith('query') || whole === 'q' ? (parts[Number(index ?? 0)]?.name ?? whole) : whole,
    );
  if (only === undefined) return { query: null, inWords };
  if (parts.length > 1) return { query: { query: { and: parts.map(({ tree }) => tree) } }, inWords };
  return { query: only.tree.q === undefined ? { query: only.tree } : { q }, inWords };
}
