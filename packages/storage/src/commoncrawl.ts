/** An import of captures of Common Crawl: which of them, and how far it is. */
export interface CommonCrawlImport extends CommonCrawlProgress {
  readonly id: string;
  readonly selection: CommonCrawlSelection;
  /** Whether captures are found and counted, but none is read. */
  readonly isDryRun: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly state: CommonCrawlState;
  /** When it ended; null: it goes on. */
  readonly endedAt: number | null;
  /** Why it failed, in words; null if it did not. */
  readonly reason: string | null;
}

/** States of an import: it goes on, it came to its end, somebody stopped it, or it can't go on. */
export const COMMONCRAWL_STATES = ['running', 'finished', 'stopped', 'failed'] as const;
type CommonCrawlState = (typeof COMMONCRAWL_STATES)[number];

/** The captures that are meant. */
export interface CommonCrawlSelection {
  /** Names of crawls, as they were written; none: the latest crawl. */
  readonly crawls: readonly string[];
  /** The origin of the hosts; their names are the part `HOSTS_PART` of the import. Null: all hosts below the top-level domain. */
  readonly hosts: {
    readonly from: 'given' | 'list' | 'ranks';
    /** Id of the list; null if they come from elsewhere. */
    readonly list: string | null;
    readonly count: number;
    /** Entries that name no host: how many, and the first. */
    readonly rejected: NamedSome;
  } | null;
  /** Top-level domain of the hosts; null: the hosts are named. */
  readonly tld: string | null;
  /** Start of the path of each URL; null: any. */
  readonly path: string | null;
  /** Codes of ISO 639-3, of which a capture has one at least; none: any. */
  readonly languages: readonly string[];
  /** Whether robots.txt of the hosts is meant, too. */
  readonly withRobots: boolean;
}

/** Names of which the first are kept. */
export interface NamedSome {
  readonly count: number;
  readonly first: readonly string[];
}

/** Names of the parts with the hosts of an import, and with marks of those that were found. */
export const HOSTS_PART = 'hosts';
export const FOUND_PART = 'found';

/** A crawl of an import, and what was found in it. */
export interface FoundCrawl {
  readonly name: string;
  /** Index that is read; null: not decided yet. */
  readonly index: 'table' | 'urls' | null;
  /** Position up to which the index was read; null: all of it was. */
  readonly next: readonly number[] | null;
  /** Number of parts that list what was found. */
  readonly parts: number;
  readonly records: number;
  /** Requests and bytes that it takes to read the records. */
  readonly requests: number;
  readonly bytes: number;
}

/** How far an import is. */
export interface CommonCrawlProgress {
  /** Crawls in the order of their dates; none: not known yet. */
  readonly crawls: readonly FoundCrawl[];
  /** Up to where all records are imported: so many crawls, parts of the next one, and records of the next part. */
  readonly position: { readonly crawl: number; readonly part: number; readonly record: number };
  /** Hosts of which no crawl has a record. */
  readonly missing: NamedSome;
  /** Number of records with each outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The first records that could not be read, in words. */
  readonly damaged: readonly string[];
  /** Requests that were sent, and bytes that came. */
  readonly requests: number;
  readonly bytes: number;
  /** Time until which it waits, because the server wants that; null: it does not. */
  readonly waitsUntil: number | null;
}

export const NO_COMMONCRAWL_PROGRESS: CommonCrawlProgress = {
  crawls: [],
  position: { crawl: 0, part: 0, record: 0 },
  missing: { count: 0, first: [] },
  outcomes: {},
  damaged: [],
  requests: 0,
  bytes: 0,
  waitsUntil: null,
};

/** How an import ends. */
interface CommonCrawlEnd {
  readonly state: Exclude<CommonCrawlState, 'running'>;
  readonly endedAt: number;
  readonly reason: string | null;
}

/**
 * The import from Common Crawl: the last one, which may go on, with parts of bytes by their names. An adapter guarantees: what resolved
 * is durable; at most one import goes on, whichever processes begin one; one that has ended stays so, and its parts are gone.
 */
export interface CommonCrawlStore {
  /** Null: there was none yet. */
  get(): Promise<CommonCrawlImport | null>;
  /**
   * Begins an import in place of the last one, unless that goes on.
   *
   * @param hosts bytes of `HOSTS_PART`; null: it has no such part
   * @returns the import that goes on then
   */
  begin(run: CommonCrawlImport, hosts: Uint8Array | null): Promise<CommonCrawlImport>;
  /** Records how far an import is. @returns false if it does not go on, which changes nothing */
  note(id: string, progress: CommonCrawlProgress): Promise<boolean>;
  /** Ends an import. @returns false if it does not go on, which changes nothing */
  end(id: string, end: CommonCrawlEnd): Promise<boolean>;
  /** Writes a part, also in place of one of the same name. @returns false if the import does not go on, which changes nothing */
  setPart(id: string, name: string, bytes: Uint8Array): Promise<boolean>;
  /** Null: there is none of this name. */
  part(id: string, name: string): Promise<Uint8Array | null>;
  /**
   * Does the work of an import, unless another process does.
   *
   * @param work ends early when its signal fires: another process does it, because this one gave no sign of life
   * @returns null if it was not done
   */
  alone<Result>(work: (lost: AbortSignal) => Promise<Result>): Promise<Result | null>;
}
