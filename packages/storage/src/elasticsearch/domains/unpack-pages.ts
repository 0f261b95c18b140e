// Parts of the stored pages of a document. Unpacking takes about 5 milliseconds per megabyte, so this runs in a thread.
import { zstdDecompressSync } from 'node:zlib';
import { encodeSource, type PageOutline } from '@sitegrep/site';
import type { PageLinks, PageTechnologies, SourcePart, StoredSource } from '../../domains.ts';
import { type AnswerList, type AnswerRange, answersIn } from '../../answer-list.ts';
import { parsePages, type StoredPage } from './stored.ts';

/** @param pages content of the stored field, Base64 */
export function unpackedPages(pages: string): readonly StoredPage[] {
  return parsePages(zstdDecompressSync(Buffer.from(pages, 'base64')).toString());
}

/** Outlines of the pages with these URLs; null: of all. */
export function outlinesOf(pages: string, urls: readonly string[] | null): readonly PageOutline[] {
  const wanted = urls === null ? unpackedPages(pages) : pagesWith(pages, urls);
  return wanted.map(({ url, fetchedAt, charset, truncated, facts, version, source, rendered }) => ({
    url,
    fetchedAt,
    charset,
    truncated,
    facts,
    ...(version === undefined ? {} : { version }),
    sourceBytes: Buffer.byteLength(source),
    rendered:
      rendered === undefined
        ? null
        : {
            bytes: Buffer.byteLength(rendered.source),
            truncated: rendered.truncated,
            hasScreenshot: rendered.screenshotBytes !== undefined,
          },
  }));
}

/** The pages with these URLs. */
export function pagesWith(pages: string, urls: readonly string[]): readonly StoredPage[] {
  const wanted = new Set(urls);
  return unpackedPages(pages).filter(({ url }) => wanted.has(url));
}

/** Technologies of each page. */
export function technologiesOf(pages: string): readonly PageTechnologies[] {
  return unpackedPages(pages).map(({ url, fetchedAt, source, facts }) => ({
    url,
    fetchedAt,
    sourceBytes: Buffer.byteLength(source),
    factsVersion: facts.version,
    technologies: facts.technologies,
  }));
}

/** Answers of the site besides the sources of its pages, with the texts of the pages in a range. */
export function answersOf(pages: string, range: AnswerRange): Omit<AnswerList, 'revision'> {
  return answersIn(unpackedPages(pages), range);
}

/** The hosts that each page links to. */
export function linksOf(pages: string): readonly PageLinks[] {
  return unpackedPages(pages).map(({ url, facts }) => ({ url, hosts: facts.linkedDomains }));
}

/** The sources of the pages with these URLs, of those that have this part. */
export function sourcesOf(pages: string, urls: readonly string[], part: SourcePart): readonly StoredSource[] {
  const wanted = new Set(urls);
  return unpackedPages(pages).flatMap((page) => {
    const { url, fetchedAt, charset } = page;
    const stored = part === 'body' ? page : page.rendered;
    if (stored === undefined || !wanted.has(url)) return [];
    const { truncated, source } = stored;
    return [{ url, fetchedAt, charset, truncated, utf8: encodeSource(source).utf8 }];
  });
}
