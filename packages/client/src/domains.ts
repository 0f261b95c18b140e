import type {
  DomainDetails,
  DomainPage,
  LabelInterval,
  LookedUpDomain,
  LookupCrawl,
  LookupRequest,
} from './api.ts';
import type { ListRequest } from './crawls.ts';
import { apiErrorOf, SitegrepError } from './error.ts';
import type { Operations } from './operations.ts';
import { type CallOptions, requireCount } from './options.ts';
import { isTemporary, pause } from './retry.ts';
import { ClientPart, parsedJson } from './transport.ts';
import { walkList, type WalkOptions } from './walk.ts';

/** The technologies of a domain, with notes on evidence that is missing. */
export type DomainTechnologies = Operations['listDomainTechnologies']['data'];

/** Answers of a site besides its pages, with the heads of a part of its pages. */
export type DomainAnswers = Operations['getDomainAnswers']['data'];

/** Visits of a domain, and a part of the intervals in which its labels were there. */
export type PageVersions = Operations['listPageVersions']['data'];
export type PageVersion = PageVersions['items'][number];
export type VersionsRequest = Operations['listPageVersions']['query'];
export type VersionSourceRequest = Operations['getVersionSource']['query'];
export type PageDiff = Operations['getPageDiff']['data'];
export type DiffRequest = Operations['getPageDiff']['query'];
export type DomainHistory = Operations['getDomainHistory']['data'];

export type HistoryRequest = NonNullable<Operations['getDomainHistory']['query']>;

/** Hosts of third parties that a domain loads from or sends to, by category. */
export type DomainThirdParties = Operations['listDomainThirdParties']['data'];

/** Hashes of an icon. */
export type IconHashes = Operations['hashIcon']['data'];

/** A part of the hosts that a domain links to. */
export type DomainLinks = Operations['listDomainLinks']['data'];

/** A part of the pages of a domain. */
export type DomainPages = Operations['listDomainPages']['data'];

export interface SourceOptions extends CallOptions {
  /** Source as it was sent (`body`, the default), or as scripts wrote it (`rendered`). */
  readonly part?: 'body' | 'rendered' | undefined;
}

export interface ScreenshotOptions extends CallOptions {
  /** 1366 × 768 pixels (`full`, the default), or a quarter as wide (`thumbnail`). */
  readonly size?: 'full' | 'thumbnail' | undefined;
}

export interface AnswersRequest extends ListRequest {
  /** True: files come with their texts. */
  readonly texts?: boolean | undefined;
}

/** A part of a source, in UTF-8; characters at its ends may be incomplete. */
export interface SourcePart {
  readonly bytes: Uint8Array;
  /** Position of its first byte in the source. */
  readonly offset: number;
  /** Size of the whole source in bytes. */
  readonly total: number;
}

/** Bytes of a source, from `offset` on. */
export interface SourceWindow {
  readonly offset: number;
  /** Maximum number of bytes, from 1. */
  readonly length: number;
}

/** The crawl of what a lookup did not find; null if there was nothing to crawl. */
export type MissingCrawl = LookupCrawl['crawl'];

export interface LookupWish extends Pick<LookupRequest, 'fields'> {
  /**
   * If given, a crawl of the domains that are not stored is started, and this function is called with it, once for
   * each request. It needs a key that has the scope `admin`, too. A lookup that crawls is not resumed after a failure.
   */
  readonly onCrawl?: ((crawl: MissingCrawl) => void) | undefined;
}

/** Entries of one request, and the bytes that they may take as JSON; a request may have a mebibyte. */
const AT_A_TIME = 10_000;
const MAX_BYTES = 1_000_000;

/** Characters of an entry that are sent: longer ones name no domain, and the answer says so. */
const MAX_ENTRY = 4_096;

const encoder = new TextEncoder();

/** Lookups of given domains, as `client.domains`. Needs the scope `search`; for sources, the scope `source`. */
export class KnownDomains extends ClientPart {
  /** Gets everything that is known of a domain. */
  get(domain: string, options?: CallOptions): Promise<DomainDetails> {
    return this.transport.call('getDomain', { path: { domain } }, options);
  }

  /** Gets a page of the hosts of other sites that a domain links to, those of most pages first. */
  links(domain: string, request: ListRequest = {}, options?: CallOptions): Promise<DomainLinks> {
    return this.transport.call('listDomainLinks', { path: { domain }, query: request }, options);
  }

  /** Gets the visits of a domain, and a part of the intervals in which its labels were there. */
  history(domain: string, request: HistoryRequest = {}, options?: CallOptions): Promise<DomainHistory> {
    return this.transport.call('getDomainHistory', { path: { domain }, query: request }, options);
  }

  /** Iterates over all intervals in which labels of a domain were there. */
  allIntervals(
    domain: string,
    request: Omit<HistoryRequest, 'limit' | 'next_token'> = {},
    options: WalkOptions = {},
  ): AsyncGenerator<LabelInterval, void> {
    return walkList(options, (part) => this.history(domain, { ...request, ...part }, options));
  }

  /** Gets the hosts of third parties that a domain loads from or sends to, by the categories of their technologies. */
  thirdParties(domain: string, options?: CallOptions): Promise<DomainThirdParties> {
    return this.transport.call('listDomainThirdParties', { path: { domain } }, options);
  }

  /** Gets the technologies of a domain with versions, confidence, pages and evidence. */
  technologies(domain: string, options?: CallOptions): Promise<DomainTechnologies> {
    return this.transport.call('listDomainTechnologies', { path: { domain } }, options);
  }

  /** Gets what a site answers besides the sources of its pages: files, certificate, icon, and heads of a part of its pages. */
  answers(domain: string, request: AnswersRequest = {}, options?: CallOptions): Promise<DomainAnswers> {
    return this.transport.call('getDomainAnswers', { path: { domain }, query: request }, options);
  }

  /** Gets a part of the stored pages of a domain, without their sources. */
  pages(domain: string, request: ListRequest = {}, options?: CallOptions): Promise<DomainPages> {
    return this.transport.call('listDomainPages', { path: { domain }, query: request }, options);
  }

  /** Iterates over all stored pages of a domain. */
  allPages(domain: string, options: WalkOptions = {}): AsyncGenerator<DomainPage, void> {
    return walkList(options, (part) => this.pages(domain, part, options));
  }

  /**
   * Gets the stored source of a page, under its URL as `pages` lists it: as it was sent, or as scripts wrote it. Needs the scope
   * `source`.
   */
  source(domain: string, url: string, { part, ...options }: SourceOptions = {}): Promise<string> {
    return this.transport.call('getPageSource', { path: { domain }, query: { url, part } }, options);
  }

  /** Gets a part of the versions of a page, the newest first. */
  versions(domain: string, request: VersionsRequest, options?: CallOptions): Promise<PageVersions> {
    return this.transport.call('listPageVersions', { path: { domain }, query: request }, options);
  }

  /** Iterates over all versions of a page. */
  allVersions(domain: string, url: string, options: WalkOptions = {}): AsyncGenerator<PageVersion, void> {
    return walkList(options, (part) => this.versions(domain, { ...part, url }, options));
  }

  /** Gets the source of a version of a page. Needs the scope `source`. */
  versionSource(domain: string, request: VersionSourceRequest, options?: CallOptions): Promise<string> {
    return this.transport.call('getVersionSource', { path: { domain }, query: request }, options);
  }

  /** Compares two versions of a page. Needs the scope `source`. */
  diff(domain: string, request: DiffRequest, options?: CallOptions): Promise<PageDiff> {
    return this.transport.call('getPageDiff', { path: { domain }, query: request }, options);
  }

  /** Gets a part of the same source. @throws TypeError if the window is invalid; SitegrepError `range_not_satisfiable` if it begins after the end */
  async sourcePart(
    domain: string,
    url: string,
    { offset, length }: SourceWindow,
    options?: CallOptions,
  ): Promise<SourcePart> {
    requireCount('offset', offset);
    requireCount('length', length);
    if (length === 0) throw new TypeError('length is 0; give an integer from 1');
    const header = { Range: `bytes=${offset}-${offset + length - 1}` };
    const input = { path: { domain }, query: { url }, header };
    const { bytes, headers } = await this.transport.bytes('getPageSource', input, options);
    const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
    return { bytes, offset: Number(first ?? 0), total: Number(total ?? bytes.length) };
  }

  /** Gets the icon of a site as a PNG of at most 32 × 32 pixels. Needs the scope `search`. */
  async icon(domain: string, options: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.transport.bytes('getDomainIcon', { path: { domain } }, options)).bytes;
  }

  /** Hashes an icon, of which nothing is stored, and gets the queries that find the sites with it. Needs the scope `search`. */
  hashIcon(bytes: Uint8Array<ArrayBuffer>, options?: CallOptions): Promise<IconHashes> {
    const upload = { type: 'application/octet-stream', list: bytes, isGzip: false };
    return this.transport.call('hashIcon', {}, options, upload);
  }

  /** Gets the screenshot of a page as WebP, of the pages that have one by `pages`. Needs the scope `source`. */
  async screenshot(
    domain: string,
    url: string,
    { size, ...options }: ScreenshotOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const input = { path: { domain }, query: { url, size } };
    return (await this.transport.bytes('getPageScreenshot', input, options)).bytes;
  }

  /**
   * Looks any number of domains or URLs up, up to ten thousand a request, and iterates over what is known of each, in their order.
   * An interrupted lookup is resumed: no entry is missing, and none comes twice.
   */
  async *lookup(
    entries: Iterable<string> | AsyncIterable<string>,
    wish: LookupWish = {},
    options: CallOptions = {},
  ): AsyncGenerator<LookedUpDomain, void> {
    for await (const part of partsOf(entries)) yield* this.#lookedUp(part, wish, options);
  }

  async *#lookedUp(
    entries: readonly string[],
    { fields, onCrawl }: LookupWish,
    options: CallOptions,
  ): AsyncGenerator<LookedUpDomain, void> {
    let done = 0;
    let failures = 0;
    let isComplete = false;
    while (!isComplete) {
      try {
        const json = {
          domains: entries.slice(done),
          ...(fields === undefined ? {} : { fields }),
          ...(onCrawl === undefined ? {} : { crawl_missing: true }),
        };
        const lines = await this.transport.lines('lookUpDomains', { json }, 'application/x-ndjson', options);
        for await (const line of lines ?? []) {
          const answer = answerIn(line);
          if ('crawl' in answer) {
            onCrawl?.(answer.crawl);
            continue;
          }
          done += 1;
          failures = 0;
          yield answer;
        }
        if (done < entries.length) throw unexpected('The answer ended before the last entry.');
        isComplete = true;
      } catch (error) {
        if (onCrawl !== undefined || !isTemporary(error)) throw error;
        await pause(this.transport.retryDelay(error, failures, options), options.signal);
        failures += 1;
        isComplete = done === entries.length;
      }
    }
  }
}

/** Parts of a list, each of which one request takes. */
async function* partsOf(
  entries: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<readonly string[], void> {
  let part: string[] = [];
  let bytes = 0;
  for await (const whole of entries) {
    const entry = whole.slice(0, MAX_ENTRY);
    const size = encoder.encode(JSON.stringify(entry)).length + 1;
    if (part.length === AT_A_TIME || (part.length > 0 && bytes + size > MAX_BYTES)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(entry);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** @throws SitegrepError if the line is an error, or neither an entry nor a crawl */
function answerIn(line: string): LookedUpDomain | LookupCrawl {
  const record = parsedJson(line);
  const error = apiErrorOf(record);
  if (error !== null) throw new SitegrepError({ operation: 'lookUpDomains', ...error });
  if (typeof record === 'object' && record !== null) {
    if ('input' in record && 'item' in record) return record as LookedUpDomain;
    if ('crawl' in record) return record as LookupCrawl;
  }
  throw unexpected('A line of the lookup is not an entry.');
}

function unexpected(details: string): SitegrepError {
  return new SitegrepError({ operation: 'lookUpDomains', code: 'unexpected_answer', details });
}
