// Decides about a record of the index, whichever index it comes from, so that both give the same answer.
import type { FoundRecord } from './found-record.ts';
import { HostTest, languageCode, type Selection } from './selection.ts';

/** A record with what only the index states. */
export interface IndexedRecord extends FoundRecord {
  /** Media type that the crawl found the page to have; null if it is not stated. */
  readonly mime: string | null;
}

/** Media types whose records hold pages. */
const PAGE_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** Tells which records of an index are wanted, and marks the hosts that they belong to. */
export class WantedRecords {
  readonly #selection: Selection;
  readonly #hosts: HostTest;

  constructor(selection: Selection) {
    this.#selection = selection;
    this.#hosts = new HostTest(selection.sites);
  }

  /** Tells whether a host is wanted. */
  hasHost(host: string): boolean {
    return this.#hosts.numbersOf(host) !== null;
  }

  /** Whether a record is wanted; if so, its host counts as found. */
  take(record: IndexedRecord): boolean {
    const url = partsOf(record.url);
    if (url === null) return false;
    const numbers = this.#hosts.numbersOf(url.host);
    if (numbers === null || !this.#isWanted(record, url)) return false;
    const { sites } = this.#selection;
    if (sites.kind === 'hosts') for (const number of numbers) sites.found.mark(number);
    return true;
  }

  #isWanted(record: IndexedRecord, { path, query }: UrlParts): boolean {
    const { path: wanted, languages, withRobots } = this.#selection;
    if (record.status < 200 || record.status > 299) return false;
    if (record.subset === 'robotstxt') return withRobots && path === '/robots.txt';
    if (record.mime !== null && !PAGE_TYPES.has(record.mime)) return false;
    if (wanted !== null && !isPath(wanted, path, query)) return false;
    return languages.size === 0 || hasLanguage(record.languages, languages);
  }
}

/** Tells whether a path is that of the pattern, or below it if the pattern ends in `*`. */
function isPath(pattern: string, path: string, query: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern && query === '';
}

function hasLanguage(stated: string, wanted: ReadonlySet<string>): boolean {
  return stated.split(',').some((each) => {
    const code = languageCode(each);
    return code !== null && wanted.has(code);
  });
}

interface UrlParts {
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

const URL_PARTS = /^https?:\/\/([^/?#@:]+)(?::(?:80|443))?(\/[^?#]*)?(\?[^#]*)?/i;

/** Parts of a URL; null if it has a login or a port of its own: sites are found under the ports of the web alone. */
function partsOf(url: string): UrlParts | null {
  const found = URL_PARTS.exec(url);
  if (found === null || url[found[0].length] === ':' || url[found[0].length] === '@') return null;
  const [, host = '', path = '/', query = ''] = found;
  return { host: host.toLowerCase(), path, query };
}
