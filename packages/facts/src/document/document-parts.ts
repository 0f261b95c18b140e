import type { InlineScript, VisibleText } from '@sitegrep/html';
import type { OwnerPageKind } from '@sitegrep/site';
import type { Contacts } from '../contacts/contacts.ts';
import type { EmailSighting } from '../emails/emails.ts';
import type { NamedHosts } from '../hosts/element-hosts.ts';
import type { Zones } from '../ownership/zones.ts';
import type { OwnerProperty } from '../site-facts/owner-properties.ts';
import type { NamedPage } from '../site-facts/named-pages.ts';

/** Content of a page's markup. Character references are decoded unless stated otherwise. */
export interface DocumentParts {
  /** Text of the first title element with text, outside of SVG, `noscript` and templates; null if there is no such element. */
  readonly title: string | null;
  readonly htmlLang: string | null;
  readonly htmlXmlLang: string | null;
  readonly baseHref: string | null;
  readonly metas: readonly MetaElement[];
  /** Metas that refresh the page, other than those in templates. */
  readonly refreshes: readonly RefreshElement[];
  readonly headLinks: readonly LinkElement[];
  /** Unique addresses of frames, as they are written; at most 200. */
  readonly frameHrefs: ReadonlySet<string>;
  /** Those of `frameHrefs` that are frames of a frameset. */
  readonly framesetHrefs: ReadonlySet<string>;
  /** Unique hrefs of links that are not marked nofollow, ugc or sponsored. */
  readonly linkHrefs: ReadonlySet<string>;
  /** Hrefs of `linkHrefs` that recommend nothing: credits, badges, licences, and links instead of a script. */
  readonly creditHrefs: ReadonlySet<string>;
  /** Unique hrefs of all links. */
  readonly anchorHrefs: ReadonlySet<string>;
  /** Links to named hosts, as often as they occur, at most 20,000. */
  readonly outsideLinks: readonly OutsideLink[];
  readonly zones: Zones;
  /** Links to call, message or chat with a number, unique by href. */
  readonly diallingLinks: ReadonlyMap<string, DiallingLink>;
  /** Hrefs of links with `rel=me`. */
  readonly meHrefs: ReadonlySet<string>;
  /** Hrefs of links whose complete text names a page about the owner of the site. */
  readonly ownerHrefs: ReadonlyMap<string, OwnerPageKind>;
  /** Links whose complete text names a legal page or one with contact details, in document order; at most 100. */
  readonly namedLinks: readonly NamedLink[];
  /** Values of `sameAs` in microdata and RDFa. */
  readonly sameAsHrefs: ReadonlySet<string>;
  /** Profiles that widgets of networks show, in document order; at most 100. */
  readonly boxes: readonly ProfileBox[];
  readonly scriptSrc: readonly string[];
  readonly scripts: readonly InlineScript[];
  /** Hosts that attributes of other elements name. */
  readonly namedHosts: NamedHosts;
  /** Content of style elements, joined by line ends. */
  readonly css: string;
  /** All addresses, with the places of each. */
  readonly emails: ReadonlyMap<string, readonly EmailSighting[]>;
  /** Elements with properties of the owner in microdata and RDFa, in document order; at most 200. */
  readonly propertyElements: readonly PropertyElement[];
  /** Contacts in microdata, RDFa Lite and h-cards. */
  readonly contacts: Contacts;
  /** Visible text. White space is as in the source; one blank separates texts that tags separate. */
  readonly text: string;
  readonly visibleText: VisibleText;
  /** Sample of the visible text, white space folded; of a page that shows none, that of noscript if it is long. */
  readonly sample: string;
  /** Sample of the text that is shown without scripts alone (`noscript`), white space folded. */
  readonly unscripted: string;
  /** Start and end offset of each start tag that is not within a template. */
  readonly startTags: Uint32Array;
  /** Parent of each start tag: the index of the enclosing element's start tag; -1 for none. */
  readonly parents: Int32Array;
  /** Indexes of the start tags of images and icons, in document order; at most 3,000. */
  readonly pictures: readonly number[];
  /** Maximum number of elements that were open at once; above 256 the value is a lower bound. */
  readonly depth: number;
}

/** A widget of a network that shows a profile. */
export interface ProfileBox {
  /** Address of the profile. */
  readonly href: string;
  /** The address as the source has it: that of a frame names the profile in a parameter. */
  readonly written: string;
  /** Number of the start tag around it; -1 if there is none. */
  readonly tag: number;
}

/** An element whose attributes name a property of the owner. */
export interface PropertyElement {
  readonly name: OwnerProperty;
  /** Index of its start tag. */
  readonly tag: number;
}

export interface DiallingLink {
  /** Its text, at most 100 characters. */
  readonly text: string;
  /** Index of its start tag. */
  readonly element: number;
}

export interface MetaElement {
  /** `name`, or `property` if there is no name, in lower case; empty if there is neither. */
  readonly key: string;
  /** Value of `http-equiv` in lower case; empty if absent. */
  readonly httpEquiv: string;
  readonly content: string;
}

export interface RefreshElement {
  readonly content: string;
  /** Whether it is in `noscript`. */
  readonly unscripted: boolean;
}

/** A link to a named host. */
export interface OutsideLink {
  readonly href: string;
  /** Number of its start tag; -1 within a template. */
  readonly tag: number;
  /** End of the text before it, and start of its own text. */
  readonly before: string;
  text: string;
}

/** A link whose text names a page that sites of any kind have. */
export interface NamedLink {
  readonly href: string;
  readonly text: string;
  readonly kind: NamedPage;
  /** Index of its start tag; -1 if it has none. */
  readonly tag: number;
}

export interface LinkElement {
  /** Tokens of `rel` in lower case. */
  readonly rel: readonly string[];
  readonly href: string;
  readonly hreflang: string | null;
  /** Kind of what it preloads (`as`), in lower case. */
  readonly as: string | null;
  readonly type: string | null;
  readonly title: string | null;
}
