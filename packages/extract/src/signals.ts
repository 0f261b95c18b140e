import type { Page, TechnologySignals } from '@sitegrep/site';
import type { DocumentParts } from './document-parts.ts';
import { groupCookies, type HeaderFields } from './headers.ts';

/** Metas beyond this many names say nothing of a page's technologies. */
const MAX_META_NAMES = 1_000;

/** What technology detection looks at. Holds the whole source, so keep it no longer than detection takes. */
export function technologySignals(
  page: Page,
  headers: HeaderFields,
  source: string,
  parts: DocumentParts,
): TechnologySignals {
  return {
    url: page.url,
    html: source,
    headers,
    cookies: groupCookies(headers),
    scriptSrc: parts.scriptSrc,
    scripts: parts.scripts.map(({ text }) => text),
    meta: groupMetas(parts),
    text: parts.text,
    css: parts.css,
    robots: page.robotsTxt ?? '',
    certIssuer: page.certIssuer ?? '',
    dns: {},
    layout: {
      scripts: parts.scripts.map(({ offset }) => offset),
      startTags: parts.startTags,
      parents: parts.parents,
      depth: parts.depth,
    },
  };
}

function groupMetas(parts: DocumentParts): TechnologySignals['meta'] {
  const byName = new Map<string, string[]>();
  for (const { key, content } of parts.metas) {
    const contents = byName.get(key);
    if (contents !== undefined) contents.push(content);
    else if (key !== '' && byName.size < MAX_META_NAMES) byName.set(key, [content]);
  }
  return Object.fromEntries(byName);
}
