// Reads the XML forms of sitemaps: those of sitemaps.org, and RSS and Atom feeds.
import { Parser, type Handler } from 'htmlparser2';
import { MAX_URL_LENGTH } from './links.ts';

/** Maximum prefixes whose namespaces are remembered. */
const MAX_PREFIXES = 100;

/** Namespaces whose names mean the same as names without a prefix. */
const NAMESPACES = [
  // Of sitemaps.org, and of Google before; those of extensions are `…/schemas/sitemap-image/…` and so on.
  /\/schemas\/sitemap\//i,
  /^http:\/\/www\.w3\.org\/2005\/atom/i,
  /^http:\/\/purl\.org\/atom\/ns/i,
  /^http:\/\/purl\.org\/rss\/1\.0\/$/i,
];
const ROOTS: ReadonlySet<string> = new Set(['urlset', 'sitemapindex', 'rss', 'feed', 'RDF']);
const ENTRIES: ReadonlySet<string> = new Set(['url', 'sitemap', 'item', 'entry']);

export interface XmlSitemap {
  read(text: string): void;
  end(): void;
}

/** An element that names a page or a sitemap. */
interface Entry {
  readonly name: string;
  /** The name with its prefix. */
  readonly tag: string;
  hasUrl: boolean;
  /** URL of an item of RSS that is used if it has no link. */
  guid: string | null;
}

/**
 * Opens a reader. Pages are named by `loc` in `url`, by `link` in the `item` of RSS, or its `guid` if it has no link, and by
 * the alternate `link` in the `entry` of Atom; sitemaps by `loc` in `sitemap`. Names of other namespaces, such as
 * `image:loc`, are extensions.
 */
export function openXmlSitemap(found: { pages: Set<string>; sitemaps: Set<string> }): XmlSitemap {
  const prefixes = new Set<string>();
  let entry: Entry | null = null;
  let element: { readonly name: string; text: string } | null = null;

  function take(written: string): void {
    const url = written.trim();
    if (entry === null || url === '' || url.length > MAX_URL_LENGTH) return;
    (entry.name === 'sitemap' ? found.sitemaps : found.pages).add(url);
    entry.hasUrl = true;
  }

  function endEntry(): void {
    if (entry !== null && !entry.hasUrl) take(entry.guid ?? '');
    entry = null;
  }

  const parser = new TagParser(
    {
      onopentag(tag, attributes) {
        element = null;
        const name = localName(tag, attributes, prefixes);
        if (name === null) return;
        if (ENTRIES.has(name)) {
          endEntry();
          entry = { name, tag, hasUrl: false, guid: null };
        } else if (entry !== null && name === 'link' && attributes['href'] !== undefined) {
          if (isOfFeed(entry) && isPage(attributes)) take(attributes['href']);
        } else if (entry !== null && hasUrlAsText(name, attributes, entry)) {
          element = { name, text: '' };
        }
      },
      ontext(part) {
        if (element !== null && element.text.length <= MAX_URL_LENGTH)
          element.text += part.slice(0, MAX_URL_LENGTH + 1);
      },
    },
    (tag) => {
      if (element?.name === 'guid' && entry !== null) {
        const url = element.text.trim();
        if (/^https?:\/\//i.test(url)) entry.guid = url;
      } else take(element?.text ?? '');
      element = null;
      if (tag === entry?.tag) endEntry();
    },
  );
  return {
    read: (text) => parser.write(text),
    end() {
      parser.end();
      endEntry();
    },
  };
}

function isOfFeed({ name }: Entry): boolean {
  return name === 'item' || name === 'entry';
}

/** Whether the text of an element is a URL. RSS 2.0: a `guid` is one unless it says that it is not. */
function hasUrlAsText(name: string, attributes: Readonly<Record<string, string>>, entry: Entry): boolean {
  if (name === 'loc') return !isOfFeed(entry);
  if (entry.name !== 'item') return false;
  return name === 'link' || (name === 'guid' && attributes['isPermaLink']?.trim().toLowerCase() !== 'false');
}

/** Whether a link of Atom leads to the page of its entry (RFC 4287, 4.2.7). */
function isPage({ rel = 'alternate', type = 'text/html' }: Readonly<Record<string, string>>): boolean {
  return (
    /^(?:http:\/\/www\.iana\.org\/assignments\/relation\/)?alternate$/i.test(rel.trim()) &&
    /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type.trim())
  );
}

/**
 * The name without its prefix; null if the prefix is that of an extension. A prefix that a known namespace is bound to, or
 * that the root element has, is remembered for the whole file.
 */
function localName(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  prefixes: Set<string>,
): string | null {
  for (const [name, namespace] of Object.entries(attributes)) {
    if (
      name.startsWith('xmlns:') &&
      prefixes.size < MAX_PREFIXES &&
      NAMESPACES.some((known) => known.test(namespace))
    )
      prefixes.add(name.slice(6));
  }
  const colon = tag.indexOf(':');
  if (colon < 0) return tag;
  const [prefix, local] = [tag.slice(0, colon), tag.slice(colon + 1)];
  if (ROOTS.has(local) && prefixes.size < MAX_PREFIXES) prefixes.add(prefix);
  return prefixes.has(prefix) ? local : null;
}

/** Reports tags one by one without a stack of open elements, whose cost would grow with the depth of a hostile file. */
class TagParser extends Parser {
  readonly #onEndTag: (name: string) => void;
  /** Name of the last tag. */
  #name = '';

  constructor(handler: Pick<Handler, 'onopentag' | 'ontext'>, onEndTag: (name: string) => void) {
    super(handler, { xmlMode: true, decodeEntities: true });
    this.#onEndTag = onEndTag;
  }

  /** Called with the name of each tag; a void element is not put on the stack. */
  protected override isVoidElement(name: string): boolean {
    this.#name = name;
    return true;
  }

  override onclosetag(start: number, endIndex: number): void {
    super.onclosetag(start, endIndex);
    this.#onEndTag(this.#name);
  }

  override onselfclosingtag(endIndex: number): void {
    super.onselfclosingtag(endIndex);
    this.#onEndTag(this.#name);
  }
}
