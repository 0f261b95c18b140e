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
  'foot|contact|kontakt|contatt|address|adress|adresse|impress|imprint|header|topbar|top-bar|vcard|colophon|copyright|masthead|legal|locations?\\b',
);

/** Parts of a page that are about others: comments, events, jobs, entries of a list. */
const OTHERS_TAG = /^<blockquote\b/i;
const OTHERS_NAME = named(
  'comment|review|testimonial|\\bevents?\\b|tribe-event|\\bjobs?\\b|vacanc|listing|search-?result|classified|directory|sponsor|advert|\\bads?\\b|\\bquote',
);
const ARTICLE = /^<article\b/i;
const ARTICLE_NAME = named(
  'article|entry|\\bpost\\b|post-?(?:content|body|text)|blog|story|news|product|recipe|thread|message',
);

/** A page of WordPress that is not an article, although its markup is that of one. */
const STATIC_PAGE = /[\s"'](?:page-id-\d|page-template)/i;

/**
 * Whether what these elements hold is about the owner of the page.
 *
 * @param tags start tags, the innermost first
 * @param isEdge whether it is in the first or last lines of the page
 */
export function isOfOwner(tags: Iterable<string>, kind: PageKind, isEdge = false): boolean {
  let seen = 0;
  let isOwners = false;
  let isArticle = false;
  for (const tag of tags) {
    if (++seen > MAX_AROUND) break;
    if (/^<(?:body|html)\b/i.test(tag)) {
      if (STATIC_PAGE.test(tag)) isArticle = false;
    } else if (OTHERS_TAG.test(tag) || OTHERS_NAME.test(tag)) return false;
    else if (isOwners || isArticle) continue;
    else if (OWNERS_TAG.test(tag) || OWNERS_NAME.test(tag)) isOwners = true;
    else if (ARTICLE.test(tag) || ARTICLE_NAME.test(tag)) isArticle = true;
  }
  return isOwners || kind !== 'other' || (isEdge && !isArticle);
}

/** Head and foot of a page. */
const FRAME_TAG = /^<(?:footer|header)\b/i;
const FRAME_NAME =
  /\s(?:class|id|role)\s*=\s*["']?(?:[^"'>]*\s)?(?:(?:site|page|main|global|top|the|app|wp|l)[-_]*)*(?:foot(?:er)?|header|topbar|masthead|colophon|navbar|contentinfo)(?![a-z])/i;
/** Entries of a list, which can have a head and a foot of their own. */
const ENTRY_TAG = /^<article\b/i;

/** Whether elements are in the head or the foot of a page. @param tags start tags, the innermost first */
export function isInFrame(tags: Iterable<string>): boolean {
  let seen = 0;
  let isFrame = false;
  for (const tag of tags) {
    if (++seen > MAX_AROUND || /^<(?:body|html)\b/i.test(tag)) break;
    if (ENTRY_TAG.test(tag)) return false;
    if (FRAME_TAG.test(tag) || FRAME_NAME.test(tag)) isFrame = true;
  }
  return isFrame;
}
