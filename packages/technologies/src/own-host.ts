import { registrableDomain } from '@sitegrep/site';

/**
 * Whether an address, or one of the addresses in an attribute such as `srcset`, is of the page's own site. Relative
 * addresses are.
 */
export type OwnHost = (value: string) => boolean;

/** Hosts of one page whose answer is kept; the others are decided each time. */
const MAX_HOSTS = 1_000;

/** A site's name shows in the names of its other domains (`example-static.com`) if it has so many characters. */
const MIN_NAME = 5;

/**
 * Creates the check for the addresses of one page. Of its own site are hosts under the same registrable domain as one
 * of the page's addresses, hosts whose domain has the site's name in its own (`example-static.com`), and
 * `deliveryHosts`. An address with an own host in its path counts (`https://cdn.example/https://site.example/a.js`,
 * `//cdn.example/site.example/a.js`), one with an own host in its query does not.
 *
 * @param pages addresses of the page, absolute; all hosts are its own if it has none
 * @param deliveryHosts hosts that deliver the files of whoever embeds them
 */
export function ownHostOf(pages: readonly string[], deliveryHosts: readonly RegExp[]): OwnHost {
  const host = HOST.exec(pages[0] ?? '')?.[1];
  const same = host === undefined ? null : `//${host}/`;
  // Most addresses are relative or at the host of the page, so that most pages ask about no other host.
  let decide: OwnHost | null = null;
  return (value) => {
    const at = value.indexOf('//');
    if (at === -1 && !value.startsWith('.')) return true;
    if (same !== null && value.startsWith(same, at) && (at === 0 || value[at - 1] === ':')) return true;
    decide ??= readOwnHosts(pages, deliveryHosts);
    return decide(value);
  };
}

/** The host of an absolute address as it is written. */
const HOST = /^https?:\/\/([^/?#\s]+)/i;

function readOwnHosts(pages: readonly string[], deliveryHosts: readonly RegExp[]): OwnHost {
  // The addresses of a page are mostly at one host.
  const byHost = new Map(pages.map((page) => [HOST.exec(page)?.[1] ?? page, page]));
  const own = [...byHost.values()].flatMap((page) => {
    const host = URL.parse(page)?.hostname ?? '';
    return host === '' ? [] : [registrableDomain(host)];
  });
  if (own.length === 0) return () => true;
  const known = new Map<string, boolean>();
  const isOwn = (written: string): boolean => {
    const before = known.get(written);
    if (before !== undefined) return before;
    const host = written.toLowerCase();
    const domain = registrableDomain(host);
    const answer =
      own.some((each) => each === domain || haveSameName(each, domain)) ||
      deliveryHosts.some((pattern) => pattern.test(host));
    if (known.size < MAX_HOSTS) known.set(written, answer);
    return answer;
  };
  const hasOwn = (path: string): boolean =>
    own.some((each) => path.includes(`/${each}/`) || path.includes(`.${each}/`));
  return (value) => {
    const rest = REST.exec(value)?.[1];
    if (rest !== undefined) return isOwn(rest);
    const first = FIRST.exec(value)?.[1];
    if (first !== undefined && isOwn(first)) return true;
    let isAbsolute = false;
    for (const [, host = '', path = ''] of value.matchAll(ABSOLUTE)) {
      if (isOwn(host) || hasOwn(path)) return true;
      isAbsolute = true;
    }
    return !isAbsolute;
  };
}

/** Host and path of an absolute address with its query. */
const ABSOLUTE = /(?:^|[\s"'(,]|https?:)\/\/([^/\s"'():,?#\\]+)([^\s"'()?#]*)(?:[?#][^\s"'()]*)?/gi;
/** The host of the first address, as ABSOLUTE reads it: most values have one only. */
const FIRST = /^(?:https?:)?\/\/([^/\s"'():,?#\\]+)/i;
/** The rest of an address whose beginning a script chooses (loaded-addresses.ts): `.host.tld/a.js`. */
const REST = /^\.([\w-]+(?:\.[\w-]+)+)\//;

function haveSameName(domain: string, other: string): boolean {
  const name = nameOf(domain);
  const otherName = nameOf(other);
  return contains(name, otherName) || contains(otherName, name);
}

function nameOf(domain: string): string {
  return domain.slice(0, domain.indexOf('.'));
}

function contains(name: string, part: string): boolean {
  return part.length >= MIN_NAME && name.includes(part);
}
