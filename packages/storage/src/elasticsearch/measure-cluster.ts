// Measures what searches and puts cost a cluster, for docs/production.md. Reads the index that is in use, and writes an index of
// its own that it removes.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import type { Query } from '@sitegrep/search';
import type { DomainIndex, DomainPut } from '../domains.ts';
import { StorageMisconfigured } from '../errors.ts';
import { connect, type ElasticsearchStorageOptions, IDEMPOTENT } from './client.ts';
import { openDomainIndex } from './domains/domain-index.ts';
import { domainIndex } from './domains/mapping.ts';
import { asStorageErrors } from './failure.ts';
import { smallIndexes } from './records/mappings.ts';
import { wholeSite } from '../puts.ts';

interface MeasuredSearch {
  readonly name: string;
  /** Documents that it finds. */
  readonly total: number;
  /** Processor time of all nodes, in milliseconds a search. */
  readonly processorMs: number;
  /** The same without what any search takes, in microseconds a document of the index. */
  readonly microsecondsADocument: number;
}

export interface MeasuredCluster {
  readonly documents: number;
  /** Bytes of all sources, and of the index with the stored sources, without replicas. */
  readonly sourceBytes: number;
  readonly indexBytes: number;
  readonly shards: number;
  /** Processor time that a search takes whose term is nowhere, in milliseconds. */
  readonly fixedMs: number;
  readonly searches: readonly MeasuredSearch[];
  readonly puts: MeasuredPuts;
}

/** Documents written into an index of their own, with one shard and no replica. */
interface MeasuredPuts {
  readonly documents: number;
  readonly sourceBytes: number;
  /** Processor time of all nodes, in milliseconds a document. */
  readonly processorMs: number;
  /** The same of this process, which prepares the documents. */
  readonly clientMs: number;
  /** Bytes on disk when they are written, and when they are merged and nothing is kept for recovery. */
  readonly writtenBytes: number;
  readonly mergedBytes: number;
}

export interface ClusterMeasurement {
  readonly queries: readonly { readonly name: string; readonly query: Query }[];
  /** A query that finds nothing. */
  readonly nothing: Query;
  /** Times that each is asked; rounded up to a multiple of five. */
  readonly rounds: number;
  /** Documents to write; all are held in memory. */
  readonly puts: number;
  readonly signal?: AbortSignal;
}

/** Documents of one put. */
const PUT_AT_A_TIME = 16;
/** Elasticsearch reads the processor time of its process once a second. */
const READING_MS = 1_100;
/** Elasticsearch notes every 30 seconds up to where all copies of a shard are alike; merges drop what was kept for recovery until then. */
const RECOVERY_MS = 35_000;
/** Rounds in which all terms are asked for, one after another. */
const ROUNDS = 5;

/**
 * @throws StorageMisconfigured if the index has no documents, or credentials or address are wrong
 * @throws StorageUnavailable
 */
export async function measureCluster(
  options: ElasticsearchStorageOptions,
  wish: ClusterMeasurement,
): Promise<MeasuredCluster> {
  await using closers = new AsyncDisposableStack();
  const client = closers.adopt(await connect(options), (opened) => opened.close());
  const index = closers.adopt(await openDomainIndex(client, options), (opened) => opened.close());
  const { domains: documents, sourceBytes } = await index.stats();
  if (documents === 0)
    throw new StorageMisconfigured('the index has no documents yet: measure it when it has some thousands');
  const alias = domainIndex(options).alias;
  const { _all: all } = await asStorageErrors(
    client.indices.stats({ index: alias, metric: ['store', 'docs'] }, IDEMPOTENT),
  );
  const { _shards: shards } = await asStorageErrors(client.count({ index: alias }, IDEMPOTENT));
  const queries = [{ name: '', query: wish.nothing }, ...wish.queries];
  const [nothing, ...found] = await measuredSearches(client, index, queries, wish);
  const fixedMs = nothing?.processorMs ?? 0;
  const searches = found.map((search) => ({
    ...search,
    microsecondsADocument: (1_000 * Math.max(0, search.processorMs - fixedMs)) / documents,
  }));
  const puts = await measuredPuts(client, options, index, wish);
  const indexBytes = all.primaries?.store?.size_in_bytes ?? 0;
  return { documents, sourceBytes, indexBytes, shards: shards.total, fixedMs, searches, puts };
}

/** Processor time of all nodes since they started, in milliseconds, with all work that has ended. */
async function processorTime(client: Client, signal: AbortSignal | undefined): Promise<number> {
  await delay(READING_MS, null, signal === undefined ? {} : { signal });
  const { nodes } = await asStorageErrors(client.nodes.stats({ metric: 'process' }, IDEMPOTENT));
  return Object.values(nodes).reduce((sum, { process }) => sum + (process?.cpu?.total_in_millis ?? 0), 0);
}

/** Medians of some rounds, in each of which all queries are asked one after another: what else the nodes do changes. */
async function measuredSearches(
  client: Client,
  index: DomainIndex,
  queries: ClusterMeasurement['queries'],
  { rounds, signal }: Pick<ClusterMeasurement, 'rounds' | 'signal'>,
): Promise<readonly Omit<MeasuredSearch, 'microsecondsADocument'>[]> {
  const searches = queries.map(({ name, query }) => ({ name, query, total: 0, times: [] as number[] }));
  const times = Math.ceil(rounds / ROUNDS);
  let before = await processorTime(client, signal);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const search of searches) {
      for (let time = 0; time < times; time++) {
        const page = await index.search(search.query, signal === undefined ? {} : { signal });
        search.total = page.total;
      }
      const now = await processorTime(client, signal);
      const taken = now - before;
      before = now;
      // In the first one the cluster compiles its code.
      if (round > 0) search.times.push(taken / times);
    }
  }
  return searches.map(({ name, total, times: measured }) => ({
    name,
    total,
    processorMs: measured.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0,
  }));
}

async function measuredPuts(
  client: Client,
  options: ElasticsearchStorageOptions,
  from: DomainIndex,
  { puts: wanted, signal }: Pick<ClusterMeasurement, 'puts' | 'signal'>,
): Promise<MeasuredPuts> {
  const indexPrefix = `${options.indexPrefix}-bench-${randomBytes(4).toString('hex')}`;
  const own = { ...options, indexPrefix, shards: 1, replicas: 0 };
  const { alias } = domainIndex(own);
  await using closers = new AsyncDisposableStack();
  closers.defer(() => removeIndexes(client, own));
  const index = closers.adopt(await openDomainIndex(client, own), (opened) => opened.close());
  const some: DomainPut[] = [];
  for await (const document of from.scan()) {
    signal?.throwIfAborted();
    if (some.push(wholeSite(document)) === wanted) break;
  }
  const documents = some.length;
  const before = await processorTime(client, signal);
  const usedBefore = process.cpuUsage();
  for (let at = 0; at < documents; at += PUT_AT_A_TIME) {
    signal?.throwIfAborted();
    await index.put(some.slice(at, at + PUT_AT_A_TIME));
  }
  const used = process.cpuUsage(usedBefore);
  const processorMs = (await processorTime(client, signal)) - before;
  const clientMs = (used.user + used.system) / 1_000;
  const sizeOf = async (): Promise<number> => {
    await asStorageErrors(client.indices.flush({ index: alias, force: true }));
    const { _all: all } = await asStorageErrors(
      client.indices.stats({ index: alias, metric: 'store' }, IDEMPOTENT),
    );
    return all.primaries?.store?.size_in_bytes ?? 0;
  };
  const writtenBytes = await sizeOf();
  const { sourceBytes } = await index.stats();
  await delay(RECOVERY_MS, null, signal === undefined ? {} : { signal });
  await asStorageErrors(client.indices.flush({ index: alias, force: true }));
  await asStorageErrors(client.indices.forcemerge({ index: alias, max_num_segments: 1 }));
  const mergedBytes = await sizeOf();
  return {
    documents,
    sourceBytes,
    processorMs: processorMs / documents,
    clientMs: clientMs / documents,
    writtenBytes,
    mergedBytes,
  };
}

/** Removes all indexes with a prefix, each by its name. */
async function removeIndexes(client: Client, options: ElasticsearchStorageOptions): Promise<void> {
  const aliases = [domainIndex(options), ...Object.values(smallIndexes(options))];
  for (const { alias } of aliases) {
    const indexes = await asStorageErrors(
      client.indices.get({ index: alias, ignore_unavailable: true, allow_no_indices: true }, IDEMPOTENT),
    );
    const names = Object.keys(indexes);
    if (names.length > 0) await asStorageErrors(client.indices.delete({ index: names }));
  }
}
