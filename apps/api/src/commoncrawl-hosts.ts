// Hosts of an import from Common Crawl: those of a request, of a list, or of the highest ranks.
import type { CommonCrawlRequest } from '@sitegrep/contract';
import type { HostList } from '@sitegrep/commoncrawl';
import type { CommonCrawlSelection, DomainIndex, DomainRank, NamedSome } from '@sitegrep/storage';
import { badRequest, Failure } from './failure.ts';

/** Hosts with where they come from. */
export interface ImportHosts {
  readonly hosts: HostList;
  readonly selected: NonNullable<CommonCrawlSelection['hosts']>;
}

/** Names of a list that are read at a time. */
const NAMES_AT_A_TIME = 10_000;

/** Hosts of an import; null: it names a top-level domain. @throws Failure */
export async function importHosts(
  domains: Pick<DomainIndex, 'lists' | 'ranks'>,
  { hosts, list, top }: Pick<CommonCrawlRequest, 'hosts' | 'list' | 'top'>,
): Promise<ImportHosts | null> {
  if (hosts !== undefined) return namedHosts(hosts);
  if (list !== undefined) {
    if ((await domains.lists.get(list)) === null) {
      throw new Failure(
        'not_found',
        `There is no list ${list}; PUT /lists/${list} makes it, and GET /lists lists all.`,
      );
    }
    return readHosts(namesOf(domains, list), 'list', list);
  }
  if (top === undefined) return null;
  const ranked = await highestRanks(domains, top);
  if (ranked.length === 0) {
    throw badRequest({
      field: 'top',
      problem: 'means no domain: no rank was imported',
      remedy: 'import a list of ranks first, with POST /admin/ranks or "sitegrep ranks import"',
    });
  }
  return readHosts(ranked, 'ranks');
}

/** Hosts that a request names. @throws Failure */
export function namedHosts(names: AsyncIterable<string> | Iterable<string>): Promise<ImportHosts> {
  return readHosts(names, 'given');
}

async function readHosts(
  names: AsyncIterable<string> | Iterable<string>,
  from: ImportHosts['selected']['from'],
  list: string | null = null,
): Promise<ImportHosts> {
  // Loaded now: most processes never import from there.
  const { CrawlNotReadable, HostList: Hosts } = await import('@sitegrep/commoncrawl');
  try {
    const { hosts, refused } = await Hosts.of(names);
    const rejected: NamedSome = { count: refused.count, first: refused.first };
    return { hosts, selected: { from, list, count: hosts.size, rejected } };
  } catch (error) {
    if (error instanceof CrawlNotReadable) throw new Failure('bad_request', `${error.message}.`);
    throw error;
  }
}

async function* namesOf({ lists }: Pick<DomainIndex, 'lists'>, list: string): AsyncGenerator<string> {
  for (let after: string | null | undefined; after !== null;) {
    const page = { limit: NAMES_AT_A_TIME, ...(after === undefined ? {} : { after }) };
    const names = await lists.names(list, page);
    yield* names?.items ?? [];
    after = names?.next ?? null;
  }
}

/** Domains with the highest ranks, at most so many. */
async function highestRanks({ ranks }: Pick<DomainIndex, 'ranks'>, top: number): Promise<readonly string[]> {
  const all: DomainRank[] = [];
  for await (const ranked of ranks()) {
    all.push(ranked);
    // Of those that are left out now, none can be among the highest.
    if (all.length > 2 * top + NAMES_AT_A_TIME) highestFirst(all, top);
  }
  return highestFirst(all, top).map(({ domain }) => domain);
}

/** Sorts ranks, the highest first, and leaves so many of them. */
function highestFirst(ranks: DomainRank[], top: number): readonly DomainRank[] {
  ranks.sort((a, b) => b.rank - a.rank || (a.domain < b.domain ? -1 : 1));
  ranks.length = Math.min(ranks.length, top);
  return ranks;
}
