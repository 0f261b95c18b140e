import type { Client } from '@elastic/elasticsearch';
import { domainsMatching, type Level, type Query } from '@sitegrep/search';
import type { DomainIndex, SearchOptions, SearchPage } from '../../domains.ts';
import { itemPage } from '../../items.ts';
import { openServed } from '../versioned-index.ts';
import { withLists } from './listed-names.ts';
import { openLists } from './lists.ts';
import { lastVisit, readHistory } from './last-visit.ts';
import { domainIndex } from './mapping.ts';
import { UNIT } from './page-mapping.ts';
import { type DomainWriteOptions, openDomainWrites } from './domain-writes.ts';
import { createFullText } from './full-text.ts';
import { KeptCaptures } from '../../facets/kept-captures.ts';
import { createSourceReader } from './source-reader.ts';
import { createPageReader } from './page-reader.ts';
import { readDomain, readHits, readNames, readPageList, readRanks, readStats, scan } from './reader.ts';
import { search } from './search.ts';
import { trend } from './trend.ts';
import { createVerifier } from './verifier.ts';

/**
 * Opens the domain index of a cluster, and creates it if it is missing. Closing it leaves the client open.
 * While the index has an older mapping that this program serves, it is read and written in that form.
 *
 * A put is acknowledged when searches see it. With a refresh interval it waits for the next refresh, which serves
 * all puts since the last one; a refresh per put would create a segment per put, to be merged again and again.
 * Searches may then see part of a batch. Without an interval (`-1`) each bulk request is refreshed on its own and,
 * in an index with one shard, becomes visible as a unit.
 *
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openDomainIndex(client: Client, options: DomainWriteOptions): Promise<DomainIndex> {
  const index = await openServed(client, domainIndex(options));
  const { numberRecords, ...writes } = await openDomainWrites(client, index, options);
  const lists = await openLists(client, options);
  const sources = createSourceReader(client);
  const captures = new KeptCaptures();
  const verifier = createVerifier(client, captures);
  const pageReader = createPageReader(client, index);
  const fullText = createFullText(client, index);
  const searches = {
    client,
    sources,
    verifier,
    captures,
    numberRecords,
    get alias() {
      return index.alias;
    },
  };
  const found = <L extends Level>(query: Query<L>, options: SearchOptions): Promise<SearchPage<L>> =>
    withLists(lists, query.where, (where) => search(searches, { ...query, where }, options));
  async function countStored(id: string): Promise<number | null> {
    if ((await lists.get(id)) === null) return null;
    const condition = { kind: 'in_list', field: 'list', values: [id], negated: false } as const;
    const from = { kind: 'offset', offset: 0 } as const;
    const query = { ...domainsMatching({ kind: 'condition', condition }), limit: 1, from };
    return (await found(query, {})).total;
  }
  return {
    // A cluster has a queue of its own.
    unit: UNIT,
    shortAtOnce: 1,
    ...writes,
    fullText,
    lastVisit: (domain) => lastVisit(client, index.alias, domain),
    history: (domain) => readHistory(client, index.alias, domain),
    ranks: () => readRanks(client, index.alias),
    names: () => readNames(client, index.alias),
    lists: {
      put: (list, names) => lists.put(list, names),
      change: (list, names) => lists.change(list, names),
      get: (id) => lists.get(id),
      list: (page) => lists.list(page),
      names: (id, page) => lists.names(id, page),
      delete: (id) => lists.delete(id),
      countStored: (id) => countStored(id),
    },
    search: (query, options = {}) => found(query, options),
    trend: (query, ends, options = {}) =>
      withLists(lists, query.where, (where) => trend(searches, { ...query, where }, ends, options)),
    searchItems: async (query, shape, options = {}) =>
      itemPage(query.level, await found(query, options), shape),
    get: (domain) => readDomain(client, index.alias, domain),
    lookup: (domains) => readHits(client, index.alias, domains),
    pages: (domain, urls) => readPageList(client, index.alias, domain, urls),
    sources: (domain, urls, part = 'body') => pageReader.sources(domain, urls, part),
    versions: (domain, url) => pageReader.versions(domain, url),
    versionSources: (domain, url, ids, part = 'body') => pageReader.versionSources(domain, url, ids, part),
    versionDiff: (domain, url, wish) => pageReader.versionDiff(domain, url, wish),
    outline: (domain, urls) => pageReader.outline(domain, urls),
    records: (domain, urls) => pageReader.records(domain, urls),
    technologies: (domain) => pageReader.technologies(domain),
    answers: (domain, range) => pageReader.answers(domain, range),
    links: (domain) => pageReader.links(domain),
    screenshots: (domain, urls, size) => pageReader.screenshots(domain, urls, size),
    scan: ({ after = '' } = {}) => scan(client, index.alias, after),
    stats: () => readStats(client, index.alias),
    close: async () => {
      await writes.close();
      await Promise.all([sources.close(), verifier.close(), pageReader.close(), fullText.close()]);
    },
  };
}
