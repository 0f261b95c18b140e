// Hosts of third parties with the technologies that are loaded from them: those of data/hosts.json, and those that patterns for
// addresses of scripts and selectors name. A host whose patterns are of many technologies delivers files of others, and shows none.
import { isRegistrySuffix } from '@sitegrep/site';
import type { Fingerprints } from '../fingerprints.ts';

/** Maximum technologies of a host that only patterns name. */
const MAX_TECHNOLOGIES = 4;
/** Category of networks that deliver files of others. */
const DELIVERY = 31;

/** A host in a pattern: parts with escaped dots between. */
const HOST = /(?:^|[^a-z0-9\\-])((?:[a-z0-9-]+\\\.)+[a-z]{2,12})(?![a-z0-9-]|\\\.)/g;

/** The same in the value of an attribute that a selector names, in JSON. */
const HOST_IN_SELECTOR = /=\s*(?:\\"|')(?:https?:)?(?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,12})(?![a-z0-9-]|\.)/g;

/** Hosts of which patterns tell only by a path, or by a part of the host, what is loaded; none: nothing can be told. */
const CORRECTED: Readonly<Record<string, readonly string[]>> = {
  'fonts.googleapis.com': ['Google Font API'],
  'fonts.gstatic.com': ['Google Font API'],
  'google.com': [],
  'www.google.com': [],
  'googleapis.com': [],
  'gstatic.com': [],
};

interface HostsOfTechnology {
  readonly hosts?: readonly string[];
}

/** Names of technologies by host, both in code point order. */
export function thirdPartyHosts(
  { technologies }: Pick<Fingerprints, 'technologies'>,
  listed: Readonly<Record<string, HostsOfTechnology>>,
): Readonly<Record<string, readonly string[]>> {
  const ofList = new Map<string, Set<string>>();
  for (const [name, { hosts = [] }] of Object.entries(listed))
    for (const host of hosts) if (/^[\w.-]+$/.test(host)) addTo(ofList, host, name);
  const ofPatterns = new Map<string, Set<string>>();
  for (const [name, { dom = [], scriptSrc = [] }] of Object.entries(technologies)) {
    const selectors = JSON.stringify(dom);
    for (const [form, text] of [
      ...[scriptSrc].flat().map((pattern) => [HOST, pattern.split('\\;')[0] ?? ''] as const),
      [HOST_IN_SELECTOR, selectors] as const,
    ]) {
      for (const [, written = ''] of text.matchAll(form)) {
        const host = written.replaceAll('\\', '');
        // `jquery.min` of a file is not a host.
        if (isRegistrySuffix(host.slice(host.lastIndexOf('.') + 1)) && !isRegistrySuffix(host))
          addTo(ofPatterns, host, name);
      }
    }
  }
  const found = [...ofPatterns].flatMap(([host, names]): [string, readonly string[]][] => {
    if (ofList.has(host) || Object.hasOwn(CORRECTED, host)) return [];
    const delivers = [...names].filter((name) => technologies[name]?.cats.includes(DELIVERY));
    if (delivers.length > 0) return [[host, delivers]];
    return names.size > MAX_TECHNOLOGIES ? [] : [[host, [...names]]];
  });
  const corrected = Object.entries(CORRECTED).filter(([, names]) => names.length > 0);
  const all = [...found, ...corrected, ...Array.from(ofList, ([host, names]) => [host, [...names]] as const)];
  return Object.fromEntries(
    all.map(([host, names]) => [host, names.toSorted()] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function addTo(map: Map<string, Set<string>>, host: string, name: string): void {
  const known = map.get(host);
  if (known === undefined) map.set(host, new Set([name]));
  else known.add(name);
}
