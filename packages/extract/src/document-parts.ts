import type { OwnerPageKind } from '@sitegrep/site';
import type { Contacts } from './contacts.ts';
import type { InlineScript } from './inline-content.ts';

/** What a page's markup holds, character references decoded unless said otherwise. */
export interface DocumentParts {
  /** Text of the first title element of the HTML (not of an SVG in it); null if there is none. */
  readonly title: string | null;
  readonly htmlLang: string | null;
  readonly htmlXmlLang: string | null;
  readonly baseHref: string | null;
  readonly metas: readonly MetaElement[];
  readonly headLinks: readonly LinkElement[];
  /** Unique hrefs of links that are not marked nofollow, ugc or sponsored. */
  readonly linkHrefs: ReadonlySet<string>;
  /** Unique hrefs of all links. */
  readonly anchorHrefs: ReadonlySet<string>;
  /** Hrefs of links with `rel=me`. */
  readonly meHrefs: ReadonlySet<string>;
  /** Hrefs of links whose whole text names a page that tells who runs the site. */
  readonly ownerHrefs: ReadonlyMap<string, OwnerPageKind>;
  /** Addresses that the markup says are profiles of the site: `sameAs`, boxes in which networks show a page of theirs. */
  readonly profileHrefs: readonly string[];
  readonly scriptSrc: readonly string[];
  readonly scripts: readonly InlineScript[];
  /** Content of style elements, joined by line ends. */
  readonly css: string;
  readonly emails: readonly string[];
  /** What microdata and the like state. */
  readonly contacts: Contacts;
  /** Visible text; white space stands as in the source, but what tags part is parted by one blank. */
  readonly text: string;
  /** Sample of the visible text, white space folded. */
  readonly sample: string;
  /** Start and end of each start tag that is not within a template. */
  readonly startTags: Uint32Array;
  /** Of each of them, the number of that of the element around it; -1 for none. */
  readonly parents: Int32Array;
  /** How many elements were open at once, at most; beyond 256 only that there were more. */
  readonly depth: number;
}

export interface MetaElement {
  /** `name`, or `property` where there is no name, in lower case; empty if there is neither. */
  readonly key: string;
  /** In lower case; empty if absent. */
  readonly httpEquiv: string;
  readonly content: string;
}

export interface LinkElement {
  /** Tokens in lower case. */
  readonly rel: readonly string[];
  readonly href: string;
  readonly hreflang: string | null;
}
