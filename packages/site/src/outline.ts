import type { DomainDocument, PageRecord } from './page.ts';
import { type Source, sourceBytes } from './source.ts';

/** A stored page as a site is folded from it: all of it but its sources and its screenshot. */
export interface PageOutline extends Pick<
  PageRecord,
  'url' | 'fetchedAt' | 'charset' | 'truncated' | 'facts' | 'version'
> {
  /** UTF-8 bytes of the source. */
  readonly sourceBytes: number;
  /** Null if the page was not rendered. */
  readonly rendered: RenderedOutline | null;
}

interface RenderedOutline {
  /** UTF-8 bytes of the source that scripts wrote. */
  readonly bytes: number;
  readonly truncated: boolean;
  readonly hasScreenshot: boolean;
}

/** The stored pages of a site. */
export interface SiteOutline {
  /** Revision of the site that they are of. */
  readonly revision: number;
  /** Pages in code point order of URLs. */
  readonly pages: readonly PageOutline[];
}

/** A page of a site: a record if it is to be written, an outline if it is stored and stays. */
export type SitePage<S extends Source = Source> = PageRecord<S> | PageOutline;

/** A site that was folded from records and outlines. */
export interface FoldedSite<S extends Source = Source> extends Omit<DomainDocument, 'pages'> {
  /** Pages in code point order of URLs, at least one. */
  readonly pages: readonly SitePage<S>[];
}

/** Tells whether a page comes with its source. */
export function isRecord<S extends Source>(page: SitePage<S>): page is PageRecord<S> {
  return 'source' in page;
}

/** UTF-8 bytes of the source of a page as it was decoded. */
export function bodyBytes(page: SitePage): number {
  return isRecord(page) ? sourceBytes(page.source) : page.sourceBytes;
}

/** UTF-8 bytes of the source that scripts wrote; 0 if the page was not rendered. */
export function renderedBytes(page: SitePage): number {
  if (!isRecord(page)) return page.rendered?.bytes ?? 0;
  return page.rendered === undefined ? 0 : sourceBytes(page.rendered.source);
}

export function isRendered({ rendered }: { readonly rendered?: object | null | undefined }): boolean {
  return rendered !== undefined && rendered !== null;
}

/** The outline that a page has once it is stored. */
export function outlineOf(page: PageRecord<Source>): PageOutline {
  const { url, fetchedAt, charset, truncated, facts, version, rendered } = page;
  return {
    url,
    fetchedAt,
    charset,
    truncated,
    facts,
    ...(version === undefined ? {} : { version }),
    sourceBytes: bodyBytes(page),
    rendered:
      rendered === undefined
        ? null
        : {
            bytes: renderedBytes(page),
            truncated: rendered.truncated,
            hasScreenshot: rendered.screenshot !== undefined,
          },
  };
}
