// Joins what was made of each page of a site with what its home page says of it, and with the recommendations of other sites.
import { homeFirst, registrableDomain, selfAndParents } from '@sitegrep/site';
import { type PackedWords, unpackWords } from './packed-words.ts';
import { textOf, unpackLinks } from './page-links.ts';
import {
  addressKey,
  languageOf,
  type PageHead,
  siteWord,
  STEM_MARK,
  type TextPage,
  type WordField,
} from './page-words.ts';
import { stemmerOf } from './stems.ts';
import { withLinkTexts } from './stored-text.ts';
import { joined } from './word-maker.ts';
import { wordsOf } from './words.ts';

/** A page as full text: its words in UTF-8, joined by blanks. */
export interface PageWords {
  readonly head: PageHead;
  readonly fields: Readonly<Record<WordField, Uint8Array>>;
  /** The stem of each word that differs from it, once, marked; and the marks of its site and its videos. */
  readonly forms: Uint8Array;
  /** Its text, compressed: `unpackLines` unpacks it, and `readLines` reads it. */
  readonly lines: Uint8Array;
}

/** A text by which another site recommends a page. */
interface Pointer {
  /** Address as `addressKey` gives it. */
  readonly target: string;
  readonly words: string;
}

/** Texts by which a home page links to other pages. Other pages are not asked: so one that comes to a large site changes no other. */
export interface HomeLinks {
  /** Texts of links to pages of the site by their addresses, as `addressKey` gives them, the most frequent first. */
  readonly inner: ReadonlyMap<string, readonly string[]>;
  /** Texts of links to other sites, at most 200, unique by target and text. */
  readonly pointers: readonly Pointer[];
}

interface SiteWords {
  /** Words of each page, in the order of the document. */
  readonly pages: readonly PageWords[];
  readonly pointers: readonly Pointer[];
}

const MAX_POINTERS = 200;
/** Maximum distinct texts of links to a page, and how often each counts. */
const MAX_LINK_TEXTS = 20;

/** Share of all words that one has at most in what people write, and the number of words from which on it holds. */
const NATURAL_SHARE = 0.15;
const MIN_WEIGHED = 1_000;

/** Host of an address that names one. */
const HOST = /^(?:https?:)?\/\/(?:[^\s/?#@]*@)?([^\s/?#:@]+)/i;

/** The full text of all pages of a site, at least one. @param packed what a `WordMaker` made of each page */
export function siteWords(
  domain: string,
  pages: readonly TextPage[],
  packed: readonly Uint8Array[],
): SiteWords {
  const [home] = homeFirst(
    domain,
    pages.map(({ url, fetchedAt }, at) => ({ url, fetchedAt, at })),
  );
  const wordsAt = (index: number): Uint8Array => {
    const words = packed[index];
    if (words === undefined) throw new RangeError(`page ${index} of ${domain} has no words`);
    return words;
  };
  const { inner, pointers } = homeLinks(domain, home?.url ?? '', wordsAt(home?.at ?? 0), pages.length === 1);
  return {
    pages: pages.map((page, index) =>
      pageWords(domain, page, wordsAt(index), inner.get(addressKey(page.url))),
    ),
    pointers,
  };
}

/**
 * The full text of a page.
 *
 * @param packed what a `WordMaker` made of it
 * @param linkTexts texts of the links of the home page to it
 */
export function pageWords(
  domain: string,
  { url, fetchedAt, facts }: TextPage,
  packed: Uint8Array,
  linkTexts: readonly string[] = [],
): PageWords {
  const own = unpackWords(packed);
  const { title, description, headings, text, videos, address, forms, lines } = own;
  const links = linkTexts.flatMap(wordsOf);
  const language = languageOf(facts);
  const sites = selfAndParents(domain).map(siteWord);
  return {
    head: {
      url,
      title: facts.title,
      description: facts.description,
      maxSnippet: facts.maxSnippet,
      language,
      fetchedAt,
      digest: own.digest,
      weight: weightOf(own, links),
    },
    fields: { title, description, headings, text, links: Buffer.from(links.join(' ')), videos, address },
    forms: joined(forms, [...furtherStems(forms, links, language), ...sites]),
    lines: withLinkTexts(lines, linkTexts),
  };
}

/** The weight of a page that has `links` as further words. */
function weightOf(own: PackedWords, links: readonly string[]): number {
  const words = own.words + links.length;
  if (words < MIN_WEIGHED) return 1;
  const isNatural = NATURAL_SHARE * words >= own.mostFrequent + links.length;
  if (isNatural) return 1;
  const mostFrequent = links.length === 0 ? own.mostFrequent : mostFrequentOf(own, links);
  return Math.min(1, (NATURAL_SHARE * words) / mostFrequent);
}

function mostFrequentOf(own: PackedWords, links: readonly string[]): number {
  const counts = new Map<string, number>();
  let most = own.mostFrequent;
  const fields = [own.title, own.description, own.headings, own.text, own.videos, own.address];
  for (const word of [...fields.flatMap((field) => textOf(field).split(' ')), ...links]) {
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    if (word !== '' && count > most) most = count;
  }
  return most;
}

/** The stems of words, marked, that are not among the forms of their page yet. */
function furtherStems(
  forms: Uint8Array,
  words: readonly string[],
  language: string | null,
): readonly string[] {
  if (words.length === 0) return [];
  const stem = stemmerOf(language);
  const known = new Set(textOf(forms).split(' '));
  const stems = words.filter((word) => stem(word) !== word).map((word) => STEM_MARK + stem(word));
  return [...new Set(stems)].filter((form) => !known.has(form));
}

/**
 * Reads what the home page of a site says of its pages and of other sites.
 *
 * @param packed what a `WordMaker` made of it
 * @param isAlone whether the site has no other page: then nothing is said of its own
 */
export function homeLinks(domain: string, url: string, packed: Uint8Array, isAlone: boolean): HomeLinks {
  const registrable = registrableDomain(domain);
  const counts = new Map<string, Map<string, number>>();
  const pointers = new Map<string, Pointer>();
  const { links, baseHref } = unpackLinks(unpackWords(packed).links, isAlone);
  const base = URL.parse(baseHref, url)?.href ?? url;
  for (const { href, text, hasHost, isUnfollowed } of links) {
    const host = hasHost ? HOST.exec(href)?.[1]?.toLowerCase() : undefined;
    if (host !== undefined && !isOwn(host, registrable)) {
      if (isUnfollowed || pointers.size === MAX_POINTERS) continue;
      const target = URL.parse(href, base);
      const words = wordsOf(text).join(' ');
      if (target === null || words === '') continue;
      const key = addressKey(target.href);
      pointers.set(`${key} ${words}`, { target: key, words });
    } else if (!isAlone) {
      const target = URL.parse(href, base);
      if (target === null) continue;
      const key = addressKey(target.href);
      const texts = counts.get(key) ?? new Map<string, number>();
      counts.set(key, texts.set(text, (texts.get(text) ?? 0) + 1));
    }
  }
  const inner = new Map(
    Array.from(counts, ([key, texts]) => {
      const frequent = [...texts].sort(([, a], [, b]) => b - a).slice(0, MAX_LINK_TEXTS);
      return [key, frequent.map(([text]) => text)];
    }),
  );
  return { inner, pointers: [...pointers.values()] };
}

function isOwn(host: string, registrable: string): boolean {
  return host === registrable || host.endsWith(`.${registrable}`);
}
