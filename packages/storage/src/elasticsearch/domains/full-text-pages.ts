// Full text of the pages of a document: how it is stored, and what is shown of it. Runs in a thread.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  addressKey,
  type Completion,
  completionsOf,
  type PageHead,
  readLines,
  siteWords,
  sourceWords,
  type TextPage,
  type TextPlan,
  unpackLines,
  WORD_FIELDS,
  wordMaker,
} from '@sitegrep/fulltext';
import type { FoundVideo, TextResult, TextSearch } from '../../full-text.ts';
import { completedPage, resultMaker, type ShownPage } from '../../full-text/results.ts';
import { bestStated, matchingVideos, type VideoPage } from '../../full-text/videos.ts';

/** A page in the stored field `said_texts`. */
interface SaidPage {
  readonly head: PageHead;
  readonly lines: string;
}

/** A page with the source that its readers see. */
export interface TextOfPage extends TextPage {
  readonly source: string;
  /** Words as in `EncodedSource`; absent: they are made of the source. */
  readonly words?: Uint8Array | undefined;
}

const makeWords = wordMaker();

/** The fields of full text of a document, and those of each of its pages. */
export function saidFields(
  domain: string,
  pages: readonly TextOfPage[],
): { readonly ofPages: readonly object[]; readonly ofDomain: object } {
  const made = pages.map((page) => page.words ?? sourceWords(makeWords, page, page.source));
  const { pages: words, pointers } = siteWords(domain, pages, made);
  const texts = words.map(({ head, lines }): SaidPage => ({ head, lines: unpackLines(lines) }));
  return {
    ofPages: words.map(({ head, fields, forms }) => ({
      ...Object.fromEntries(WORD_FIELDS.map((field) => [field, Buffer.from(fields[field]).toString()])),
      key: addressKey(head.url),
      language: head.language,
      fetched_at: head.fetchedAt,
      digest: head.digest,
      weight: head.weight,
      forms: Buffer.from(forms).toString(),
      length: lengthOf([...Object.values(fields), forms]),
    })),
    ofDomain: { pointers, said_texts: zstdCompressSync(JSON.stringify(texts)).toString('base64') },
  };
}

const BLANK = 0x20;

/** Number of words of texts in which a blank stands between each two. */
function lengthOf(texts: readonly Uint8Array[]): number {
  let words = 0;
  for (const text of texts) {
    if (text.length === 0) continue;
    words++;
    for (let at = text.indexOf(BLANK); at !== -1; at = text.indexOf(BLANK, at + 1)) words++;
  }
  return words;
}

/** A page of a document that was found. */
export interface SaidHit {
  readonly domain: string;
  /** 0–1000 */
  readonly rank: number;
  readonly number: number;
  /** Content of the stored field, Base64. */
  readonly texts: string;
}

export function shownResults(
  plan: TextPlan,
  language: string,
  hits: readonly SaidHit[],
): readonly TextResult[] {
  const resultOf = resultMaker(plan, language);
  return hits.map((hit, index) => resultOf(shownPage(hit), index));
}

/** Completions by the texts of pages. */
export function completionsIn(
  words: readonly string[],
  limit: number,
  hits: readonly SaidHit[],
): readonly Completion[] {
  return completionsOf(
    words,
    hits.map((hit) => completedPage(shownPage(hit), hit.rank)),
    limit,
  );
}

export function videosIn(
  plan: TextPlan,
  request: TextSearch,
  hits: readonly SaidHit[],
): readonly FoundVideo[] {
  return matchingVideos(plan, request, hits.map(videoPage));
}

/** A video of YouTube; null: no page has it. */
export function videoIn(id: string, hits: readonly SaidHit[]): FoundVideo | null {
  return bestStated(id, hits.map(videoPage));
}

function videoPage(hit: SaidHit): VideoPage {
  const { head, text } = shownPage(hit);
  return { url: head.url, title: head.title, videos: text.videos };
}

function shownPage(hit: SaidHit): ShownPage {
  const { head, lines } = saidPage(hit);
  return { domain: hit.domain, head, text: readLines(lines) };
}

function saidPage({ domain, number, texts }: SaidHit): SaidPage {
  // This program stored them in this form: an index with another mapping version is refused.
  const pages = JSON.parse(
    zstdDecompressSync(Buffer.from(texts, 'base64')).toString(),
  ) as readonly SaidPage[];
  const page = pages[number];
  if (page === undefined) throw new Error(`${domain} has no text of page ${number}`);
  return page;
}
