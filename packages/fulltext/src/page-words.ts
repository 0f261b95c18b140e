// What is searched and shown of a page: its words by field, and its text in lines.
import { crc32 } from 'node:zlib';
import { type PageText, type PageVideo, readPageText, type TextBlock } from '@sitegrep/html';
import { type PageFacts, type PageRecord, registrableDomain, selfAndParents } from '@sitegrep/site';
import { stemmerOf } from './stems.ts';
import { linesOf } from './stored-text.ts';
import { wordsOf } from './words.ts';

/** Fields of a page, by what they weigh: a match in a title counts more than one in the text. */
export const FIELD_WEIGHTS = {
  title: 5,
  description: 1.5,
  /** Their words are in the text too. */
  headings: 2,
  text: 1,
  /** Texts of links of the same site that lead to the page. */
  links: 2,
  /** Names and descriptions of its videos. */
  videos: 1,
  /** Words of its address. */
  address: 2,
} as const;

export type WordField = keyof typeof FIELD_WEIGHTS;

export const WORD_FIELDS = Object.keys(FIELD_WEIGHTS) as readonly WordField[];

/** Weight of a match of another form of a word. */
export const FORMS_WEIGHT = 0.5;

/** Marks stems, so that none is taken for a word. */
export const STEM_MARK = '\ue000';
const VIDEO_MARK = '\ue001';
const SITE_MARK = '\ue002';

/** The word of every page that has a video. */
export const HAS_VIDEO = VIDEO_MARK;
/** The word of every page that has a video of YouTube. @param id of the video */
export function videoWord(id: string): string {
  return VIDEO_MARK + hexOf(id);
}

/** The word of every page of a domain and of those under it. */
export function siteWord(domain: string): string {
  return SITE_MARK + hexOf(domain);
}

/** Facts of a page by which results are ordered and shown. */
export interface PageHead {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  /** ISO 639-1. */
  readonly language: string | null;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Maximum characters of the page that may be shown; null: all. */
  readonly maxSnippet: number | null;
  /** Same only if the words of the text are. */
  readonly digest: number;
  /** Factor of its score, above 0 and up to 1: lower if one word is repeated more often than a text for people repeats it. */
  readonly weight: number;
}

/** A page as full text: its words, joined by blanks. */
export interface PageWords {
  readonly head: PageHead;
  readonly fields: Readonly<Record<WordField, string>>;
  /** The stem of each word that differs from it, once, marked; and the marks of its site and its videos. */
  readonly forms: string;
  /** Its text as `readLines` reads it. */
  readonly lines: string;
}

/** A text by which another site recommends a page. */
export interface Pointer {
  /** Address as `addressKey` gives it. */
  readonly target: string;
  readonly words: string;
}

export interface SiteWords {
  /** Words of each page, in the order of the document. */
  readonly pages: readonly PageWords[];
  /** Texts of links to other sites, at most 200, unique by target and text. */
  readonly pointers: readonly Pointer[];
}

/** Maximum words of a field. */
const MAX_WORDS = 100_000;
const MAX_POINTERS = 200;
/** Maximum distinct texts of links to a page, and how often each counts. */
const MAX_LINK_TEXTS = 20;

/** Share of all words that one has at most in what people write, and the number of words from which on it holds. */
const NATURAL_SHARE = 0.15;
const MIN_WEIGHED = 1_000;

/** Minimum words of a page's text by which pages are compared. */
const MIN_COMPARED = 20;

/** Host of an address that names one. */
const HOST = /^(?:https?:)?\/\/(?:[^\s/?#@]*@)?([^\s/?#:@]+)/i;

/** Page of a document, as full text needs it. */
export interface TextPage extends Pick<PageRecord, 'url' | 'fetchedAt'> {
  readonly source: string;
  readonly facts: Pick<
    PageFacts,
    'title' | 'description' | 'metaKeywords' | 'contentLanguage' | 'declaredLanguage' | 'maxSnippet'
  >;
}

/** The full text of all pages of a site. */
export function siteWords(domain: string, pages: readonly TextPage[]): SiteWords {
  const texts = pages.map(({ source }) => readPageText(source));
  const { inner, pointers } = linkTexts(domain, pages, texts);
  return {
    pages: pages.map((page, index) =>
      pageWords(domain, page, texts[index] as PageText, inner.get(addressKey(page.url)) ?? []),
    ),
    pointers,
  };
}

function pageWords(domain: string, page: TextPage, text: PageText, linkTexts: readonly string[]): PageWords {
  const { title, description, contentLanguage, declaredLanguage, maxSnippet } = page.facts;
  const language = contentLanguage ?? declaredLanguage;
  const words: Record<WordField, readonly string[]> = {
    title: wordsOf(title ?? ''),
    description: wordsOf(description ?? ''),
    headings: wordsOfBlocks(text.blocks.filter(({ kind }) => kind === 'heading')),
    text: wordsOfBlocks(text.blocks),
    links: linkTexts.flatMap(wordsOf),
    videos: text.videos.flatMap(({ name, description, channel }) =>
      wordsOf([name, description, channel].join(' ')),
    ),
    address: wordsOf(readableAddress(page.url)),
  };
  const counts = countsOf(Object.values(words));
  const fields = mapped(words, (list) => list.join(' '));
  // A page with hardly any text is not compared with others.
  const isCompared = words.text.length >= MIN_COMPARED;
  const digest = isCompared ? crc32(fields.text) : 0;
  return {
    head: {
      url: page.url,
      title,
      description,
      maxSnippet,
      language,
      fetchedAt: page.fetchedAt,
      digest,
      weight: weightOf(counts),
    },
    fields,
    forms: [
      ...Array.from(stemsOf(counts.keys(), language), (stem) => STEM_MARK + stem),
      ...selfAndParents(domain).map(siteWord),
      ...videoWords(text),
    ].join(' '),
    lines: linesOf(text, linkTexts),
  };
}

function wordsOfBlocks(blocks: readonly TextBlock[]): readonly string[] {
  return blocks.flatMap(({ text }) => wordsOf(text)).slice(0, MAX_WORDS);
}

/** How often each word of some lists stands in them. */
function countsOf(lists: Iterable<readonly string[]>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function weightOf(counts: ReadonlyMap<string, number>): number {
  let [all, most] = [0, 0];
  for (const count of counts.values()) {
    all += count;
    if (count > most) most = count;
  }
  return all < MIN_WEIGHED ? 1 : Math.min(1, (NATURAL_SHARE * all) / most);
}

function stemsOf(words: Iterable<string>, language: string | null): ReadonlySet<string> {
  const stem = stemmerOf(language);
  const stems = new Set<string>();
  for (const word of words) {
    const stemmed = stem(word);
    if (stemmed !== word) stems.add(stemmed);
  }
  return stems;
}

/** Host and path of an address as text. */
function readableAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return '';
  const path = parsed.pathname.replace(/\.(?:html?|php|aspx?|jsp)$/i, '');
  return `${parsed.hostname.replace(/^www\./, '')} ${decoded(path)}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Bytes that are not UTF-8 stay as they are written.
    return path;
  }
}

/** An address without what does not tell pages apart: scheme, `www.`, fragment and a slash at its end. */
export function addressKey(url: string): string {
  return url
    .replace(/#.*$/s, '')
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/$/, '');
}

interface LinkTexts {
  /** Texts of links to each page of the site, the most frequent first. */
  readonly inner: ReadonlyMap<string, readonly string[]>;
  readonly pointers: readonly Pointer[];
}

function linkTexts(domain: string, pages: readonly TextPage[], texts: readonly PageText[]): LinkTexts {
  const own = registrableDomain(domain);
  const counts = new Map(pages.map(({ url }) => [addressKey(url), new Map<string, number>()]));
  const pointers = new Map<string, Pointer>();
  for (const [index, { links, baseHref }] of texts.entries()) {
    const url = pages[index]?.url ?? '';
    const base = (baseHref === null ? null : URL.parse(baseHref, url)?.href) ?? url;
    for (const { href, text, isUnfollowed } of links) {
      const host = HOST.exec(href)?.[1]?.toLowerCase();
      if (host !== undefined && !isOwn(host, own)) {
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

function videoWords({ videos }: PageText): Iterable<string> {
  const words = videos.flatMap((video) => {
    const id = youTubeId(video);
    return id === null ? [HAS_VIDEO] : [HAS_VIDEO, videoWord(id)];
  });
  return new Set(words);
}

const YOUTUBE =
  /^https?:\/\/(?:(?:www|m)\.)?(?:youtube(?:-nocookie)?\.com\/(?:embed\/|v\/|shorts\/|live\/|watch\?(?:[^#]*&)?v=)|youtu\.be\/)([\w-]{11})(?![\w-])/i;

/** Id of a video on YouTube; null for any other video. */
export function youTubeId({ embedUrl, contentUrl, url }: PageVideo): string | null {
  for (const address of [embedUrl, contentUrl, url]) {
    const id = address === null ? undefined : YOUTUBE.exec(address)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}

/** A text as letters that every index leaves as they are. */
function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}

function mapped<Key extends string, From, To>(
  values: Readonly<Record<Key, From>>,
  convert: (value: From) => To,
): Readonly<Record<Key, To>> {
  return Object.fromEntries(
    Object.entries<From>(values).map(([key, value]) => [key, convert(value)]),
  ) as Readonly<Record<Key, To>>;
}
