// Makes items of the pages of documents that match: what is shown of them is in the list of each document.
import { compareValues, isAfter, pageValue, startOf } from '../../result-order.ts';
import type { SortedPage, Task } from './found-items.ts';
import { parseVersions } from './stored.ts';
import { incomplete, readSources } from './stored-pages.ts';
import type { Match } from './verifier.ts';

/** Collects pages of documents that come in order, from the position of a query on. */
export class PagesInOrder {
  readonly #task: Task<'page'>;
  readonly #limit: number;
  /** Pages that are still to be left out. */
  #skip: number;
  readonly found: SortedPage[] = [];

  constructor(task: Task<'page'>, limit: number) {
    this.#task = task;
    this.#limit = limit;
    this.#skip = startOf(task.query.from).skip;
  }

  /** True if all pages that are sought were found, and one more. */
  get areEnough(): boolean {
    return this.found.length > this.#limit;
  }

  async add(matches: readonly Match[]): Promise<void> {
    const { order, from } = this.#task.query;
    const { last } = startOf(from);
    const compare = compareValues(order);
    let left = 0;
    while (left < matches.length && (matches[left]?.pages.length ?? 0) <= this.#skip) {
      this.#skip -= matches[left]?.pages.length ?? 0;
      left++;
    }
    for (const pages of await pagesOf(this.#task, matches.slice(left))) {
      const further = pages.filter(({ hit }) => isAfter(order, hit.sortValues, last));
      const sorted = further.toSorted((a, b) => compare(a.hit.sortValues, b.hit.sortValues));
      this.found.push(...sorted.slice(this.#skip));
      this.#skip = Math.max(0, this.#skip - sorted.length);
    }
    this.found.splice(this.#limit + 1);
  }
}

/** The pages of each document that match. */
export async function pagesOf(
  { parts, point, query, options }: Task<'page'>,
  matches: readonly Match[],
): Promise<readonly (readonly SortedPage[])[]> {
  const domains = matches.map(({ document }) => document.domain);
  const wish = { domains, fields: ['domain', 'versions'] as const };
  const sources = await readSources(parts.client, point, wish, options.signal);
  return sources.map(({ domain, rank, versions }, index) => {
    const { document, pages: numbers } = matches[index] ?? {};
    const listed = parseVersions(versions);
    return (numbers ?? []).map((number) => {
      const page = listed[number];
      if (page === undefined || document === undefined) throw incomplete(domain);
      const { url, fetchedAt, charset, truncated, title } = page;
      const { values, compressedBytes } = document;
      const sortValues = query.order.map(({ field }) =>
        pageValue(field, page, (own) => values.get(own) ?? null),
      );
      const hit = { domain, rank, url, fetchedAt, charset, truncated, title, sortValues };
      return { hit, number, compressedBytes };
    });
  });
}
