// The domains with pages whose facts another version gave, in order. The index has the versions as labels.
import {
  ALL,
  ALL_VALUES,
  and,
  type Cursor,
  domainsMatching,
  type Expression,
  simplify,
} from '@sitegrep/search';
import { type DomainIndex, QueryTooBroad, type SearchPage, Walk } from '@sitegrep/storage';

/** Domains that are listed at a time. */
const AT_A_TIME = 100;

/** Time of a look at sources after which the reader is handed back, in milliseconds. */
const SLICE_MS = 250;

type DomainCriteria = ReturnType<typeof domainsMatching>;

const FROM_START = { kind: 'offset', offset: 0 } as const;

/** Criteria of domains that fulfil an expression and have a page of another version of facts; null if no domain at all has one. */
export async function outdatedDomains(
  domains: Pick<DomainIndex, 'search'>,
  where: Expression,
  factsVersion: string,
): Promise<DomainCriteria | null> {
  const { facets } = await domains.search({
    ...domainsMatching(ALL),
    limit: 1,
    from: FROM_START,
    facets: [{ kind: 'label', label: 'facts_version', ...ALL_VALUES }],
  });
  const versions = facets?.[0]?.values.map(({ value }) => value) ?? [];
  const others = versions.filter((version) => version !== factsVersion);
  if (others.length === 0) return null;
  const condition = { kind: 'any_of', field: 'facts_version', values: others, negated: false } as const;
  return domainsMatching(simplify(and([where, { kind: 'condition', condition }]), 'domain'));
}

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
