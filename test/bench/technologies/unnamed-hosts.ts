// The hosts that many sites load and that no technology is known by.
import { extractPage } from '@sitegrep/facts';
import type { Page } from '@sitegrep/site';
import { createDetector, loadFingerprints } from '@sitegrep/technologies';
import { loadedHosts } from './loaded-hosts.ts';

/** Sites that load from a host from which on it has to have a technology, or a reason for none. */
export const MANY_SITES = 7;

/** The path of an address after its host. */
const PATH = /(\/\/[^\s"'/?#]+)[^\s"')]*/g;

interface UnnamedHost {
  readonly host: string;
  /** Sites with a page that loads from it by addresses that show no technology. */
  readonly sites: number;
  /** Elements of one of the pages that load from it. */
  readonly example: string;
}

export interface HostCount {
  readonly add: (page: Page, site: string) => void;
  /** Hosts that at least MANY_SITES load without a technology, most sites first. */
  readonly unnamed: (exempt: Readonly<Record<string, string>>) => readonly UnnamedHost[];
  /** Exempt hosts that fewer sites load, or whose addresses show a technology. */
  readonly needless: (exempt: Readonly<Record<string, string>>) => readonly string[];
}

/** Counts the sites whose pages load from a host by addresses that show no technology. */
export function countHosts(): HostCount {
  const { detect } = createDetector(loadFingerprints());
  const sites = new Map<string, Set<string>>();
  const examples = new Map<string, string>();

  const namesIn = (url: string, markup: string): readonly string[] => {
    const page = { url, status: 200, headers: [], body: Buffer.from(markup), truncated: false, fetchedAt: 0 };
    return detect(extractPage(page).signals).map(({ name }) => name);
  };
  /** Tells whether the host shows a technology, alone or with the rest of the addresses, which alone does not. */
  const isNamed = (url: string, host: string, markup: string): boolean => {
    const names = namesIn(url, markup);
    if (names.length === 0) return false;
    const others = new Set(namesIn(url, markup.replaceAll(host, 'host.invalid')));
    return names.some((name) => !others.has(name)) || namesIn(url, markup.replaceAll(PATH, '$1/')).length > 0;
  };
  const many = (): readonly string[] =>
    [...sites].flatMap(([host, of]) => (of.size >= MANY_SITES ? [host] : []));
  return {
    add: (page, site) => {
      for (const [host, markup] of loadedHosts(extractPage(page).signals)) {
        const known = sites.get(host) ?? new Set();
        if (known.has(site) || isNamed(page.url, host, markup)) continue;
        sites.set(host, known.add(site));
        examples.set(host, markup);
      }
    },
    unnamed: (exempt) =>
      many()
        .filter((host) => !Object.hasOwn(exempt, host))
        .map((host) => ({ host, sites: sites.get(host)?.size ?? 0, example: examples.get(host) ?? '' }))
        .toSorted((a, b) => b.sites - a.sites),
    needless: (exempt) => Object.keys(exempt).filter((host) => !many().includes(host)),
  };
}
