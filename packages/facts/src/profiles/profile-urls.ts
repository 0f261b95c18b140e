// Addresses of profiles: which network a URL leads to, and the canonical form of the profile there.
import { type LinkBase, resolveUrl } from '../links/links.ts';
import {
  PLACEHOLDER_NAMES,
  type ProfileForm,
  SHORT_HOSTS,
  SOCIAL_NETWORKS,
  type SocialNetwork,
} from './social-networks.ts';

/** A host at the start of a link without a scheme, which browsers take for a path. */
const BARE_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i;

/**
 * A link to another host as an absolute URL; null for others. The scheme, or a slash of it, can be missing: all of it before the
 * host of a network.
 */
export function absoluteAddress(href: string, base: LinkBase): string | null {
  if (href.startsWith('http://') || href.startsWith('https://')) return href;
  if (/^https?:\/\//i.test(href)) return href;
  if (BARE_HOST.test(href) && networkOf(`https://${href}`) !== null) return `https://${href}`;
  if (/^https?:\/[^/]/i.test(href)) return href.replace('/', '//');
  return href.startsWith('//') ? resolveUrl(href, base) : null;
}

/** A network with its lists as sets. */
interface Network extends Pick<SocialNetwork, 'name' | 'ownProfile' | 'profiles'> {
  readonly canonicalHost: string;
  readonly reserved: ReadonlySet<string>;
  readonly tabs: ReadonlySet<string>;
}

const NETWORKS_BY_HOST: ReadonlyMap<string, Network> = new Map(
  SOCIAL_NETWORKS.flatMap(({ hosts, canonicalHost, reserved = '', tabs = '', ...rest }) => {
    const words = hosts.split(' ');
    const network = {
      ...rest,
      canonicalHost: canonicalHost ?? words[0] ?? '',
      reserved: new Set(reserved.split(' ')),
      tabs: new Set(tabs.split(' ')),
    };
    return words.map((host): [string, Network] => [host, network]);
  }),
);

/** Subdomains that show the same profiles: the web, mobile and language versions of a network. */
const ALIAS_SUBDOMAIN = /^(?:www|m|mobile|mbasic|touch|web|old|new|[a-z]{2}(?:-[a-z]{2})?)$/;

/** Subdomains of a network's own pages. */
const SERVICE_SUBDOMAIN =
  /^(?:about|api|app|blog|careers|cdn|developers?|help|jobs|media|news|policy|policies|press|status|support)$/;

/**
 * The canonical URL of the profile that a link leads to: https, one host per network, without query, fragment
 * and trailing slash, and in lower case if the network ignores case.
 *
 * @param url absolute http(s) URL
 * @returns null if the link leads to no profile: share and intent links, embeds, posts, the network's own
 *   pages, other hosts
 */
export function socialProfileUrl(url: string): string | null {
  const found = networkOf(url);
  if (found === null) return null;
  const { network, subdomain, address } = found;
  const known = facebookProfileById(network, address) ?? facebookPage(network, address);
  if (known !== null) return known;
  const segments = profileSegments(network, address);
  if (subdomain !== '' && !ALIAS_SUBDOMAIN.test(subdomain)) {
    const form = network.profiles.find(({ from, name }) => from === 'subdomain' && name.test(subdomain));
    const atHome = segments.length === 0 || (segments.length === 1 && isTab(network, segments[0] ?? ''));
    const isService = network.reserved.has(subdomain) || SERVICE_SUBDOMAIN.test(subdomain);
    return form === undefined || !atHome || isService ? null : canonicalUrl(network, form, [subdomain]);
  }
  for (const form of network.profiles) {
    const names = matchedNames(form, segments);
    if (names !== null)
      return isReserved(network, form, segments) || names.some((name) => isNobody(network, name))
        ? null
        : canonicalUrl(network, form, names);
  }
  return null;
}

/** The profile of a `rel=me` link to one of the thousands of Mastodon servers: `/@name`. */
export function mastodonProfileUrl(url: string): string | null {
  const address = URL.parse(url);
  if (address === null || networkOf(url) !== null) return null;
  const handle = /^\/(@\w{1,30})\/?$/.exec(address.pathname)?.[1];
  return handle === undefined ? null : `https://${address.host}/${handle.toLowerCase()}`;
}

/** The profile of a `twitter:site` meta: `@name`, `name` or a profile URL, which software puts an @ before. */
export function xProfileUrl(handle: string): string | null {
  const name = /^\s*@?(\w{1,15})\s*$/.exec(handle)?.[1];
  return socialProfileUrl(name === undefined ? handle.trim().replace(/^@/, '') : `https://x.com/${name}`);
}

interface NetworkAddress {
  readonly network: Network;
  /** Subdomain without its dot; empty if the host is the network's own. */
  readonly subdomain: string;
  readonly address: URL;
}

/** 1 for the hashes of the hosts of networks. */
const NETWORK_HASHES = new Uint8Array(4_096);
for (const host of NETWORKS_BY_HOST.keys()) {
  let hash = 0;
  for (let at = host.length - 1; at >= 0; at--) hash = hashOf(hash, host.charCodeAt(at));
  NETWORK_HASHES[hash] = 1;
}

/** The hash of a host that goes on before what was hashed; capitals count as small letters. */
function hashOf(hash: number, unit: number): number {
  return (hash * 31 + (unit | 0x20)) & 4_095;
}

/**
 * Whether a part of a text may be a host of a network, or one under it. A hash from the end on tells so for nearly all others,
 * for less than a look-up.
 */
function mayBeOfNetwork(text: string, start: number, end: number): boolean {
  let hash = 0;
  for (let at = end - 1; at >= start; at--) {
    const unit = text.charCodeAt(at);
    if (unit === DOT && NETWORK_HASHES[hash] === 1) return true;
    hash = hashOf(hash, unit);
  }
  return NETWORK_HASHES[hash] === 1;
}
const DOT = 0x2e;

/** Tells whether a URL may lead to a network; false for nearly all that do not. */
function mayLeadToNetwork(url: string): boolean {
  const start = url.indexOf('//') + 2;
  for (let at = start; at < url.length; at++) {
    const unit = url.charCodeAt(at);
    // A user before the host, and what lower case makes ASCII of.
    if (unit === 0x40 || unit > 0x7f) return true;
    if (unit === 0x2f || unit === 0x3f || unit === 0x23 || unit === 0x3a)
      return unit === 0x3a ? true : mayBeOfNetwork(url, start, at);
  }
  return mayBeOfNetwork(url, start, url.length);
}

/** Tells whether an address leads to a network. */
export function leadsToNetwork(url: string): boolean {
  return networkOf(url) !== null;
}

function networkOf(url: string): NetworkAddress | null {
  // Most links of a page lead to its own site. Only those whose host names a network are worth parsing.
  if (!mayLeadToNetwork(url)) return null;
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:@]+)/i.exec(url)?.[1]?.toLowerCase();
  const found = host === undefined ? null : networkOfHost(host);
  const address = found === null ? null : URL.parse(url);
  return found === null || address === null ? null : { ...found, address };
}

function networkOfHost(host: string): Omit<NetworkAddress, 'address'> | null {
  if (!mayBeOfNetwork(host, 0, host.length)) return null;
  for (let dot = -1; dot < host.length;) {
    const network = NETWORKS_BY_HOST.get(host.slice(dot + 1));
    if (network !== undefined)
      return { network, subdomain: host.slice(0, Math.max(0, dot)).replace(/^www\./, '') };
    dot = host.indexOf('.', dot + 1);
    if (dot === -1) return null;
  }
  return null;
}

/**
 * Whether a host is that of a social network, where every page is its members'. A member's own host, such as
 * `acme.tumblr.com`, is not.
 *
 * @param host canonical
 */
export function isOfNetwork(host: string): boolean {
  if (SHORT_HOSTS.has(host)) return true;
  const found = networkOfHost(host);
  if (found === null) return false;
  const { network, subdomain } = found;
  return !network.profiles.some(({ from, name }) => from === 'subdomain' && name.test(subdomain));
}

/** Old Facebook profiles have a number in the query instead of a name in the path. */
function facebookProfileById(network: Network, address: URL): string | null {
  if (network.name !== 'facebook' || address.pathname !== '/profile.php') return null;
  const id = address.searchParams.get('id') ?? '';
  return /^\d{1,25}$/.test(id) ? `https://facebook.com/profile.php?id=${id}` : null;
}

/** The page of a business, whose address has had its category, and its number behind its name. */
function facebookPage(network: Network, address: URL): string | null {
  if (network.name !== 'facebook') return null;
  const [, name, id] =
    /^\/pages\/(?:category\/)?[^/]+\/([^/]+)[-/](\d{5,25})(?:\/|$)/.exec(address.pathname) ?? [];
  return name === undefined || id === undefined ? null : `https://facebook.com/pages/${name}/${id}`;
}

/**
 * Path segments without the tab of a profile at the end. `#!/name`, which some networks used, counts as a path.
 */
function profileSegments(network: Network, address: URL): readonly string[] {
  const isBefore = address.pathname === '/' || address.pathname.endsWith('.php');
  const [hash = ''] = address.hash.split('?', 1);
  const path = isBefore && hash.startsWith('#!/') ? hash.slice(2) : address.pathname;
  // Blanks and quotes that are in the attribute by mistake.
  const clean = path.replace(/(?:%2[027]|\/)+$/, '');
  const segments = clean.split('/').filter((segment) => segment !== '');
  return segments.length > 1 && isTab(network, segments.at(-1) ?? '') ? segments.slice(0, -1) : segments;
}

function isTab(network: Network, segment: string): boolean {
  return network.tabs.has(segment.toLowerCase());
}

function matchedNames(form: ProfileForm, segments: readonly string[]): readonly string[] | null {
  if (form.from === 'subdomain') return null;
  const pattern = form.from.split('/');
  if (pattern.length !== segments.length) return null;
  const names: string[] = [];
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (expected !== '*') {
      if (segment.toLowerCase() !== expected) return null;
    } else {
      const match = form.name.exec(segment);
      if (match === null) return null;
      names.push(match[1] ?? match[0]);
    }
  }
  return names;
}

/** Whether the first segment is a page or script of the network itself. */
function isReserved(network: Network, form: ProfileForm, segments: readonly string[]): boolean {
  if (!form.from.startsWith('*')) return false;
  const first = segments[0]?.toLowerCase() ?? '';
  return (
    network.reserved.has(first) || /\.(?:php|cfm|html?|aspx?|js|json|png|jpg|svg|ico|xml|txt)$/.test(first)
  );
}

/** Whether a name is a placeholder, or the network's own profile, to which templates link by default. */
function isNobody(network: Network, name: string): boolean {
  const plain = name.replace(/^@/, '').toLowerCase();
  return PLACEHOLDER_NAMES.has(plain) || network.ownProfile === plain;
}

function canonicalUrl(network: Network, form: ProfileForm, names: readonly string[]): string {
  const spelled = form.lower ? names.map((name) => name.toLowerCase()) : names;
  const path = form.to.replace(/\$([1-4])/g, (_, position: string) => spelled[Number(position) - 1] ?? '');
  if (path.startsWith('https://')) return path;
  return `https://${network.canonicalHost}/${path}`;
}

/** Frames in which networks show a profile, or a button to follow it, with the parameter that names it. */
const WIDGETS: readonly (readonly [path: RegExp, parameter: string, profile: (value: string) => string])[] = [
  [/^[^?#]{0,50}facebook\.com\/plugins\//i, 'href', (href) => href],
  [/^[^?#]{0,50}twitter\.com\/widgets\/follow_button/i, 'screen_name', (name) => `https://x.com/${name}`],
  [/^[^?#]{0,50}weibo\.com\/relationship\/followbutton/i, 'uid', (id) => `https://weibo.com/u/${id}`],
];

/** The address of the profile that a frame shows; null if it is not such a widget. @param src as written */
export function profileOfFrame(src: string): string | null {
  for (const [path, parameter, profile] of WIDGETS) {
    if (!path.test(src)) continue;
    const address = URL.parse(src, 'https://frame.invalid/');
    // Twitter has the parameters behind `#` as well.
    const value =
      address?.searchParams.get(parameter) ?? new URLSearchParams(address?.hash.slice(1)).get(parameter);
    return value == null || value === '' ? null : profile(value);
  }
  return null;
}
