// What full text is made of: the fields of a page, words that are marks, and what is known of a page beside its words.
import type { PageVideo } from '@sitegrep/html';
import type { PageFacts, PageRecord } from '@sitegrep/site';

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

/** Page of a document, as full text needs it. */
export interface TextPage extends Pick<PageRecord, 'url' | 'fetchedAt'> {
  readonly facts: Pick<
    PageFacts,
    'title' | 'description' | 'contentLanguage' | 'declaredLanguage' | 'maxSnippet'
  >;
}

/** Language of a page's text: ISO 639-1; null if it is not known. */
export function languageOf({ contentLanguage, declaredLanguage }: TextPage['facts']): string | null {
  return contentLanguage ?? declaredLanguage;
}

/** An address without what does not tell pages apart: scheme, `www.`, fragment and a slash at its end. */
export function addressKey(url: string): string {
  return url
    .replace(/#.*$/s, '')
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/$/, '');
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
