// Says which records of a crawl are wanted.
import { hasKnownSuffix } from '@sitegrep/site';
import { CrawlNotReadable } from './errors.ts';
import type { FoundHosts, HostList } from './host-list.ts';
import { hostKey, type KeyRange, rangeBelow } from './surt.ts';

/** Hosts of a list, or all below a top-level domain or another suffix. */
export type SelectedSites =
  | { readonly kind: 'hosts'; readonly hosts: HostList; readonly found: FoundHosts }
  | { readonly kind: 'suffix'; readonly suffix: string };

export interface Selection {
  readonly sites: SelectedSites;
  /** Path as written: `/` is the home page, `/blog/*` all below /blog/; null: all pages. */
  readonly path: string | null;
  /** Languages as `languageCode` gives them; empty: all. */
  readonly languages: ReadonlySet<string>;
  /** Whether robots.txt of the hosts is wanted, too. */
  readonly withRobots: boolean;
}

/** Selection as a user writes it. */
export interface WrittenSelection {
  readonly path?: string | null;
  readonly languages?: readonly string[];
  readonly withRobots?: boolean;
}

/** @throws CrawlNotReadable if a path or a language is none */
export function selectionOf(
  sites: SelectedSites,
  { path = null, languages = [], withRobots = false }: WrittenSelection,
): Selection {
  if (path !== null && !/^\/[^\s?#*]*\*?$/.test(path)) {
    throw new CrawlNotReadable(
      `the path "${path}" is not a path: write one that begins with /, such as / for home pages or /blog/* for all below it`,
    );
  }
  return { sites, path, languages: new Set(languages.map(readLanguage)), withRobots };
}

/** Sites below a top-level domain, or another suffix. @throws CrawlNotReadable if it is none */
export function sitesBelow(text: string): SelectedSites {
  const suffix = text
    .trim()
    .toLowerCase()
    .replace(/^\*?\./, '');
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(suffix) || !hasKnownSuffix(`example.${suffix}`)) {
    throw new CrawlNotReadable(`"${text}" is not a top-level domain: write one such as de or co.uk`);
  }
  return { kind: 'suffix', suffix };
}

function readLanguage(written: string): string {
  const code = languageCode(written.trim());
  if (code !== null) return code;
  throw new CrawlNotReadable(
    `"${written}" is not a code of a language: write one of ISO 639, such as de or deu`,
  );
}

const codes = new Map<string, string | null>();
/** Bound of the codes that are remembered: there are 8,000 languages. */
const MAX_CODES = 20_000;

/** The shortest code of ISO 639 for a language: de for deu. @returns null if it is none */
export function languageCode(written: string): string | null {
  const known = codes.get(written);
  if (known !== undefined) return known;
  if (codes.size >= MAX_CODES) codes.clear();
  const code = /^[a-z]{2,3}$/i.test(written) ? new Intl.Locale(written).language : null;
  codes.set(written, code);
  return code;
}

/** Ranges of keys that may have wanted records, in order, of hosts from number `first` on. */
export function* rangesOf(sites: SelectedSites, first = 0): Generator<KeyRange & { readonly host: number }> {
  if (sites.kind === 'suffix') {
    if (first === 0) yield { ...rangeBelow(hostKey(sites.suffix)), host: 0 };
    return;
  }
  for (let host = first; host < sites.hosts.size; host++) yield { ...sites.hosts.rangeAt(host), host };
}

/** Whether keys from `min` to `max` may have wanted records. */
export function mayHave(sites: SelectedSites, min: string, max: string): boolean {
  if (sites.kind === 'hosts') return sites.hosts.mayHave(min, max);
  const { from, to } = rangeBelow(hostKey(sites.suffix));
  return min < to && max >= from;
}

/** Tells which hosts are wanted, and remembers the last one: an index has the records of a host next to each other. */
export class HostTest {
  readonly #sites: SelectedSites;
  #last = '';
  #numbers: readonly number[] | null = null;

  constructor(sites: SelectedSites) {
    this.#sites = sites;
  }

  /** Numbers of the hosts of the list that stand for a host, none for a suffix; null if the host is not wanted. */
  numbersOf(host: string): readonly number[] | null {
    if (host === this.#last) return this.#numbers;
    this.#last = host;
    this.#numbers = this.#look(host);
    return this.#numbers;
  }

  #look(host: string): readonly number[] | null {
    if (this.#sites.kind === 'suffix') return host.endsWith(`.${this.#sites.suffix}`) ? [] : null;
    const numbers = this.#sites.hosts.numbersOf(host);
    return numbers.length === 0 ? null : numbers;
  }
}
