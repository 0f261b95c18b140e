// The sites of crawls, in one index for each month in which crawls were made: a month is removed at once when no crawl is
// left of it. The id of a crawl gives its month, so no index has to be looked up. An index is made with the first site of
// its month, by whatever process.
import { type Client, errors } from '@elastic/elasticsearch';
import { monthOfCrawl, spanOfMonth } from '../../crawl-id.ts';
import { IndexReplaced } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { sharedRefresh } from '../concurrent-calls.ts';
import { refreshIndex } from '../documents.ts';
import { asStorageErrors, storageError } from '../failure.ts';
import { unfinishedBuilds } from '../migration/build-lock.ts';
import { replacedIndexes } from '../migration/index-in-use.ts';
import { readIndexes } from '../migration/index-state.ts';
import { findIndex, isThere, openIndex } from '../versioned-index.ts';
import { type RecordOptions, sitesAlias, sitesOfMonth } from './mappings.ts';

/** The index of a month, open. */
interface OpenMonth {
  /** Alias to read and write it through. */
  readonly alias: string;
  readonly refresh: () => Promise<void>;
}

/** Time after the end of a month in which clocks that differ may still make crawls of it, in milliseconds. */
const CLOCKS_MS = 24 * 3_600_000;

export class SiteMonths {
  readonly #client: Client;
  readonly #options: RecordOptions;
  readonly #open = new Map<string, Promise<OpenMonth>>();
  /** Alias of all months, to read only. It does not exist as long as there is no month. */
  readonly all: string;
  /** Makes all acknowledged writes of all months visible to searches. */
  readonly refreshAll: () => Promise<void>;

  private constructor(client: Client, options: RecordOptions) {
    this.#client = client;
    this.#options = options;
    this.all = sitesAlias(options);
    this.refreshAll = sharedRefresh(async () => {
      await this.readingAll(() => refreshIndex(client, this.all));
    });
  }

  /**
   * @throws StorageMisconfigured if a month has a mapping that this program does not serve
   * @throws StorageUnavailable
   */
  static async open(client: Client, options: RecordOptions): Promise<SiteMonths> {
    for (const month of await monthsOf(client, options)) await isThere(client, sitesOfMonth(options, month));
    return new SiteMonths(client, options);
  }

  /** Does something with the sites of a crawl. @returns `none` if its month has no index */
  async reading<R>(crawlId: string, none: R, act: (month: OpenMonth) => Promise<R>): Promise<R> {
    const month = monthOfCrawl(crawlId);
    const open = month === null ? null : await this.#find(month);
    if (month === null || open === null) return none;
    try {
      return await act(open);
    } catch (error) {
      if (!(error instanceof IndexReplaced)) throw error;
      this.#open.delete(month);
      if (await this.#exists(month)) throw error;
      return none;
    }
  }

  /** Does something with the sites of a crawl whose month needs an index, and makes it if there is none. */
  async writing<R>(crawlId: string, act: (month: OpenMonth) => Promise<R>): Promise<R> {
    const month = monthOfCrawl(crawlId);
    if (month === null) throw new TypeError(`${crawlId} is not an id of a crawl`);
    try {
      return await act(await this.#make(month));
    } catch (error) {
      if (!(error instanceof IndexReplaced)) throw error;
      this.#open.delete(month);
      if (await this.#exists(month)) throw error;
      return act(await this.#make(month));
    }
  }

  /** Reads the sites of all months. A month that is removed meanwhile makes it read once more. */
  async readingAll<R>(read: () => Promise<R>): Promise<R | null> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof IndexReplaced)) throw error;
      return (await readIndexes(this.#client, this.all)).length === 0 ? null : read();
    }
  }

  /** Makes all acknowledged writes of the crawls' months visible to searches. */
  async refresh(crawlIds: readonly string[]): Promise<void> {
    const firsts = new Map(crawlIds.map((id) => [monthOfCrawl(id), id] as const));
    await Promise.all(
      firsts.values().map((id) => this.reading<void>(id, undefined, ({ refresh }) => refresh())),
    );
  }

  /** Months that no crawl can be made in any more. */
  async over(now: number): Promise<readonly string[]> {
    const months = await monthsOf(this.#client, this.#options);
    return months.filter((month) => spanOfMonth(month).to + CLOCKS_MS <= now);
  }

  /**
   * Removes a month with all that is left of it, unless a copy or a snapshot of it is being made.
   *
   * @returns number of sites that it had; 0 if another process removes it at the same time
   */
  async remove(month: string): Promise<number> {
    try {
      return await this.#remove(month);
    } catch (error) {
      if (!(error instanceof IndexReplaced) || (await this.#exists(month))) throw error;
      this.#open.delete(month);
      return 0;
    }
  }

  async #remove(month: string): Promise<number> {
    const { alias } = sitesOfMonth(this.#options, month);
    if ((await unfinishedBuilds(this.#client, alias)).length > 0) return 0;
    const indexes = (await readIndexes(this.#client, alias)).map(({ name }) => name);
    if (indexes.length === 0) return 0;
    await refreshIndex(this.#client, alias);
    const { count } = await asStorageErrors(this.#client.count({ index: alias }, IDEMPOTENT));
    const replaced = await replacedIndexes(this.#client, alias);
    if (!(await deleteIndexes(this.#client, [...indexes, ...replaced]))) return 0;
    this.#open.delete(month);
    return count;
  }

  /** @returns null if the month has no index */
  async #find(month: string): Promise<OpenMonth | null> {
    const known = this.#open.get(month);
    if (known !== undefined) return known;
    const alias = await findIndex(this.#client, sitesOfMonth(this.#options, month));
    return alias === null ? null : this.#keep(month, Promise.resolve(alias));
  }

  #make(month: string): Promise<OpenMonth> {
    return (
      this.#open.get(month) ?? this.#keep(month, openIndex(this.#client, sitesOfMonth(this.#options, month)))
    );
  }

  /** Callers that come meanwhile share an index that is being made; after a failure the next one tries again. */
  #keep(month: string, opening: Promise<string>): Promise<OpenMonth> {
    const open = opening.then((alias) => ({
      alias,
      refresh: sharedRefresh(() => refreshIndex(this.#client, alias)),
    }));
    this.#open.set(month, open);
    void open.catch(() => this.#open.delete(month));
    return open;
  }

  /** Whether the month has an index, of whatever mapping. */
  async #exists(month: string): Promise<boolean> {
    const { alias } = sitesOfMonth(this.#options, month);
    return (await readIndexes(this.#client, alias)).length > 0;
  }
}

/** @returns false if a snapshot of one of them is being made, which the cluster does not interrupt */
async function deleteIndexes(client: Client, names: string[]): Promise<boolean> {
  try {
    await client.indices.delete({ index: names, ignore_unavailable: true }, IDEMPOTENT);
    return true;
  } catch (error) {
    if (error instanceof errors.ResponseError && error.message.includes('snapshot_in_progress_exception'))
      return false;
    throw storageError(error);
  }
}

/** Months that have an index, the earliest first. */
export async function monthsOf(client: Client, options: RecordOptions): Promise<readonly string[]> {
  const all = sitesAlias(options);
  const indexes = await readIndexes(client, all);
  const months = indexes.flatMap(({ aliases }) => aliases.flatMap((alias) => monthOfAlias(all, alias)));
  return months.toSorted();
}

function monthOfAlias(all: string, alias: string): readonly string[] {
  const month = alias.startsWith(`${all}-`) ? alias.slice(all.length + 1) : '';
  return /^\d{4}-\d{2}$/.test(month) ? [month] : [];
}
