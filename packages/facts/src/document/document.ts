// Reads a decoded page in one pass and collects the raw material of facts, links and signals: each kind
// bounded, in document order. Other files interpret it; this one knows only HTML.
import {
  decodeAttribute,
  decodeText,
  elementTable,
  foldedValue,
  type HtmlVisitor,
  INLINE,
  InlineScripts,
  InlineStyles,
  isBlank,
  type PageText,
  PageTextReader,
  ScopeReader,
  type ScopeRanges,
  StartTags,
  TextCollector,
  UNSEEN,
  visitHtml,
  ZONE_SCOPES,
} from '@sitegrep/html';
import { ownerPageByText, type OwnerPageKind } from '@sitegrep/site';
import type {
  DiallingLink,
  DocumentParts,
  LinkElement,
  MetaElement,
  NamedLink,
  OutsideLink,
  ProfileBox,
  PropertyElement,
  RefreshElement,
} from './document-parts.ts';
import { isCredit, isCredited, isOfSameSite } from './credits.ts';
import {
  cloudflareLinkHex,
  collectEmails,
  decodeCloudflareEmail,
  type EmailLocation,
} from '../emails/emails.ts';
import { MarkedUpContacts, mayBeContactClass } from '../contacts/marked-up-contacts.ts';
import { ElementHosts } from '../hosts/element-hosts.ts';
import { ownerProperty } from '../site-facts/owner-properties.ts';
import { mayNamePageByText, namedPageByText } from '../site-facts/named-pages.ts';
import { isDialling } from '../phones/phones.ts';
import { profileOfFrame } from '../profiles/profile-urls.ts';
import { shiftedMailto, unshiftedMailto } from '../emails/shifted-emails.ts';
import { sampleText } from './sample-text.ts';
import {
  ATTRIBUTES,
  DELAYED_SRC_NUMBERS,
  HOST_READINGS,
  IS_CONTACT_ATTRIBUTE,
  IS_READ_ATTRIBUTE,
  NUMBERS,
  TagAttributes,
} from './tag-attributes.ts';
import { Zones } from '../ownership/zones.ts';

/** Maximum entries per page; real pages have far fewer. */
const MAX_METAS = 2_000;
const MAX_HEAD_LINKS = 1_000;
const MAX_HREFS = 20_000;
const MAX_REL_TOKENS = 50;
const MAX_OWNER_HREFS = 20;
const MAX_NAMED_LINKS = 100;
const MAX_DIALLING = 300;
const MAX_PROPERTY_ELEMENTS = 200;
/** Maximum characters of a link's text that are read. */
const MAX_LINK_TEXT = 100;
const MAX_SCRIPT_ADDRESSES = 5_000;
const MAX_TITLE = 100_000;
/** Maximum characters of one run of text. A run is the text between two tags; longer ones are split. */
const MAX_RUN = 65_536;
/** Minimum characters of noscript that stand for the text of a page that shows none with scripts. */
const MIN_UNSCRIPTED = 400;

/** Start of a link to a named host. */
const OUTSIDE = /^(?:https?:)?\/\//i;
/** The same, also without its scheme or a slash of it. */
const NAMES_HOST = /^(?:https?:\/|\/\/|[a-z0-9-]+(?:\.[a-z0-9-]+)+\/)/i;
/** Maximum characters before a link that are kept. */
const MAX_BEFORE = 80;
/** Values of `rel` that mark links which the page does not recommend itself. */
const UNFOLLOWED = new Set(['nofollow', 'ugc', 'sponsored']);
/** Images and icons. */
const PICTURES = ['img', 'svg', 'use', 'i', 'symbol'];
const MAX_PICTURES = 3_000;
/** Elements of networks that show a page of the site. */
const WIDGETS = ['fb:like', 'fb:like-box', 'fb:fan', 'fb:page', 'fb:subscribe', 'g:plus'];
/** Elements whose attributes are read. */
const READ = [
  'html',
  'base',
  'meta',
  'link',
  'a',
  'area',
  'script',
  'iframe',
  'frame',
  'template',
  ...WIDGETS,
];
/** Elements that do nothing within a template, which is not part of the page. */
const INERT = new Set(['base', 'meta', 'link', 'a', 'area', 'iframe', 'frame', ...WIDGETS]);
/** Maximum frames. */
const MAX_FRAMES = 200;
/** Maximum widgets of social networks. */
const MAX_BOXES = 100;
/** Alternative text of an image that replaces the @ of an address. Without brackets, `AT` is the flag of a country. */
const STANDS_FOR_AT = /^\s*(?:[[(]?@[\])]?|\(at\)|\[at\])\s*$/i;
/** Style of text that is written backwards and displayed in reverse. */
const WRITTEN_BACKWARDS = /direction\s*:\s*rtl[^]*bidi-override|bidi-override[^]*direction\s*:\s*rtl/i;

/** Traits of an element, as bits. */
const IS_READ = 1;
const IS_PICTURE = 2;
const IS_UNSEEN = 4;
const IS_INLINE = 8;
/** `wbr`, which only allows a line break within a word. */
const IS_WITHIN_WORD = 16;
const TRAITS = elementTable([
  [IS_READ, READ],
  [IS_PICTURE, PICTURES],
  [IS_UNSEEN, UNSEEN],
  [IS_INLINE, INLINE],
  [IS_WITHIN_WORD, ['wbr']],
]);

/** Reads a decoded page. @param linkTexts whether the texts of links are read for `ownerHrefs` */
export function readDocument(source: string, linkTexts = true): DocumentParts {
  const reader = new DocumentReader(source, linkTexts);
  const depth = visitHtml(source, reader, ATTRIBUTES);
  return reader.parts(depth);
}

/** Reads a decoded page as `readDocument`, `readPageText` and `scopeRanges` do, in one pass. */
export function readWholePage(
  source: string,
  linkTexts: boolean,
): { readonly parts: DocumentParts; readonly text: PageText; readonly scopes: ScopeRanges } {
  const document = new DocumentReader(source, linkTexts);
  const text = new PageTextReader(source);
  const scopes = new ScopeReader(ZONE_SCOPES, NUMBERS);
  const depth = visitHtml(source, new AllReaders(document, text, scopes), ATTRIBUTES);
  return { parts: document.parts(depth), text: text.result(), scopes: scopes.ranges() };
}

class AllReaders implements HtmlVisitor {
  readonly #document: DocumentReader;
  readonly #text: PageTextReader;
  readonly #scopes: ScopeReader;

  constructor(document: DocumentReader, text: PageTextReader, scopes: ScopeReader) {
    this.#document = document;
    this.#text = text;
    this.#scopes = scopes;
  }

  open(name: string, holds: boolean, element: number): void {
    this.#document.open(name, holds, element);
    this.#text.open(name, holds, element);
    this.#scopes.open(name, holds);
  }

  attribute(name: number, start: number, end: number): void {
    this.#document.attribute(name, start, end);
    this.#text.attribute(name, start, end);
    this.#scopes.attribute(name, start, end);
  }

  opened(start: number, end: number): void {
    this.#document.opened(start, end);
    this.#text.opened();
    this.#scopes.opened(start, end);
  }

  text(start: number, end: number): void {
    this.#document.text(start, end);
    this.#text.text(start, end);
    this.#scopes.text(start, end);
  }

  comment(start: number, end: number): void {
    this.#scopes.comment(start, end);
  }

  close(name: string, element: number): void {
    this.#document.close(name, element);
    this.#text.close(name, element);
    this.#scopes.close(name);
  }
}

class DocumentReader implements HtmlVisitor {
  readonly #source: string;
  readonly #linkTexts: boolean;
  readonly #metas: MetaElement[] = [];
  readonly #refreshes: RefreshElement[] = [];
  readonly #headLinks: LinkElement[] = [];
  readonly #frameHrefs = new Set<string>();
  readonly #framesetHrefs = new Set<string>();
  readonly #linkHrefs = new Set<string>();
  readonly #creditHrefs = new Set<string>();
  readonly #anchorHrefs = new Set<string>();
  readonly #outsideLinks: OutsideLink[] = [];
  readonly #meHrefs = new Set<string>();
  readonly #diallingLinks = new Map<string, DiallingLink>();
  readonly #ownerHrefs = new Map<string, OwnerPageKind>();
  readonly #namedLinks: NamedLink[] = [];
  readonly #boxes: ProfileBox[] = [];
  readonly #scriptSrc: string[] = [];
  readonly #scripts = new InlineScripts();
  readonly #styles = new InlineStyles();
  readonly #hosts: ElementHosts;
  readonly #emails = collectEmails();
  readonly #contacts = new MarkedUpContacts();
  readonly #propertyElements: PropertyElement[] = [];
  readonly #pictures: number[] = [];
  readonly #text = new TextCollector();
  readonly #sample = sampleText();
  /** Sample of what is shown without scripts alone. */
  readonly #unscripted = sampleText();
  readonly #startTags = new StartTags();
  #title: string | null = null;
  #titleState: 'before' | 'inside' | 'after' = 'before';
  #htmlLang: string | null = null;
  #htmlXmlLang: string | null = null;
  #baseHref: string | null = null;

  /** Element whose attributes are being read; null if they are not needed. */
  #element: string | null = null;
  readonly #attributes: TagAttributes;
  /** Href of the link whose text is being read; null outside of one. */
  #linkHref: string | null = null;
  #linkText = '';
  /** Number of pieces of its text that are not blank, and the last of them. */
  #linkPieces = 0;
  #pieceStart = 0;
  #pieceEnd = 0;
  #linkElement = -1;
  /** Whether the link whose text is being read calls a number. */
  #isDialling = false;
  /** Host and what follows of an open link to another origin, to compare with the images in it; empty without one. */
  #linkAddress = '';
  /** End of the text before the element opened last. */
  #before = '';
  /** Index of the link's start tag; -1 if it has none. */
  #linkTag = -1;
  /** Whether the element opened last is an image or an icon. */
  #isPicture = false;
  /** Whether the element opened last can contain others. */
  #holds = false;
  /** Whether the text up to the next tag is written backwards. */
  #isBackwards = false;
  /** Whether the text up to the next tag begins a line. */
  #beginsLine = true;
  /** Start tag of the element that the run of text is in. */
  #runElement = -1;
  /** Number of open elements. */
  #depth = 0;
  #unseenDepth = 0;
  #noscriptDepth = 0;
  #foreignDepth = 0;
  #templateDepth = 0;
  /** Open templates, the innermost last: whether each is inert, so that it shows nothing. */
  readonly #templates: boolean[] = [];
  #inertDepth = 0;
  /** Whether the element opened last is within a template. */
  #inTemplate = false;
  #run = '';

  constructor(source: string, linkTexts: boolean) {
    this.#source = source;
    this.#attributes = new TagAttributes(source);
    this.#hosts = new ElementHosts(source);
    this.#linkTexts = linkTexts;
  }

  open(name: string, holds: boolean, element: number): void {
    const traits = TRAITS[element] ?? 0;
    if (this.#run !== '' && (traits & IS_WITHIN_WORD) === 0) this.#endRun();
    if (this.#unseenDepth === 0 && (traits & IS_INLINE) === 0) this.#beginsLine = true;
    this.#element = (traits & IS_READ) === 0 ? null : name;
    this.#isPicture = (traits & IS_PICTURE) !== 0;
    this.#isBackwards = false;
    this.#holds = holds;
    this.#startTags.open(holds);
    this.#hosts.open(element);
    if (holds) this.#depth += 1;
    this.#contacts.open();
    this.#inTemplate = this.#templateDepth > 0;
    if (holds && (traits & IS_UNSEEN) !== 0) this.#enter(name);
  }

  attribute(name: number, start: number, end: number): void {
    // Pages have thousands of classes, so their length is compared first.
    if (
      IS_CONTACT_ATTRIBUTE[name] === true &&
      this.#inertDepth === 0 &&
      (name !== NUMBERS.class || mayBeContactClass(end - start, this.#contacts.isInAddress))
    )
      this.#contacts.attribute(ATTRIBUTES.names[name] ?? '', this.#source.slice(start, end));
    const readings = HOST_READINGS[name] ?? null;
    if (readings !== null && this.#inertDepth === 0) this.#hosts.attribute(readings, start, end);
    if (this.#element === null) {
      if (this.#inertDepth === 0) this.#note(name, start, end);
    } else if (IS_READ_ATTRIBUTE[name] === true) this.#attributes.add(name, start, end);
  }

  /** Handles attributes of the elements that are not read. */
  #note(name: number, start: number, end: number): void {
    switch (name) {
      case NUMBERS.style:
        if (end - start > 30) this.#isBackwards = WRITTEN_BACKWARDS.test(this.#source.slice(start, end));
        break;
      case NUMBERS.alt:
        if (end - start < 10 && STANDS_FOR_AT.test(this.#source.slice(start, end)))
          this.#text.add('(at)', this.#startTags.innermost, false);
        break;
      case NUMBERS['data-cfemail']:
        this.#addProtectedEmail(this.#source.slice(start, end));
        break;
      case NUMBERS.src:
        if (this.#linkAddress !== '' && isOfSameSite(this.#source.slice(start, end), this.#linkAddress))
          this.#creditHrefs.add(this.#linkHref ?? '');
        break;
      case NUMBERS['data-href']:
        this.#addBox(decodeAttribute(this.#source.slice(start, end)));
        break;
      default:
    }
  }

  opened(start: number, end: number): void {
    if (!this.#inTemplate) {
      this.#startTags.add(start, end, this.#holds);
      if (this.#isPicture && this.#pictures.length < MAX_PICTURES)
        this.#pictures.push(this.#startTags.latest);
    }
    const element = this.#element;
    if (this.#contacts.states) {
      if (!this.#inTemplate) this.#addProperty(this.#contacts.property);
      const href = element === null ? undefined : this.#attributes.get(NUMBERS.href);
      this.#contacts.opened(href, this.#holds ? this.#depth : null);
    }
    if (element === null) return;
    this.#element = null;
    const protectedEmail = this.#attributes.get(NUMBERS['data-cfemail']);
    if (protectedEmail !== undefined && this.#inertDepth === 0) this.#addProtectedEmail(protectedEmail);
    switch (this.#inertDepth > 0 && INERT.has(element) ? 'inert' : element) {
      case 'inert':
        break;
      case 'template':
        this.#openShadow();
        break;
      case 'html':
        this.#htmlLang ??= this.#attribute(NUMBERS.lang);
        this.#htmlXmlLang ??= this.#attribute(NUMBERS['xml:lang']);
        break;
      case 'base':
        this.#baseHref ??= this.#attribute(NUMBERS.href);
        break;
      case 'meta':
        this.#addMeta();
        break;
      case 'link':
        this.#addHeadLink();
        break;
      case 'script':
        this.#addScript();
        break;
      case 'iframe':
      case 'frame':
        this.#addFrame(element);
        break;
      case 'fb:like':
      case 'fb:like-box':
      case 'fb:fan':
      case 'fb:page':
      case 'fb:subscribe':
      case 'g:plus':
        this.#addBox(this.#attribute(NUMBERS.href) ?? '');
        break;
      default:
        this.#addAnchor(element);
    }
    this.#attributes.clear();
  }

  text(start: number, end: number): void {
    if (this.#unseenDepth > 0) this.#addUnseen(start, end);
    else if (this.#linkHref !== null) {
      if (!isBlank(this.#source, start, end)) {
        this.#linkPieces += 1;
        this.#pieceStart = start;
        this.#pieceEnd = end;
      }
      const text = this.#source.slice(start, end);
      if (this.#linkText.length < MAX_LINK_TEXT) this.#linkText += text.slice(0, MAX_LINK_TEXT);
      this.#addRun(text);
    } else if (this.#run !== '' || !isBlank(this.#source, start, end))
      this.#addRun(this.#source.slice(start, end));
  }

  #addUnseen(start: number, end: number): void {
    if (this.#scripts.isOpen) this.#scripts.add(this.#source.slice(start, end), start);
    else if (this.#styles.isOpen) this.#styles.add(this.#source.slice(start, end));
    else if (this.#titleState === 'inside' && this.#title !== null && this.#title.length < MAX_TITLE)
      this.#title += this.#source.slice(start, Math.min(end, start + MAX_TITLE));
    else if (this.#noscriptDepth === this.#unseenDepth) {
      if (isBlank(this.#source, start, end)) return;
      const text = this.#source.slice(start, end);
      const decoded = decodeText(text.slice(0, MAX_RUN));
      if (text.includes('@')) this.#emails.addText(decoded, this.#zone());
      this.#unscripted.add(decoded);
    }
  }

  close(name: string, element: number): void {
    const traits = TRAITS[element] ?? 0;
    if (this.#run !== '') this.#endRun();
    if (this.#unseenDepth === 0 && (traits & IS_INLINE) === 0) this.#beginsLine = true;
    if (this.#depth <= this.#contacts.innermost) this.#contacts.close(this.#depth);
    this.#depth -= 1;
    this.#startTags.close();
    this.#isBackwards = false;
    if (name === 'a') this.#endLink();
    else if ((traits & IS_UNSEEN) !== 0) this.#leave(name);
  }

  parts(depth: number): DocumentParts {
    this.#endRun();
    const text = this.#text.text();
    const startTags = this.#startTags.offsets();
    const parents = this.#startTags.parents();
    const unscripted = this.#unscripted.text();
    this.#emails.addDisguised(text, (at) => this.#text.elementAt(at));
    return {
      title: this.#title === null ? null : decodeText(this.#title),
      htmlLang: this.#htmlLang,
      htmlXmlLang: this.#htmlXmlLang,
      baseHref: this.#baseHref,
      metas: this.#metas,
      refreshes: this.#refreshes,
      headLinks: this.#headLinks,
      frameHrefs: this.#frameHrefs,
      framesetHrefs: this.#framesetHrefs,
      linkHrefs: this.#linkHrefs,
      creditHrefs: this.#creditHrefs,
      anchorHrefs: this.#anchorHrefs,
      outsideLinks: this.#outsideLinks,
      zones: new Zones(this.#source, this.#startTags),
      meHrefs: this.#meHrefs,
      diallingLinks: this.#diallingLinks,
      ownerHrefs: this.#ownerHrefs,
      namedLinks: this.#namedLinks,
      sameAsHrefs: this.#contacts.profiles(),
      boxes: this.#boxes,
      scriptSrc: this.#scriptSrc,
      scripts: this.#scripts.scripts(this.#source),
      namedHosts: this.#hosts.named,
      css: this.#styles.css(),
      emails: this.#emails.sightings(),
      propertyElements: this.#propertyElements,
      contacts: this.#contacts.contacts(),
      text,
      visibleText: this.#text.visibleText(),
      sample: this.#sample.text() || longText(unscripted),
      unscripted,
      startTags,
      parents,
      pictures: this.#pictures,
      depth,
    };
  }

  #enter(name: string): void {
    this.#unseenDepth += 1;
    if (name === 'script') this.#scripts.open(this.#inertDepth === 0);
    else if (name === 'style') this.#styles.open();
    else if (name === 'svg' || name === 'math') this.#foreignDepth += 1;
    else if (name === 'template') {
      this.#templateDepth += 1;
      this.#templates.push(true);
      this.#inertDepth += 1;
    } else if (name === 'noscript') this.#noscriptDepth += 1;
    else if (
      name === 'title' &&
      this.#titleState === 'before' &&
      this.#foreignDepth + this.#templateDepth + this.#noscriptDepth === 0
    ) {
      this.#title = '';
      this.#titleState = 'inside';
    }
  }

  #leave(name: string): void {
    this.#unseenDepth -= 1;
    if (name === 'script') this.#scripts.close();
    else if (name === 'style') this.#styles.close();
    else if (name === 'svg' || name === 'math') this.#foreignDepth -= 1;
    else if (name === 'template') {
      this.#templateDepth -= 1;
      if (this.#templates.pop() === true) this.#inertDepth -= 1;
      // A shadow root was seen from its start tag on.
      else this.#unseenDepth += 1;
    } else if (name === 'noscript') this.#noscriptDepth -= 1;
    else if (name === 'title' && this.#titleState === 'inside')
      this.#titleState = foldedValue(decodeText(this.#title ?? '')) === null ? 'before' : 'after';
  }

  /** Shows the content of a template that is a shadow root. */
  #openShadow(): void {
    const mode = this.#attribute(NUMBERS.shadowrootmode)?.toLowerCase();
    if ((mode !== 'open' && mode !== 'closed') || !this.#holds) return;
    this.#templates[this.#templates.length - 1] = false;
    this.#inertDepth -= 1;
    this.#unseenDepth -= 1;
  }

  /** Adds text to the run. Very long text is split, at blanks where possible. */
  #addRun(text: string): void {
    if (this.#run === '') this.#runElement = this.#startTags.innermost;
    let start = 0;
    while (text.length - start > MAX_RUN) {
      const part = text.slice(start, start + MAX_RUN);
      const blank = part.lastIndexOf(' ');
      this.#run += blank > 0 ? part.slice(0, blank) : part;
      this.#endRun();
      start += blank > 0 ? blank : MAX_RUN;
    }
    this.#run += start === 0 ? text : text.slice(start);
    if (this.#run.length > MAX_RUN) this.#endRun();
  }

  /** Ends a run of text: searches it for addresses and samples it. */
  #endRun(): void {
    if (this.#run === '') return;
    const text = decodeText(this.#run).trim();
    this.#run = '';
    if (text === '') return;
    this.#text.add(text, this.#runElement, this.#beginsLine);
    this.#beginsLine = false;
    if (text.includes('@')) {
      if (this.#isBackwards) this.#emails.addBackwards(text, this.#zone());
      else this.#emails.addText(text, this.#zone());
    }
    this.#before = text;
    if (this.#contacts.awaitsText) this.#contacts.text(text);
    this.#sample.add(text);
  }

  /** The place of the element opened last, or of the text that ends. */
  #zone(): EmailLocation {
    return { tag: this.#startTags.innermost, before: this.#before.slice(-MAX_BEFORE) };
  }

  #attribute(number: number): string | null {
    const raw = this.#attributes.get(number);
    return raw === undefined ? null : decodeAttribute(raw);
  }

  #rel(): readonly string[] {
    const rel = this.#attribute(NUMBERS.rel);
    return rel === null ? [] : rel.toLowerCase().split(/\s+/, MAX_REL_TOKENS);
  }

  /** Adds the element opened last if it has a property of the owner. */
  #addProperty(written: string): void {
    const name = ownerProperty(written);
    if (name !== null && this.#propertyElements.length < MAX_PROPERTY_ELEMENTS)
      this.#propertyElements.push({ name, tag: this.#startTags.latest });
  }

  #addMeta(): void {
    const content = this.#attribute(NUMBERS.content);
    if (content === null || this.#metas.length === MAX_METAS) return;
    const key = (this.#attribute(NUMBERS.name) || this.#attribute(NUMBERS.property) || '').toLowerCase();
    const httpEquiv = (this.#attribute(NUMBERS['http-equiv']) ?? '').toLowerCase();
    this.#metas.push({ key, httpEquiv, content });
    if (httpEquiv === 'refresh') this.#refreshes.push({ content, unscripted: this.#noscriptDepth > 0 });
  }

  #addHeadLink(): void {
    const href = this.#attribute(NUMBERS.href);
    if (href === null || this.#headLinks.length === MAX_HEAD_LINKS) return;
    this.#headLinks.push({
      rel: this.#rel(),
      href,
      hreflang: this.#attribute(NUMBERS.hreflang),
      as: this.#attribute(NUMBERS.as)?.trim().toLowerCase() ?? null,
      type: this.#attribute(NUMBERS.type),
      title: this.#attribute(NUMBERS.title),
    });
  }

  #addScript(): void {
    this.#scripts.setType(this.#attribute(NUMBERS.type) ?? '');
    if (this.#inertDepth > 0) return;
    const src = this.#attribute(NUMBERS.src) ?? this.#delayedSrc();
    if (src !== null && src !== '' && this.#scriptSrc.length < MAX_SCRIPT_ADDRESSES)
      this.#scriptSrc.push(src);
  }

  /** Address of a script that another one loads later; null if there is none. */
  #delayedSrc(): string | null {
    for (const number of DELAYED_SRC_NUMBERS) {
      const src = this.#attribute(number);
      if (src !== null) return src;
    }
    return null;
  }

  #addAnchor(element: string): void {
    const href = (this.#attribute(NUMBERS.href) ?? this.#attribute(NUMBERS['xlink:href']))?.trim() ?? '';
    const shifted = this.#attribute(NUMBERS['data-mailto-token']) ?? shiftedMailto(href);
    if (shifted !== null) this.#emails.addMailto(unshiftedMailto(shifted) ?? '', this.#zone(), shifted);
    if (href === '' || href.startsWith('#')) return;
    if (isMailto(href)) {
      this.#emails.addMailto(href.slice('mailto:'.length), this.#zone());
      return;
    }
    const hex = cloudflareLinkHex(href);
    if (hex !== null) {
      this.#addProtectedEmail(hex);
      return;
    }
    if (this.#anchorHrefs.size === MAX_HREFS) return;
    const rel = this.#rel();
    this.#anchorHrefs.add(href);
    if (!rel.some((token) => UNFOLLOWED.has(token))) this.#linkHrefs.add(href);
    if (rel.includes('me')) this.#meHrefs.add(href);
    const isOutside = OUTSIDE.test(href);
    if (isOutside && (this.#noscriptDepth > 0 || rel.includes('license') || isCredited(this.#before)))
      this.#creditHrefs.add(href);
    const namesHost = isOutside || NAMES_HOST.test(href);
    if (namesHost && this.#outsideLinks.length < MAX_HREFS)
      this.#outsideLinks.push({ href, ...this.#zone(), text: '' });
    if (element !== 'a') return;
    this.#isDialling = this.#diallingLinks.size < MAX_DIALLING && isDialling(href);
    if (this.#isDialling) this.#linkElement = this.#startTags.innermost;
    this.#linkHref = href;
    this.#linkAddress = isOutside ? href : '';
    this.#linkText = '';
    this.#linkPieces = 0;
    this.#linkTag = this.#startTags.latest;
  }

  #endLink(): void {
    const href = this.#linkHref;
    const link = this.#outsideLinks.at(-1);
    const isLast = href !== null && link?.href === href;
    const mayName = href !== null && this.#mayNamePage();
    // The text of most links within the site is needed for nothing else.
    if (href !== null && (mayName || isLast || this.#isDialling || this.#linkAddress !== '')) {
      const text = decodeText(this.#linkText);
      if (this.#isDialling && !this.#diallingLinks.has(href))
        this.#diallingLinks.set(href, { text: text.trim(), element: this.#linkElement });
      if (this.#linkAddress !== '' && isCredit(text)) this.#creditHrefs.add(href);
      if (isLast) link.text = text;
      if (mayName) this.#addNamed(href, text);
    }
    this.#linkHref = null;
    this.#linkAddress = '';
  }

  /** Tells whether the text of the link may name a page. Most texts are one piece of the source, which is looked at there. */
  #mayNamePage(): boolean {
    const [start, end] = [this.#pieceStart, this.#pieceEnd];
    if (this.#linkPieces !== 1 || end - start > MAX_LINK_TEXT) return this.#linkPieces > 0;
    return mayNamePageByText(this.#source, start, end) || hasReference(this.#source, start, end);
  }

  #addNamed(href: string, text: string): void {
    const kind = ownerPageByText(text);
    if (kind !== null && this.#linkTexts && this.#ownerHrefs.size < MAX_OWNER_HREFS)
      this.#ownerHrefs.set(href, kind);
    const named = this.#namedLinks.length < MAX_NAMED_LINKS ? namedPageByText(text, kind) : null;
    if (named !== null) this.#namedLinks.push({ href, text, kind: named, tag: this.#linkTag });
  }

  /** Adds a frame, and the profile that it shows if it is a widget of a network. */
  #addFrame(element: string): void {
    const src = this.#attribute(NUMBERS.src)?.trim() ?? '';
    if (src !== '' && this.#frameHrefs.size < MAX_FRAMES) {
      this.#frameHrefs.add(src);
      if (element === 'frame') this.#framesetHrefs.add(src);
    }
    this.#addBox(profileOfFrame(src) ?? '', src);
  }

  /** @param written how the source has the address */
  #addBox(href: string, written = href): void {
    if (href !== '' && this.#boxes.length < MAX_BOXES)
      this.#boxes.push({ href: href.trim(), written, tag: this.#startTags.innermost });
  }

  #addProtectedEmail(hex: string): void {
    const email = decodeCloudflareEmail(hex);
    if (email !== null) this.#emails.addMailto(email, this.#zone(), hex);
  }
}

/** Tells whether a link has the scheme `mailto:`. The first letter is compared first, because few links begin with it. */
function isMailto(href: string): boolean {
  return (href.charCodeAt(0) | 0x20) === 0x6d && /^mailto:/i.test(href);
}

/** Tells whether a part of the source may have a character reference. */
function hasReference(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (source.charCodeAt(at) === AMPERSAND) return true;
  return false;
}
const AMPERSAND = 0x26;

/** The text if it is long enough to be that of the page rather than a request to turn scripts on. */
function longText(text: string): string {
  return text.length < MIN_UNSCRIPTED ? '' : text;
}
