import { join } from 'node:path';
import type { Level, Query } from '@sitegrep/search';
import type { ScreenshotSize, SiteOutline, Visit } from '@sitegrep/site';
import {
  type DomainBlocks,
  type DomainHit,
  type DomainIndex,
  type DomainPut,
  type DomainRank,
  type Hits,
  type IndexStats,
  type LastVisit,
  type LinkList,
  MAX_SAMPLES,
  type PutResult,
  type ScreenshotList,
  type SearchOptions,
  type SearchPage,
  type PageList,
  type SiteRecords,
  type SourceList,
  type SourcePart,
  type StoredDomain,
  type StoredHistory,
  type TechnologyList,
  type VersionDiff,
  type VersionDiffWish,
  type VersionList,
  type VersionSources,
} from '../../domains.ts';
import type { AnswerList, AnswerRange } from '../../answer-list.ts';
import type { KeepVersions } from '../../past/retention.ts';
import { type FullText, FullTextOff } from '../../full-text.ts';
import type { Latest, LatestWish } from '../../latest.ts';
import { listed } from '../../listed.ts';
import { requireConsistent } from '../../puts.ts';
import { HEAP_MB, Thread } from '../../thread/thread.ts';
import {
  BUILD_BYTES,
  INDEX_CACHE_BYTES,
  LOG_BYTES,
  pastSegmentsFolder,
  searchLoad,
  segmentsFolder,
  type DomainThreadData,
} from './options.ts';
import { domainLists } from './lists/domain-lists.ts';
import { type PackedDomain, type PackedHit, type PackedHits, unpackPage } from './packed.ts';
import { Readers, SHORT_AT_ONCE } from './readers.ts';
import { siteFactsIn } from './rows.ts';
import { savedSearches } from './searches/saved-searches.ts';
import type { WriterCalls } from './writer.ts';
import { readdir, stat } from 'node:fs/promises';
import { UNIT } from './text-matches.ts';

export interface DomainIndexOptions {
  /** An existing folder, which is writable unless `isReadOnly`. */
  readonly dataDir: string;
  /** Whether this process may not write the folder: then every change is refused. Absent: it may. */
  readonly isReadOnly?: boolean;
  /** Number of reader threads, ≥ 1: each runs one search at a time. */
  readonly readers: number;
  /** Memory of each reader for what it read of the index, in bytes; absent: 64 MiB. */
  readonly cacheBytes?: number;
  /** Memory for the objects of each reader, in MiB; absent: 512. A search that needs more is refused. */
  readonly readerHeapMb?: number;
  /** Memory for building segments, in bytes; absent: 40 MiB. */
  readonly buildBytes?: number;
  /** Text that is collected before it is built into a segment, in bytes; absent: 16 MiB. */
  readonly logBytes?: number;
  /** Whether there shall be full text of what is put; absent: there shall. */
  readonly fullText?: boolean;
  /** Versions of each page that are kept; absent: none. */
  readonly keepVersions?: KeepVersions;
}

/** Maximum number of calls that wait for the writer thread. */
const MAX_PENDING_WRITES = 10_000;

/** Number of hits whose facts are parsed before the event loop is yielded: about a millisecond of work. */
const HITS_AT_A_TIME = 100;

/** The index in domains.sqlite: one thread writes, several read; this side only passes values. */
export async function openDomainIndex(options: DomainIndexOptions): Promise<DomainIndex> {
  const { dataDir, isReadOnly = false, readers: count } = options;
  const {
    fullText = true,
    keepVersions = 0,
    cacheBytes = INDEX_CACHE_BYTES,
    buildBytes = BUILD_BYTES,
    logBytes = LOG_BYTES,
    readerHeapMb = HEAP_MB,
  } = options;
  const file = join(dataDir, 'domains.sqlite');
  const load = searchLoad();
  const workerData: DomainThreadData = {
    file,
    texts: { buildBytes, logBytes, load },
    fullText,
    keepVersions,
  };
  const thread = {
    name: 'index writer',
    entry: new URL('./writer-thread.ts', import.meta.url),
    workerData,
    maxPending: MAX_PENDING_WRITES,
    heapMb: HEAP_MB,
  };
  // An idle one starts with the first change, and refuses it with the reason.
  const writer = isReadOnly ? Thread.idle<WriterCalls>(thread) : await Thread.start<WriterCalls>(thread);
  const readers = await Readers.open({ file, isReadOnly, cacheBytes }, { count, heapMb: readerHeapMb }, load);

  async function* scan(after: string): AsyncGenerator<StoredDomain> {
    for await (const document of following((last) => readers.call('scan', last), after))
      yield unpackDomain(document);
  }

  return {
    blocks: domainBlocks(writer, readers),
    lists: domainLists(writer, readers),
    searches: savedSearches(writer, readers),
    fullText: fullTextOf(readers),
    unit: UNIT,
    shortAtOnce: SHORT_AT_ONCE,
    async put(puts: readonly DomainPut[]): Promise<readonly PutResult[]> {
      for (const site of puts) requireConsistent(site);
      const written = keepVersions === 0 ? puts.map((site) => ({ ...site, past: [] })) : puts;
      return await writer.call('put', written);
    },
    async lookup(domains: readonly string[]): Promise<readonly (DomainHit | null)[]> {
      return unpackEach(await readers.call('lookup', domains), (hit) =>
        hit === null ? null : unpackHit(hit),
      );
    },
    async pages(domain: string, urls?: readonly string[]): Promise<PageList | null> {
      const packed = await readers.call('pages', { domain, urls: urls ?? null });
      return packed === null ? null : { ...packed, facts: siteFactsIn(packed.facts) };
    },
    async outline(domain: string, urls?: readonly string[]): Promise<SiteOutline | null> {
      const packed = await readers.call('outline', { domain, urls: urls ?? null });
      return packed === null ? null : { ...packed, pages: await unpackEach(packed.pages, unpackPage) };
    },
    async records(domain: string, urls: readonly string[]): Promise<SiteRecords | null> {
      const packed = await readers.call('records', { domain, urls });
      return packed === null ? null : { ...packed, pages: packed.pages.map(unpackPage) };
    },
    technologies: (domain: string): Promise<TechnologyList | null> => readers.call('technologies', domain),
    answers: (domain: string, range: AnswerRange): Promise<AnswerList | null> =>
      readers.call('answers', { domain, range }),
    links: (domain: string): Promise<LinkList | null> => readers.call('links', domain),
    sources: (
      domain: string,
      urls: readonly string[],
      part: SourcePart = 'body',
    ): Promise<SourceList | null> => readers.call('sources', { domain, urls, part }),
    screenshots: (
      domain: string,
      urls: readonly string[],
      size: ScreenshotSize,
    ): Promise<ScreenshotList | null> => readers.call('screenshots', { domain, urls, size }),
    versions: (domain: string, url: string): Promise<VersionList | null> =>
      readers.call('versions', { domain, url }),
    versionSources: (
      domain: string,
      url: string,
      ids: readonly number[],
      part: SourcePart = 'body',
    ): Promise<VersionSources | null> => readers.call('versionSources', { domain, url, ids, part }),
    versionDiff: (domain: string, url: string, wish: VersionDiffWish): Promise<VersionDiff | null> =>
      readers.call('versionDiff', { domain, url, wish }),
    lastVisit: (domain: string): Promise<LastVisit | null> => readers.call('lastVisit', domain),
    confirm: (domain: string, visit: LastVisit, isKnown = false): Promise<boolean> =>
      writer.call('confirm', domain, visit, isKnown),
    recordVisit: (domain: string, visit: Visit): Promise<boolean> =>
      writer.call('recordVisit', domain, visit),
    history: (domain: string): Promise<StoredHistory | null> => readers.call('history', domain),
    latest: (wishes: readonly LatestWish[]): Promise<readonly Latest[]> => readers.call('latest', wishes),
    delete: (domain: string): Promise<boolean> => writer.call('delete', domain),
    setRanks: (ranks: readonly DomainRank[]): Promise<void> => writer.call('setRanks', ranks),
    updateRanks: () => Promise.resolve(0),
    updateRanksAlone: () => Promise.resolve(0),
    ranks: () => following((last) => readers.call('ranks', last), ''),
    async *names() {
      for (let last = ''; ;) {
        const some = await readers.call('names', last);
        yield* some;
        const end = some.at(-1);
        if (end === undefined) return;
        last = end;
      }
    },
    async search<L extends Level>(query: Query<L>, options?: SearchOptions): Promise<SearchPage<L>> {
      const page = await readers.search(query, options);
      return { ...page, hits: await unpackEach(page.hits, UNPACK[query.level]) };
    },
    trend: (query, ends, options) => readers.trend(query, ends, options),
    searchItems: (query, shape, options) => readers.items(query, shape, options),
    async get(domain: string): Promise<StoredDomain | null> {
      const packed = await readers.call('get', domain);
      return packed === null ? null : unpackDomain(packed);
    },
    scan: (options?: { readonly after?: string }) => scan(options?.after ?? ''),
    async stats(): Promise<IndexStats> {
      return {
        ...(await readers.call('stats', null)),
        totalBytes:
          (await fileBytes(file)) +
          (await folderBytes(segmentsFolder(file))) +
          (await folderBytes(pastSegmentsFolder(file))),
      };
    },
    async close(): Promise<void> {
      await readers.close();
      await writer.close();
    },
  };
}

/** Unpacks hits in parts: ten thousand in one go would hold the event loop for a tenth of a second. */
async function unpackEach<Packed, Hit>(
  packed: readonly Packed[],
  unpack: (packed: Packed) => Hit,
): Promise<readonly Hit[]> {
  const hits: Hit[] = [];
  for (const one of packed) {
    if (hits.length > 0 && hits.length % HITS_AT_A_TIME === 0)
      await new Promise((resolve) => setImmediate(resolve));
    hits.push(unpack(one));
  }
  return hits;
}

function unpackHit({ facts, ...rest }: PackedHit): DomainHit {
  return { ...rest, facts: siteFactsIn(facts) };
}

const UNPACK: { readonly [L in Level]: (packed: PackedHits[L]) => Hits[L] } = {
  domain: unpackHit,
  page: (hit) => hit,
  version: (hit) => hit,
  change: (hit) => hit,
};

function unpackDomain({ facts, pages, ...rest }: PackedDomain): StoredDomain {
  return {
    ...rest,
    facts: siteFactsIn(facts),
    pages: pages.map(unpackPage),
  };
}

/** All items after a domain. @param read gives some items after a domain, in order; none at the end */
async function* following<Item extends { readonly domain: string }>(
  read: (last: string) => Promise<readonly Item[]>,
  after: string,
): AsyncGenerator<Item> {
  for (let last = after; ;) {
    const some = await read(last);
    yield* some;
    const end = some.at(-1);
    if (end === undefined) return;
    last = end.domain;
  }
}

function fullTextOf(readers: Readers): FullText {
  return {
    search: async (request, signal) => present(await readers.textCall('textSearch', request, signal)),
    complete: async (typed, limit, signal) =>
      present(await readers.textCall('textCompletions', { typed, limit }, signal)),
    videos: async (request, signal) => present(await readers.textCall('textVideos', request, signal)),
    async video(id, signal) {
      const [found = null] = present(await readers.textCall('textVideo', id, signal));
      return found;
    },
  };
}

/** @throws FullTextOff if there is no answer */
function present<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new FullTextOff();
  return answer;
}

/**
 * Blocks in domains.sqlite. The writer looks for them in the transaction of each put, so a put comes either before a
 * block, and is there to be removed, or after it, and is refused.
 */
function domainBlocks(writer: Thread<WriterCalls>, readers: Readers): DomainBlocks {
  return {
    block: (block) => writer.call('block', block),
    async takeDown(block) {
      const own = await writer.call('takeDown', block);
      const samples = own.removed ? [own.block.domain] : [];
      let removed = samples.length;
      for (let after = ''; ;) {
        const under = await readers.call('under', { domain: own.block.domain, after });
        const last = under.at(-1);
        if (last === undefined) return { block: own.block, removed, samples };
        const answers = await Promise.all(under.map((domain) => writer.call('delete', domain)));
        const gone = under.filter((_, index) => answers[index]);
        removed += gone.length;
        samples.push(...gone.slice(0, MAX_SAMPLES - samples.length));
        after = last;
      }
    },
    unblock: (domain) => writer.call('unblock', domain),
    get: (domain) => readers.call('block', domain),
    covering: (domain) => readers.call('blockCovering', domain),
    async list({ limit, after = '' }) {
      const some = await readers.call('blocks', { after, limit: limit + 1 });
      return listed(
        some,
        limit,
        (block) => block.domain,
        (block) => block,
      );
    },
  };
}

/** Bytes on disk of a database and the files that SQLite has beside it. */
function fileBytes(file: string): Promise<number> {
  return bytesOf([file, `${file}-wal`, `${file}-shm`]);
}

/** Bytes on disk of the files in a folder; 0 if there is none. */
async function folderBytes(folder: string): Promise<number> {
  const names = await orIfAbsent(readdir(folder), []);
  return bytesOf(names.map((name) => join(folder, name)));
}

async function bytesOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map((path) =>
      orIfAbsent(
        stat(path).then(({ size }) => size),
        0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function orIfAbsent<T>(found: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise;
    throw error;
  }
}
