// Tells by the elements around a contact whether it is one of the owner of the page.
import { ownerPageByUrl } from '@sitegrep/site';

/** Pages whose text is about their owner, as opposed to others, of which only head and foot are. */
export type PageKind = 'home' | 'owner' | 'other';

export function pageKind(url: string): PageKind {
  const parsed = URL.parse(url);
  if (parsed === null) return 'other';
  if (/^\/(?:(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?|(?:index|home|default)\.\w{2,5})$/i.test(parsed.pathname))
    return 'home';
  return ownerPageByUrl(parsed) === null ? 'other' : 'owner';
}

/** Maximum elements around a contact that are looked at. */
const MAX_AROUND = 40;

/** Words in classes and ids, as whole parts of a name: `site-footer`, `footerText`. */
const named = (words: string): RegExp =>
  new RegExp(String.raw`\s(?:class|id|role|itemprop|data-[\w-]*)\s*=\s*["']?[^"'>]*?(?:${words})`, 'i');

/** Parts of a page that are about its owner. */
const OWNERS_TAG = /^<(?:footer|address|header)\b/i;
const OWNERS_NAME = named(
  'foot|contact|kontakt|contatt|address|adress|adresse|impress|imprint|header|topbar|top-bar|vcard|colophon|copyright|masthead|legal|organization|locations?\\b|company|phone|telefon|banner',
);

/** Parts of a page that are about others: comments, events, jobs, entries of a list. */
const OTHERS_TAG = /^<blockquote\b/i;
const OTHERS_NAME = named(
  'comment|review|testimonial|\\bevents?\\b|tribe-event|\\bjobs?\\b|vacanc|listing|search-?result|classified|directory|sponsor|advert|\\bads?\\b|\\bquote',
);
const ARTICLE = /^<(?:article|main)\b/i;
const ARTICLE_NAME = named(
  'article|entry|\\bpost\\b|post-?(?:content|body|text)|blog|story|news|product|recipe|thread|message',
);

/**
 * Whether what these elements hold is about the owner of the page.
 *
 * @param tags start tags, the innermost first
 */
export function isOfOwner(tags: Iterable<string>, kind: PageKind): boolean {
  let seen = 0;
  let isOwners = false;
  for (const tag of tags) {
    if (++seen > MAX_AROUND || /^<(?:body|html)\b/i.test(tag)) break;
    if (OTHERS_TAG.test(tag) || OTHERS_NAME.test(tag)) return false;
    if (isOwners) continue;
    if (OWNERS_TAG.test(tag) || OWNERS_NAME.test(tag)) isOwners = true;
    else if (kind !== 'owner' && (ARTICLE.test(tag) || ARTICLE_NAME.test(tag)))
      return kind === 'home' && /^<main/i.test(tag);
  }
  return isOwners || kind !== 'other';
}
