import type { LinkElement } from '../document/document-parts.ts';
import { type LinkBase, resolveUrl } from './links.ts';

/** Maximum characters of an icon that is written into the page: 256 KiB in Base64, with its type before it. */
const MAX_DATA_URL = 350_000;

/**
 * The address of the icon that a page declares: an absolute http(s) URL, or a `data:` URL with the icon in it. Of several it is the
 * first that is not an SVG, as all browsers show it. Null if there is none.
 */
export function declaredIcon(links: readonly LinkElement[], base: LinkBase): string | null {
  const icons = links.flatMap(({ rel, href, type }) => {
    const url = rel.includes('icon') ? addressOf(href, base) : null;
    return url === null ? [] : [{ url, isSvg: type?.includes('svg') === true || SVG.test(url) }];
  });
  return (icons.find(({ isSvg }) => !isSvg) ?? icons[0])?.url ?? null;
}

const SVG = /^data:image\/svg|^https?:[^?#]*\.svg(?:[?#]|$)/i;

function addressOf(href: string, base: LinkBase): string | null {
  const written = href.trim();
  if (/^data:/i.test(written)) return written.length > MAX_DATA_URL || !/,./s.test(written) ? null : written;
  const url = written === '' ? null : resolveUrl(written, base);
  return url === base.url ? null : url;
}
