import type { Client } from '@elastic/elasticsearch';
import { domainsMatching, type Expression, type Level, type Query } from '@sitegrep/search';
import type { DomainIndex, SearchOptions, SearchPage } from '../../domains.ts';
import { itemPage } from '../../items.ts';
import { openServed } from '../versioned-index.ts';
import { withLists } from './listed-names.ts';
import { openLists } from './lists.ts';
import { readLatest } from './latest.ts';
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
import { createClusterSearches } from './searches/cluster-searches.ts';
import { savedNames, withSavedSearches } from './searches/named-searches.ts';
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
  const lists = await openLists(client, options);
  const { numberRecords, saved, ...writes } = await openDomainWrites(client, index, lists, options);
  const sources = createSourceReader(client);
  const captures = new KeptCaptures();
  const verifier = createVerifier(client, captures);
  const pageReader = createPageReader(client, index);
  const fullText = createFullText(client, index);
  const { store } = saved;
  const fill = { client, index, lists, verifier, ...saved };
  const clusterSearches = createClusterSearches({
    client,
    index,
    lists,
    ...saved,
    fill,
  });
  const searches = {
    client,
    sources,
    verifier,
    captures,
    numberRecords,
    savedNames: savedNames(store),
    get alias() {
      return index.alias;
    },
  };
  const found = <L extends Level>(query: Query<L>, options: SearchOptions): Promise<SearchPage<L>> =>
    withNamed(query.where, query.level, (where) => search(searches, { ...query, where }, options));
  function withNamed<Answer>(
    where: Expression,
    level: Level,
    run: (where: Expression) => Promise<Answer>,
  ): Promise<Answer> {
    return withSavedSearches(store, where, level, (expanded) => withLists(lists, expanded, run));
  }
  async function countStored(id: string): Promise<number | null> {
    if ((await lists.get(id)) === null) return null;
    const condition = { kind: 'in_list', field: 'list', values: [id], negated: false } as const;
    const from = { kind: 'offset', offset: 0 } as const;
    const query = { ...domainsMatching({ kind: 'condition', condition }), limit: 1, from };
    return (await found(query, {})).total;
  }
  async function changed<Answer>(change: Promise<Answer>): Promise<Answer> {
    const answer = await change;
    await clusterSearches.listsChanged();
    return answer;
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
      put: (list, names) => changed(lists.put(list, names)),
      change: (list, names) => changed(lists.change(list, names)),
      get: (id) => lists.get(id),
      list: (page) => lists.list(page),
      names: (id, page) => lists.names(id, page),
      delete: (id) => changed(lists.delete(id)),
      countStored: (id) => countStored(id),
    },
    searches: {
      put: (wanted, over) => clusterSearches.put(wanted, over),
      get: (id) => clusterSearches.get(id),
      list: (page) => clusterSearches.list(page),
      delete: (id) => clusterSearches.delete(id),
      fill: (how) => clusterSearches.fill(how),
      count: (id) => clusterSearches.count(id),
      standings: (ids, since) => clusterSearches.standings(ids, since),
      events: (request) => clusterSearches.events(request),
    },
    setRanks: async (ranks) => {
      await writes.setRanks(ranks);
      await clusterSearches.ranksChanged();
    },
    updateRanks: async (how) => {
      const ranks = await writes.updateRanks(how);
      if (ranks > 0) await clusterSearches.ranksChanged();
      return ranks;
    },
    updateRanksAlone: async (how) => {
      const ranks = await writes.updateRanksAlone(how);
      if (ranks !== null && ranks > 0) await clusterSearches.ranksChanged();
      return ranks;
    },
    search: (query, options = {}) => found(query, options),
    trend: (query, ends, options = {}) =>
      withNamed(query.where, query.level, (where) => trend(searches, { ...query, where }, ends, options)),
    searchItems: async (query, shape, options = {}) =>
      itemPage(query.level, await found(query, options), shape),
    get: (domain) => readDomain(client, index.alias, domain),
    latest: (wishes) => readLatest(client, index.alias, wishes),
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
