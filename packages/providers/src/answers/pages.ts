import { webUrl, type FoundResult } from './web-results.ts';

export interface ResultPage {
  readonly results: readonly FoundResult[];
  /** Nothing comes after it. */
  readonly isLast: boolean;
}

interface Pages {
  /** Organic results that are wanted. */
  readonly depth: number;
  /** Pages that are asked for at most. */
  readonly most: number;
  /** @param page from 0 */
  readonly ask: (page: number) => Promise<ResultPage>;
}

/**
 * The results of one page after another, until there are enough, an upstream has no more, or a page brings nothing new.
 * What an earlier page had is left out. Fails as soon as one page does: a list with a hole or a false end is no answer.
 */
export async function collectPages({ depth, most, ask }: Pages): Promise<readonly FoundResult[]> {
  const found: FoundResult[] = [];
  const seen = new Set<string>();
  let organic = 0;
  for (let page = 0; page < most; page++) {
    // One at a time: whether another one is needed shows only then, and each of them is paid for.
    const { results, isLast } = await ask(page);
    // Places are told within a page; those of later pages follow from the list.
    const fresh =
      page === 0
        ? results
        : results
            .filter((result) => !seen.has(keyOf(result)))
            .map((result) => ({ ...result, rankAbsolute: null }));
    found.push(...fresh);
    // Only who may ask for another page needs to know what is there already.
    if (isLast || page + 1 === most) break;
    for (const result of fresh) seen.add(keyOf(result));
    const more = fresh.filter(({ type, url }) => type === 'organic' && webUrl(url) !== null).length;
    organic += more;
    if (more === 0 || organic >= depth) break;
  }
  return found;
}

function keyOf({ type, url }: FoundResult): string {
  return `${type} ${url}`;
}
