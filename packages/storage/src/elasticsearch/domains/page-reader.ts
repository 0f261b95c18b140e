import type { Client } from '@elastic/elasticsearch';
import type { ScreenshotSize } from '@sitegrep/site';
import type { LinkList, ScreenshotList, SourceList, SourcePart, TechnologyList } from '../../domains.ts';
import { StorageCorrupt } from '../../errors.ts';
import { Thread } from '../../thread/thread.ts';
import { IDEMPOTENT } from '../client.ts';
import { foundOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import type { ServedIndex } from '../versioned-index.ts';
import { allScreenshots, requireScreenshot, screenshotField, screenshotsIn } from './screenshots.ts';
import { type DomainSource, parseVersions, storedPages } from './stored.ts';
import type { linksOf, sourcesOf, technologiesOf } from './unpack-pages.ts';

/** Reads the stored pages of a document, as last acknowledged. */
export interface PageReader {
  /** @throws StorageCorrupt if the document has no pages */
  technologies(domain: string): Promise<TechnologyList | null>;
  /** @throws StorageCorrupt if the document has no pages */
  links(domain: string): Promise<LinkList | null>;
  /** @throws StorageCorrupt if the document has no pages */
  sources(domain: string, urls: readonly string[], part: SourcePart): Promise<SourceList | null>;
  screenshots(domain: string, urls: readonly string[], size: ScreenshotSize): Promise<ScreenshotList | null>;
  close(): Promise<void>;
}

/** Maximum number of documents that wait for the thread; each may be as large as the size limit of a site. */
const MAX_QUEUED = 64;

type Calls = {
  readonly technologiesOf: typeof technologiesOf;
  readonly linksOf: typeof linksOf;
  readonly sourcesOf: typeof sourcesOf;
};

/** Creates a reader of pages. Its thread starts with the first call. */
export function createPageReader(client: Client, index: ServedIndex): PageReader {
  const thread = Thread.idle<Calls>({
    name: 'page reader',
    entry: new URL('./pages-thread.ts', import.meta.url),
    workerData: null,
    maxPending: MAX_QUEUED,
  });

  async function ofPages<Answer>(
    domain: string,
    work: (pages: string) => Promise<Answer>,
  ): Promise<{ readonly revision: number; readonly pages: Answer } | null> {
    const request = { _id: domain, _source: ['live', 'revision'], stored_fields: ['pages'] };
    const { docs } = await asStorageErrors(
      client.mget<Pick<DomainSource, 'live' | 'revision'>>(
        { index: index.alias, docs: [request] },
        IDEMPOTENT,
      ),
    );
    const [doc] = docs;
    const { _source: source, fields } = doc === undefined ? {} : foundOf(doc);
    if (source?.live !== true) return null;
    const pages = storedPages(fields);
    if (typeof pages !== 'string') {
      throw new StorageCorrupt(`the document of ${domain} in Elasticsearch has no pages: crawl it again`);
    }
    return { revision: source.revision, pages: await work(pages) };
  }

  /** Reads the fields that have the screenshots of these pages, and the list of all pages. */
  async function screenshots(
    domain: string,
    urls: readonly string[],
    size: ScreenshotSize,
  ): Promise<ScreenshotList | null> {
    const request = {
      _id: domain,
      _source: ['live', 'revision', 'versions'],
      stored_fields: [...new Set(urls.map(screenshotField))],
    };
    const { docs } = await asStorageErrors(
      client.mget<Pick<DomainSource, 'live' | 'revision' | 'versions'>>(
        { index: index.alias, docs: [request] },
        IDEMPOTENT,
      ),
    );
    const [doc] = docs;
    const { _source: source, fields } = doc === undefined ? {} : foundOf(doc);
    if (source?.live !== true) return null;
    const images = allScreenshots(screenshotsIn(fields));
    const wanted = new Set(urls);
    const pages = parseVersions(source.versions).flatMap(({ url, fetchedAt, screenshotBytes }) => {
      if (!wanted.has(url) || screenshotBytes === null) return [];
      return [{ url, fetchedAt, webp: requireScreenshot(domain, url, images)[size] }];
    });
    return { revision: source.revision, pages };
  }

  return {
    technologies: (domain) => ofPages(domain, (pages) => thread.call('technologiesOf', pages)),
    links: (domain) => ofPages(domain, (pages) => thread.call('linksOf', pages)),
    sources: (domain, urls, part) =>
      ofPages(domain, (pages) => thread.call('sourcesOf', { pages, urls, part })),
    screenshots,
    close: () => thread.close(),
  };
}
