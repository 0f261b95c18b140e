import type { DocumentParts } from './document-parts.ts';
import { sameAsUrls } from './same-as.ts';
import { isOfNetwork, mastodonProfileUrl, socialProfileUrl, xProfileUrl } from './social.ts';
import { copied } from './text.ts';
import { ownBeginning, resolveUrl } from './urls.ts';

const MAX_PROFILES = 100;

/** Metas whose content is the address of a profile of the site. */
const PROFILE_METAS = new Set(['og:see_also', 'article:publisher']);

/**
 * Canonical profile URLs in the page: its links, `rel=me`, metas, boxes of networks and `sameAs`. Unique, at most 100, in that order.
 *
 * @param base what links are resolved against
 */
export function socialProfiles(parts: DocumentParts, base: string): string[] {
  const profiles = new Set<string>();
  const add = (profile: string | null): void => {
    if (profile !== null && profiles.size < MAX_PROFILES) profiles.add(copied(profile));
  };
  const own = ownBeginning(base);
  const isNetwork = isOfNetwork(own);
  for (const href of [...parts.anchorHrefs, ...linkedAsMe(parts)]) {
    if (!isNetwork && href.startsWith(own)) continue;
    const url = absolute(href, base);
    if (url !== null) add(socialProfileUrl(url));
  }
  for (const href of [...parts.meHrefs, ...linkedAsMe(parts)]) {
    const url = absolute(href, base);
    if (url !== null) add(mastodonProfileUrl(url));
  }
  for (const { key, content } of parts.metas) {
    if (PROFILE_METAS.has(key)) add(socialProfileUrl(content.trim()));
    else if (key === 'twitter:site') add(xProfileUrl(content));
  }
  for (const href of parts.profileHrefs) {
    const url = absolute(href, base);
    if (url !== null) add(socialProfileUrl(url));
  }
  for (const { text, isJsonLd } of parts.scripts) {
    if (!isJsonLd) continue;
    for (const url of sameAsUrls(text)) add(socialProfileUrl(url));
  }
  return [...profiles];
}

function linkedAsMe(parts: DocumentParts): readonly string[] {
  return parts.headLinks.filter(({ rel }) => rel.includes('me')).map(({ href }) => href);
}

/** Links to other hosts are written in full, but for the scheme, or a slash of it. */
function absolute(href: string, base: string): string | null {
  if (/^https?:\/\//i.test(href)) return href;
  if (/^https?:\/[^/]/i.test(href)) return href.replace('/', '//');
  return href.startsWith('//') ? resolveUrl(href, base) : null;
}
