// Full text of the pages of a document: how it is stored, and what is shown of it. Runs in a thread.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  addressKey,
  type CompletedPage,
  type PageHead,
  readLines,
  siteWords,
  type TextPage,
  type TextPlan,
} from '@sitegrep/fulltext';
import type { TextResult } from '../../full-text.ts';
import { resultMaker } from '../../full-text/results.ts';
import type { VideoPage } from '../../full-text/videos.ts';

/** A page in the stored field `said_texts`. */
interface SaidPage {
  readonly head: PageHead;
  readonly lines: string;
}

/** The fields of full text of a document. */
export function saidFields(domain: string, pages: readonly TextPage[]): object {
  const { pages: words, pointers } = siteWords(domain, pages);
  const texts = words.map(({ head, lines }): SaidPage => ({ head, lines }));
  return {
    said: words.map(({ head, fields, forms }, number) => ({
      ...fields,
      number,
      key: addressKey(head.url),
      language: head.language,
      fetched_at: head.fetchedAt,
      digest: head.digest,
      forms,
    })),
    pointers,
    said_texts: zstdCompressSync(JSON.stringify(texts)).toString('base64'),
  };
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

export function shownResults({
  plan,
  language,
  hits,
}: {
  readonly plan: TextPlan;
  readonly language: string;
  readonly hits: readonly SaidHit[];
}): readonly TextResult[] {
  const resultOf = resultMaker(plan, language);
  return hits.map((hit, index) => {
    const { head, lines } = saidPage(hit);
    return resultOf({ domain: hit.domain, head, text: readLines(lines) }, index);
  });
}

/** Texts that completions are made of. */
export function completedPages(hits: readonly SaidHit[]): readonly CompletedPage[] {
  return hits.map((hit) => {
    const { head, lines } = saidPage(hit);
    const { blocks, linkTexts } = readLines(lines);
    const headings = blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text);
    return { domain: hit.domain, rank: hit.rank, title: head.title, headings, linkTexts };
  });
}

export function videoPages(hits: readonly SaidHit[]): readonly VideoPage[] {
  return hits.map((hit) => {
    const { head, lines } = saidPage(hit);
    return { url: head.url, title: head.title, videos: readLines(lines).videos };
  });
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
