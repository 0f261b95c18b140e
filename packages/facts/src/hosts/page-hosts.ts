import type { HostKind, NamedHost } from '@sitegrep/site';
import type { DocumentParts, LinkElement } from '../document/document-parts.ts';
import { ownBeginning } from '../links/links.ts';
import type { NamedHosts } from './element-hosts.ts';
import { hostKindBit } from './host-list.ts';

const SCRIPT = hostKindBit('script');
const LINK = hostKindBit('link');

/** The kind of what a link element loads, by a token of its `rel`. */
const LOADED_BY_REL: ReadonlyMap<string, HostKind> = new Map([
  ['stylesheet', 'style'],
  ['modulepreload', 'script'],
  ['icon', 'image'],
  ['apple-touch-icon', 'image'],
  ['apple-touch-icon-precomposed', 'image'],
  ['mask-icon', 'image'],
  ['image_src', 'image'],
]);
/** The kind of what a link element loads that names it in `as`. */
const LOADED_AS: ReadonlyMap<string, HostKind> = new Map([
  ['script', 'script'],
  ['worker', 'script'],
  ['style', 'style'],
  ['image', 'image'],
  ['audio', 'image'],
  ['video', 'image'],
  ['track', 'image'],
  ['font', 'font'],
  ['document', 'frame'],
]);

/** The rest of a host whose beginning a script chooses. */
const REST_OF_HOST = /^\.([\w.-]+\.[a-z]{2,63})\//i;
const ABSOLUTE = /^(?:https?:)?\/\//i;

/**
 * The public hosts that a page names in addresses of what it loads, sends forms to and links to, as `uniqueHosts` gives them. The host of the page itself, with and without `www.`, is not among them.
 *
 * @param base URL of relative references
 * @param loaded addresses from which inline scripts load others
 */
export function pageHosts(
  parts: DocumentParts,
  pageUrl: string,
  base: string,
  loaded: readonly string[],
): readonly NamedHost[] {
  const named = parts.namedHosts;
  for (const address of parts.scriptSrc) named.add(SCRIPT, address);
  for (const address of loaded) addLoaded(named, address);
  for (const link of parts.headLinks) {
    const kind = kindOf(link);
    if (kind !== null) named.add(hostKindBit(kind), link.href);
  }
  const ownPages = ownBeginning(pageUrl);
  for (const href of parts.anchorHrefs) if (!href.startsWith(ownPages)) named.add(LINK, href);
  named.addCss(parts.css);
  addResolved(named, base);
  return named.list.named(pageUrl);
}

function kindOf({ rel, as }: LinkElement): HostKind | null {
  for (const token of rel) {
    const kind = LOADED_BY_REL.get(token);
    if (kind !== undefined) return kind;
    if (token === 'preload' || token === 'prefetch') return LOADED_AS.get(as ?? '') ?? null;
  }
  return null;
}

/** Adds what an inline script loads. An address that begins with neither a host nor a rest of one tells nothing. */
function addLoaded(named: NamedHosts, address: string): void {
  const rest = REST_OF_HOST.exec(address)?.[1];
  const host = rest === undefined ? null : named.reader.hostOf(rest);
  if (host !== null) named.list.add(host, SCRIPT);
  else if (ABSOLUTE.test(address)) named.add(SCRIPT, address);
}

/** Adds the hosts of references that had to wait for the base URL. */
function addResolved({ list, reader, relative, unread }: NamedHosts, base: string): void {
  const host = (url: string): string | null => reader.hostOf(URL.parse(url)?.host ?? '');
  const ofBase = relative === 0 ? null : host(base);
  if (ofBase !== null) list.add(ofBase, relative);
  for (const { reference, kind } of unread) {
    const url = URL.parse(reference, base);
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    const found = host(url.href);
    if (found !== null) list.add(found, kind);
  }
}
