import type { OwnerLink, OwnerPageKind } from '@sitegrep/site';
import { plainUrl } from './plain-url.ts';
import { withEncodedQuery } from './query-encoding.ts';

/** Maximum length of a URL. Longer ones are crawler traps, or carry data in their path. */
const MAX_URL_LENGTH = 2_048;
const MAX_LINKS = 5_000;

/** The base of the references of a page. */
export interface LinkBase {
  /** Absolute URL. */
  readonly url: string;
  /** WHATWG name of the encoding in which queries are sent. */
  readonly charset: string;
  /** Its scheme, host and port; null if links may have to be parsed for what else it has, or for the encoding. */
  readonly origin: string | null;
}

/** The base of a page: `<base href>` if it is an http(s) URL, else the URL of the page. */
export function linkBase(pageUrl: string, baseHref: string | null, charset: string): LinkBase {
  const page = withOrigin(pageUrl, charset);
  return baseHref === null ? page : withOrigin(resolveUrl(baseHref, page) ?? pageUrl, charset);
}

function withOrigin(url: string, charset: string): LinkBase {
  const parsed = URL.parse(url);
  const isPlain =
    parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === '';
  return { url, charset, origin: isPlain && charset === 'utf-8' ? parsed.origin : null };
}

/**
 * Resolves a reference as browsers do: paths go out in UTF-8, queries in the encoding of the page.
 *
 * @returns an absolute http(s) URL of at most 2,048 characters, or null
 */
export function resolveUrl(reference: string, { url: base, charset, origin }: LinkBase): string | null {
  if (reference.length > MAX_URL_LENGTH) return null;
  const plain = origin === null ? null : plainUrl(reference, origin);
  if (plain !== null) return plain.length > MAX_URL_LENGTH ? null : plain;
  const url = URL.parse(charset === 'utf-8' ? reference : withEncodedQuery(reference, charset), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  return url.href.length > MAX_URL_LENGTH ? null : url.href;
}

/** Absolute http(s) URLs in document order, without fragments, unique, at most 5,000. */
export function resolveLinks(references: Iterable<string>, base: LinkBase): string[] {
  const links = new Set<string>();
  for (const reference of references) {
    if (links.size === MAX_LINKS) break;
    const url = resolveUrl(withoutFragment(reference), base);
    if (url !== null) links.add(url);
  }
  return [...links];
}

/** URLs as `resolveLinks` gives them, each with the kind that the text of its link names. */
export function ownerLinks(kinds: ReadonlyMap<string, OwnerPageKind>, base: LinkBase): OwnerLink[] {
  return [...kinds].flatMap(([reference, kind]) => {
    const url = resolveUrl(withoutFragment(reference), base);
    return url === null ? [] : [{ url, kind }];
  });
}

function withoutFragment(reference: string): string {
  const hash = reference.indexOf('#');
  return hash === -1 ? reference : reference.slice(0, hash);
}

/** The prefix of absolute URLs of a page's own origin. */
export function ownBeginning(url: string): string {
  return `${URL.parse(url)?.origin ?? url}/`;
}

/**
 * A text with percent-encoding decoded. If the result is not UTF-8, only encoded ASCII characters are decoded.
 */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}
