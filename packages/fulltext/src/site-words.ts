// Joins what was made of each page of a site with what the other pages say of it, and with the recommendations of other sites.
import { registrableDomain, selfAndParents } from '@sitegrep/site';
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
interface PageWords {
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

interface SiteWords {
  /** Words of each page, in the order of the document. */
  readonly pages: readonly PageWords[];
  /** Texts of links to other sites, at most 200, unique by target and text. */
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

/** The full text of all pages of a site. @param packed what a `WordMaker` made of each page */
export function siteWords(
  domain: string,
  pages: readonly TextPage[],
  packed: readonly Uint8Array[],
): SiteWords {
  const own = packed.map(unpackWords);
  const { inner, pointers } = linkTexts(domain, pages, own);
  const sites = selfAndParents(domain).map(siteWord);
  return {
    pages: own.map((words, index) => {
      const page = pages[index] as TextPage;
      return pageWords(page, words, inner.get(addressKey(page.url)) ?? [], sites);
    }),
    pointers,
  };
}

function pageWords(
  { url, fetchedAt, facts }: TextPage,
  own: PackedWords,
  linkTexts: readonly string[],
  sites: readonly string[],
): PageWords {
  const { title, description, headings, text, videos, address, forms, lines } = own;
  const links = linkTexts.flatMap(wordsOf);
  const language = languageOf(facts);
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

interface LinkTexts {
  /** Texts of links to each page of the site, the most frequent first. */
  readonly inner: ReadonlyMap<string, readonly string[]>;
  readonly pointers: readonly Pointer[];
}

function linkTexts(domain: string, pages: readonly TextPage[], own: readonly PackedWords[]): LinkTexts {
  const registrable = registrableDomain(domain);
  const counts = new Map(pages.map(({ url }) => [addressKey(url), new Map<string, number>()]));
  const pointers = new Map<string, Pointer>();
  for (const [index, { links: packed }] of own.entries()) {
    const { links, baseHref } = unpackLinks(packed, pages.length === 1);
    const url = pages[index]?.url ?? '';
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
      } else if (pages.length > 1) {
        const inner = counts.get(addressKey(URL.parse(href, base)?.href ?? ''));
        if (inner !== undefined) inner.set(text, (inner.get(text) ?? 0) + 1);
      }
    }
  }
  const inner = new Map(
    Array.from(counts, ([key, byText]) => {
      const frequent = [...byText].sort(([, a], [, b]) => b - a).slice(0, MAX_LINK_TEXTS);
      return [key, frequent.map(([text]) => text)];
    }),
  );
  return { inner, pointers: [...pointers.values()] };
}

function isOwn(host: string, registrable: string): boolean {
  return host === registrable || host.endsWith(`.${registrable}`);
}
