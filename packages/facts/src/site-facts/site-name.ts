import { foldedValue } from '@sitegrep/html';
import type { StatedText } from '@sitegrep/site';
import type { DocumentParts } from '../document/document-parts.ts';
import { isOrganization, type OwnerThing, textsOf } from './owner-things.ts';
import { asWritten } from './stated.ts';

/** Longer texts are slogans or titles. */
const MAX_NAME = 100;

/** Texts that software puts where a name belongs. */
const PLACEHOLDER =
  /^(?:my (?:site|website|blog|wordpress|store)|(?:site|website|blog|app|application|company|organization|your)[ _-]?name|your (?:site|company|brand)(?: name)?|home|homepage|index|website|untitled|wordpress|sitename|default|title|null|undefined|none|test|react app|vite app|next app|facebook)$/i;

/** Metas that hold the name, in the order in which they count. */
const METAS = [
  'og:site_name',
  'application-name',
  'apple-mobile-web-app-title',
  'twitter:app:name:iphone',
] as const;

/** The name of the site: by Open Graph, then schema.org, then the names of its app. Null if the page states none. */
export function siteName(
  { metas }: Pick<DocumentParts, 'metas'>,
  things: readonly OwnerThing[],
): StatedText | null {
  const [first, ...others] = METAS;
  return ofMetas(metas, [first]) ?? ofThings(things) ?? ofMetas(metas, others);
}

function ofMetas(metas: DocumentParts['metas'], keys: readonly string[]): StatedText | null {
  for (const wanted of keys) {
    for (const { key, content } of metas) {
      const value = key === wanted ? nameOf(content) : null;
      if (value !== null) return { value, source: wanted, written: asWritten(content) };
    }
  }
  return null;
}

function ofThings(things: readonly OwnerThing[]): StatedText | null {
  const sites = things.filter(({ types }) => types.includes('WebSite'));
  for (const { properties } of [...sites, ...things.filter(isOrganization)]) {
    for (const text of textsOf(properties['name'])) {
      const value = nameOf(text);
      if (value !== null) return { value, source: 'json-ld', written: asWritten(text) };
    }
  }
  return null;
}

function nameOf(text: string): string | null {
  const value = foldedValue(text);
  if (value === null || value.length > MAX_NAME || PLACEHOLDER.test(value)) return null;
  // An address is not a name, nor is what a template left unfilled.
  return /^(?:https?:)?\/\/|^www\.|[{}<>]|%[a-z]+%/i.test(value) || !/[\p{L}\p{N}]/u.test(value)
    ? null
    : value;
}
