import type { Client } from '@elastic/elasticsearch';
import type { ScreenshotSize, SiteOutline } from '@sitegrep/site';
import type {
  LinkList,
  ScreenshotList,
  SiteRecords,
  SourceList,
  SourcePart,
  TechnologyList,
  VersionDiff,
  VersionDiffWish,
  VersionList,
  VersionSources,
} from '../../domains.ts';
import type { AnswerList, AnswerRange } from '../../answer-list.ts';
import { pagesThread } from './start-pages-thread.ts';
import type { ServedIndex } from '../versioned-index.ts';
import { allScreenshots, requireScreenshot, screenshotField, screenshotsIn } from './screenshots.ts';
import { parseVersions, pastsIn, requirePages, withScreenshots } from './stored.ts';
import type { VersionsOfPage } from './versions/read-versions.ts';
import { readLiving } from './reader.ts';

/** Reads the stored pages of a document, as last acknowledged. */
export interface PageReader {
  /** @throws StorageCorrupt if the document has no pages */
  outline(domain: string, urls?: readonly string[]): Promise<SiteOutline | null>;
  /** @throws StorageCorrupt if something of the document is missing */
  records(domain: string, urls: readonly string[]): Promise<SiteRecords | null>;
  /** @throws StorageCorrupt if the document has no pages */
  technologies(domain: string): Promise<TechnologyList | null>;
  /** @throws StorageCorrupt if the document has no pages */
  answers(domain: string, range: AnswerRange): Promise<AnswerList | null>;
  /** @throws StorageCorrupt if the document has no pages */
  links(domain: string): Promise<LinkList | null>;
  /** @throws StorageCorrupt if the document has no pages */
  sources(domain: string, urls: readonly string[], part: SourcePart): Promise<SourceList | null>;
  screenshots(domain: string, urls: readonly string[], size: ScreenshotSize): Promise<ScreenshotList | null>;
  /** @throws StorageCorrupt if the document has no pages */
  versions(domain: string, url: string): Promise<VersionList | null>;
  /** @throws StorageCorrupt if the document has no pages, or a version is not what was packed */
  versionSources(
    domain: string,
    url: string,
    ids: readonly number[],
    part: SourcePart,
  ): Promise<VersionSources | null>;
  /** @throws StorageCorrupt if the document has no pages, or a version is not what was packed */
  versionDiff(domain: string, url: string, wish: VersionDiffWish): Promise<VersionDiff | null>;
  close(): Promise<void>;
}

/** Maximum number of documents that wait for the thread; each may be as large as the size limit of a site. */
const MAX_QUEUED = 64;

/** Creates a reader of pages. Its thread starts with the first call. */
export function createPageReader(client: Client, index: ServedIndex): PageReader {
  const thread = pagesThread('page reader', MAX_QUEUED);

  async function ofPages<Answer>(
    domain: string,
    work: (pages: string) => Promise<Answer>,
  ): Promise<{ readonly revision: number; readonly pages: Answer } | null> {
    const found = await readLiving(client, index.alias, domain, ['revision'], ['pages']);
    if (found === null) return null;
    const { source, fields } = found;
    const pages = requirePages(domain, fields);
    return { revision: source.revision, pages: await work(pages) };
  }

  async function records(domain: string, urls: readonly string[]): Promise<SiteRecords | null> {
    const shots = [...new Set(urls.map(screenshotField))];
    const found = await readLiving(client, index.alias, domain, ['revision'], ['pages', ...shots]);
    if (found === null) return null;
    const { source, fields } = found;
    const pages = await thread.call('pagesWith', requirePages(domain, fields), urls);
    return { revision: source.revision, pages: withScreenshots(domain, pages, screenshotsIn(fields)) };
  }

  /** Answers from what is stored of a page and its past; null if there is no document. */
  async function ofVersions<Answer>(
    domain: string,
    url: string,
    work: (page: VersionsOfPage) => Promise<Answer>,
  ): Promise<Answer | null> {
    const found = await readLiving(client, index.alias, domain, ['revision'], ['pages', 'pasts']);
    if (found === null) return null;
    const { source, fields } = found;
    const stored = { pages: requirePages(domain, fields), pasts: pastsIn(fields) };
    return await work({ url, revision: source.revision, ...stored });
  }

  /** Reads the fields that have the screenshots of these pages, and the list of all pages. */
  async function screenshots(
    domain: string,
    urls: readonly string[],
    size: ScreenshotSize,
  ): Promise<ScreenshotList | null> {
    const shots = [...new Set(urls.map(screenshotField))];
    const found = await readLiving(client, index.alias, domain, ['revision', 'versions'], shots);
    if (found === null) return null;
    const { source, fields } = found;
    const images = allScreenshots(screenshotsIn(fields));
    const wanted = new Set(urls);
    const pages = parseVersions(source.versions).flatMap(({ url, fetchedAt, screenshotBytes }) => {
      if (!wanted.has(url) || screenshotBytes === null) return [];
      return [{ url, fetchedAt, webp: requireScreenshot(domain, url, images)[size] }];
    });
    return { revision: source.revision, pages };
  }

  return {
    outline: (domain, urls) => ofPages(domain, (pages) => thread.call('outlinesOf', pages, urls ?? null)),
    records,
    technologies: (domain) => ofPages(domain, (pages) => thread.call('technologiesOf', pages)),
    async answers(domain, range) {
      const found = await ofPages(domain, (pages) => thread.call('answersOf', pages, range));
      return found === null ? null : { revision: found.revision, ...found.pages };
    },
    links: (domain) => ofPages(domain, (pages) => thread.call('linksOf', pages)),
    sources: (domain, urls, part) => ofPages(domain, (pages) => thread.call('sourcesOf', pages, urls, part)),
    screenshots,
    versions: (domain, url) => ofVersions(domain, url, (page) => thread.call('versionsOf', page)),
    versionSources: (domain, url, ids, part) =>
      ofVersions(domain, url, (page) => thread.call('versionSourcesIn', page, { ids, part })),
    versionDiff: (domain, url, wish) =>
      ofVersions(domain, url, (page) => thread.call('versionDiffIn', page, wish)),
    close: () => thread.close(),
  };
}
