// Domains in order, found a slice of time at a time.
import type { Cursor, domainsMatching } from '@sitegrep/search';
import { type DomainIndex, QueryTooBroad, type SearchPage, Walk } from '@sitegrep/storage';

/** Domains that are listed at a time. */
const AT_A_TIME = 100;

/** Time of a look at sources after which the reader is handed back, in milliseconds. */
const SLICE_MS = 250;

type DomainCriteria = ReturnType<typeof domainsMatching>;

const FROM_START = { kind: 'offset', offset: 0 } as const;

export interface Looking {
  readonly signal: AbortSignal;
  /** Called after each part of the work, with its time in milliseconds; the next part begins when it resolves. */
  readonly rest: (workedMs: number) => Promise<void>;
}

/** Number of domains that fulfil criteria. */
export async function countDomains(
  domains: Pick<DomainIndex, 'search'>,
  criteria: DomainCriteria,
  looking: Looking,
): Promise<number> {
  const query = { ...criteria, limit: 1, from: FROM_START };
  return (await patiently(looking, (sliceMs) => domains.search(query, { signal: looking.signal, sliceMs })))
    .total;
}

/** Lists domains in order, some at a time. @param after domain after which the list begins; '' for all */
export async function* listDomains(
  domains: Pick<DomainIndex, 'search'>,
  criteria: DomainCriteria,
  after: string,
  looking: Looking,
): AsyncGenerator<readonly string[]> {
  const walk = new Walk();
  try {
    let cursor: Cursor | null = { values: [after], offset: 0 };
    while (cursor !== null) {
      const query = { ...criteria, limit: AT_A_TIME, from: { kind: 'after', cursor } } as const;
      const page: SearchPage<'domain'> = await patiently(looking, (sliceMs) =>
        domains.search(query, { signal: looking.signal, walk, sliceMs }),
      );
      if (page.hits.length > 0) yield page.hits.map(({ domain }) => domain);
      cursor = page.next;
    }
  } finally {
    await walk.close();
  }
}

/** Has a search look at sources for a slice of time at a time, so that the searches that others wait for get its reader between. */
async function patiently<Answer>(
  { rest }: Looking,
  search: (sliceMs: number) => Promise<Answer>,
): Promise<Answer> {
  let sliceMs = SLICE_MS;
  for (let decided = -1; ;) {
    const startedAt = performance.now();
    try {
      return await search(sliceMs);
    } catch (error) {
      if (!(error instanceof QueryTooBroad)) throw error;
      // A source that takes longer than a slice needs a longer one.
      if (error.decided <= decided) sliceMs *= 2;
      decided = error.decided;
    }
    await rest(performance.now() - startedAt);
  }
}
