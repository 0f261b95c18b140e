// Where on a page something stands: in its head or foot, an article, a comment, a quotation, a list of other parties, beside
// an author's name. Only elements with a contact are looked at, so that others cost nothing.
import type { StartTags } from '@sitegrep/html';

/** Parts of a page whose content is about other parties, or written by them. Values are bits. */
export const ZONES = {
  /** Quotations, embedded posts, and feeds of posts. */
  quotation: 1,
  /** Comments of readers, posts of a forum, reviews. */
  comment: 2,
  /** The body of an article. */
  article: 4,
  /** The author of an article, or a member of a team. */
  author: 8,
  /** Captions of pictures. */
  caption: 16,
  /** Source code. */
  code: 32,
  /** Advertisements, and lists of other sites. */
  others: 64,
  /** Header, footer, navigation, side bar, or a list of the site's own profiles. */
  frame: 128,
  /** A page of the site itself, as opposed to an article. */
  page: 256,
  /** Blocks with contact details, addresses and legal lines. */
  contact: 512,
  /** Entries of lists: jobs, offers, search results, directories, sponsors, and what customers say. */
  listing: 1_024,
  /** Texts about something: news, posts, products, recipes, as far as broad words tell. */
  story: 2_048,
  /** Head and foot of the page. */
  ends: 4_096,
  /** Events. */
  event: 8_192,
} as const;

/** Parts that an article, a quotation or the like takes everything within it out of. */
const OUTER = ZONES.frame | ZONES.contact | ZONES.ends;
/** Parts that tell of something, as opposed to the frame around them. */
export const TOLD = ZONES.quotation | ZONES.article | ZONES.author | ZONES.caption | ZONES.story;

/** Maximum characters of a start tag that are read. */
const MAX_TAG = 800;
const MAX_NAME = 60;
const NAME = /^<([a-z][^\s/>]*)/i;
const NAMING = /\s(class|id|itemprop|role)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;

const BY_ELEMENT: Readonly<Record<string, number>> = {
  blockquote: ZONES.quotation,
  q: ZONES.quotation,
  pre: ZONES.code,
  article: ZONES.story,
  address: ZONES.contact,
  code: ZONES.code,
  kbd: ZONES.code,
  samp: ZONES.code,
  figcaption: ZONES.caption,
  header: ZONES.frame | ZONES.ends,
  footer: ZONES.frame | ZONES.ends,
  nav: ZONES.frame,
  aside: ZONES.frame,
};

/** Words of class, id and itemprop, which `-`, `_` and capitals separate. Each word of a name is matched together with the next. */
const BY_NAME: readonly (readonly [zone: number, name: RegExp])[] = [
  [
    ZONES.quotation,
    /^(?:(?:twitter|instagram|tiktok|threads|bluesky|mastodon|reddit)[-_]?(?:tweet|media|embed|post|feed|timeline|stream)s?|tweets?|tweet[-_]?(?:text|list|item|content|body)|fb-post|embed-?container|block-?quote|quote)$/i,
  ],
  [
    ZONES.comment,
    /^(?:(?:[a-z]+[-_]){0,3}(?:recent|div|recipe|article|post|user|page|blog|news|reader)?comments?(?:[-_]?(?:id|list|body|bodies|texts?|contents?|inner|meta|author|area|wrap(?:per)?|thread|items?|entry|message|block|section|container))?(?:[-_]?\d+)?|user-?name|commentary?list|commentlist|disqus[-_]thread|user-?reviews?|reviews?[-_](?:list|body|text|item)|reviewbody|postbody|postrow|post[-_]message(?:[-_]?\d+)?|bbwrapper|message-?(?:body|content)|signature|forum-?post|guestbook[-_]?(?:entry|item)s?)$/i,
  ],
  [
    ZONES.article,
    /^(?:(?:[a-z]+[-_])?(?:post|entry|article|story|news|blog)(?:[-_]{0,2}(?:details?|single))?[-_]{0,2}(?:body|content|container|text|main|inner)|article-?body|the[-_]content|format[-_]text|articletext|story[-_]?content|body[-_]content|(?:w-)?rich-?text(?:-block)?)$/i,
  ],
  [
    ZONES.author,
    /^(?:(?:[a-z]+[-_]{1,2}){0,4}(?:author|byline|contributor|writer|reporter)s?(?:[-_]{0,2}[a-z]+){0,2}|(?:about|post|blog)[-_]?authors?(?:[-_]{1,2}[a-z]+)*|article-?tagline|team(?:[-_](?:slider|member|card|list|item)s?)|vcard[-_]author)$/i,
  ],
  [
    ZONES.caption,
    /^(?:(?:wp|photo|image|site|figure)[-_]+)*captions?(?:[-_]{1,2}[a-z]+)*$|^photo-?credits?$/i,
  ],
  [
    ZONES.others,
    /^(?:blogroll(?:[-_]?[a-z]+)*|(?:other[-_])?sites[-_]we[-_]like(?:[-_][a-z]+)*|(?:our[-_])?(?:partners?|sponsors?|friends|advertisers?)(?:[-_](?:list|logos?|links?|block|section|sites|bottom|top))?|(?:ad|ads|adv|banners?)(?:[-_](?:[a-z]+|\d+)){0,2}|(?:[a-z]+[-_])?(?:ad|ban|banner)[-_](?:bottom|top|left|right|block|box|unit|slot)|advert(?:isement)?s?)$/i,
  ],
  [
    ZONES.frame,
    /^(?:(?:[a-z]+[-_]{0,2})?(?:footer|header|masthead|sidebar|navbar|navigation|nav|menu|topbar|top-?bar|widget|social|socials|follow|follow-?us|connect|contact)(?:[-_]{0,2}[a-z]+){0,3})$/i,
  ],
  [ZONES.page, /^(?:type-page|page-template(?:-[a-z]+)*|page-id-\d+)$/],
  [
    ZONES.ends,
    /^(?:(?:site|page|main|global|top|the|app|wp|l)[-_]*)*(?:foot(?:er)?|header|topbar|masthead|colophon|navbar)(?![a-z])/i,
  ],
];

/** Words of names, with those that begin with them. They are looked for after `-`, `_` and before capitals. */
const BY_WORD: readonly (readonly [zone: number, name: RegExp])[] = [
  [
    ZONES.contact,
    /(?:^|-)(?:foot|contact|kontakt|contatt|address|adress|impress|imprint|header|topbar|vcard|colophon|copyright|masthead|legal|locations?(?:-|$))/,
  ],
  [
    ZONES.listing,
    /(?:^|-)(?:[a-z]*comment|(?:user|customer|product|guest)?review|testimonial|jobs?(?:-|$)|vacanc|listing|search-?result|classified|directory|sponsor|advert|ads?(?:-|$)|quote)/,
  ],
  [ZONES.event, /(?:^|-)(?:tribe)?events?(?:-|$)/],
  [
    ZONES.story,
    /(?:^|-)(?:article|entry|post(?:-|$)|post-?(?:content|body|text)|blog|story|news|product|recipe|thread|message)/,
  ],
];

/** The parts of a page that its elements are in. */
export class Zones {
  readonly #source: string;
  readonly #startTags: StartTags;
  /** Parts by number of the start tag, and by name. */
  readonly #known = new Map<number, number>();
  readonly #names = new Map<string, number>();

  constructor(source: string, startTags: StartTags) {
    this.#source = source;
    this.#startTags = startTags;
  }

  /** The parts within which a start tag is, itself included, as bits of ZONES; 0 for -1. */
  of(tag: number): number {
    const path: number[] = [];
    let at = tag;
    let zones: number | undefined = 0;
    while (at !== -1) {
      zones = this.#known.get(at);
      if (zones !== undefined) break;
      path.push(at);
      at = this.#startTags.parentOf(at);
    }
    zones ??= 0;
    for (const each of path.toReversed()) {
      const own = this.#own(each);
      // An article has a head and a foot of its own. A block of contacts within it still is one.
      zones = ((own & TOLD) === 0 ? zones : zones & ~OUTER) | own;
      this.#known.set(each, zones);
    }
    return zones;
  }

  #own(tag: number): number {
    const [start, end] = this.#startTags.rangeOf(tag);
    const text = this.#source.slice(start, Math.min(end, start + MAX_TAG));
    const element = NAME.exec(text)?.[1]?.toLowerCase() ?? '';
    // Names of the whole page tell what it may have, not what is where.
    if (element === 'html') return 0;
    let zones = BY_ELEMENT[element] ?? 0;
    for (const [, attribute, double, single, bare] of text.matchAll(NAMING)) {
      const value = double ?? single ?? bare ?? '';
      if (attribute?.toLowerCase() === 'role') {
        if (/^(?:banner|contentinfo)$/i.test(value)) zones |= ZONES.frame | ZONES.ends;
        else if (/^(?:navigation|complementary)$/i.test(value)) zones |= ZONES.frame;
        continue;
      }
      for (const name of value.split(/\s+/, 20))
        if (name !== '' && name.length <= MAX_NAME) zones |= this.#byName(name);
    }
    return element === 'body' ? zones & ZONES.page : zones;
  }

  /** The parts that a class, an id or a property names. Pages have the same few names on most of their elements. */
  #byName(name: string): number {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    let zones = 0;
    for (const [zone, expression] of BY_NAME) if (expression.test(name)) zones |= zone;
    const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_+/g, '-').toLowerCase();
    for (const [zone, expression] of BY_WORD) if (expression.test(words)) zones |= zone;
    this.#names.set(name, zones);
    return zones;
  }
}
