// The hosts of others that a page loads something from, each with the elements that do so.
import { isRegistrySuffix, selfAndParents, type TechnologySignals } from '@sitegrep/site';
import { readElements } from '../../../packages/technologies/src/document.ts';
import { loadedAddresses } from '@sitegrep/site/loaded-addresses';
import { ownHostOf } from '../../../packages/technologies/src/own-host.ts';

/** Attributes whose addresses are loaded, on any element. */
const LOADED = [
  'src',
  'data-src',
  'data-lazy-src',
  'srcset',
  'data-srcset',
  'imagesrcset',
  'poster',
  'background',
  'style',
];
/** Attributes whose addresses are loaded on one element only. */
const LOADED_BY: Readonly<Record<string, string>> = { object: 'data', form: 'action' };
/** Relations of links that are loaded. */
const LOADED_LINK =
  /(?:^|\s)(?:stylesheet|preload|modulepreload|prefetch|icon|manifest|apple-touch-icon)(?:\s|$)/i;

const ADDRESS = /(?:https?:)?\/\/([\w-]+(?:\.[\w-]+)+)(?=[:/?#\s"')]|$)[^\s"')]*/gi;

/**
 * The elements of a page that load something from others, as markup of their own, by the domain under the suffix of a registry
 * (`cloudfront.net` of `d1.cloudfront.net`). What inline scripts load is an element `script`.
 */
export function loadedHosts({ url, html, scripts }: TechnologySignals): ReadonlyMap<string, string> {
  const isOwn = ownHostOf([url], []);
  const found = new Map<string, Set<string>>();
  const add = (element: string, attribute: string, value: string, more = ''): void => {
    for (const [address, host = ''] of value.matchAll(ADDRESS)) {
      const domain = domainOf(host.toLowerCase());
      if (domain === null || isOwn(address)) continue;
      const text = attribute === 'style' ? `background: url(${address})` : address;
      const known = found.get(domain) ?? new Set();
      found.set(
        domain,
        known.add(`<${element}${more} ${attribute}="${text.replaceAll('"', '')}"></${element}>`),
      );
    }
  };
  for (const { name, attribs } of readElements(html, false)) {
    for (const attribute of [...LOADED, LOADED_BY[name] ?? ''])
      add(name, attribute, attribs[attribute] ?? '');
    const { rel = '', href = '' } = attribs;
    if (name === 'link' && LOADED_LINK.test(rel))
      add(name, 'href', href, ` rel="${rel.replaceAll('"', '')}"`);
  }
  for (const address of loadedAddresses(scripts)) add('script', 'src', address);
  return new Map([...found].map(([domain, elements]) => [domain, [...elements].join('\n')]));
}

/** The domain under the suffix of a registry; null for an IP address and for a name that no registry gave. */
function domainOf(host: string): string | null {
  return selfAndParents(host).find((each) => isRegistrySuffix(each.slice(each.indexOf('.') + 1))) ?? null;
}
