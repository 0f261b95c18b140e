// A site as a writer remembers it after it has read all of it once: summaries of blocks of its pages. A page that comes then needs
// the outlines of the pages in its block, and of the home page, instead of those of all pages.
import {
  compareCodePoints,
  joinSummaries,
  summaryOf,
  type PageOutline,
  type SiteOutline,
  type SiteSummary,
} from '@sitegrep/site';

/** Pages of a new block; one with twice as many is split. */
const BLOCK_PAGES = 64;

/** Neighbouring pages of a site. */
interface Block {
  /** URLs in code point order, at least one. */
  readonly urls: readonly string[];
  /** UTF-8 bytes of all sources. */
  readonly bytes: number;
  readonly summary: SiteSummary;
}

export interface KnownSite {
  readonly domain: string;
  readonly revision: number;
  /** Blocks in code point order of their URLs, at least one. */
  readonly blocks: readonly Block[];
  /** Summary of all pages. */
  readonly summary: SiteSummary;
  /** UTF-8 bytes of all sources. */
  readonly bytes: number;
}

/** Number of pages from which on a site is worth remembering: fewer are read as fast as those of a block. */
const MIN_PAGES = 2 * BLOCK_PAGES;

/** A site with all of its pages; null if it is too small. */
export function knownSite(domain: string, { revision, pages }: SiteOutline): KnownSite | null {
  return pages.length < MIN_PAGES ? null : ofBlocks(domain, revision, blocksOf(domain, pages));
}

export function pageCount({ blocks }: KnownSite): number {
  return blocks.reduce((sum, { urls }) => sum + urls.length, 0);
}

/** URLs of the stored pages in the blocks that some URLs are in or come into. */
export function neighbours(site: KnownSite, urls: readonly string[]): readonly string[] {
  const numbers = new Set(urls.map((url) => blockOf(site, url)));
  return [...numbers].flatMap((number) => site.blocks[number]?.urls ?? []);
}

/**
 * A site with other pages in the blocks that some URLs are in or come into.
 *
 * @param pages all pages of these blocks as they are now, in code point order of URLs
 */
export function changedSite(
  site: KnownSite,
  urls: readonly string[],
  pages: readonly PageOutline[],
): KnownSite {
  const { domain, revision } = site;
  const touched = new Set(urls.map((url) => blockOf(site, url)));
  const byBlock = Map.groupBy(pages, ({ url }) => blockOf(site, url));
  const blocks = site.blocks.flatMap((block, number) =>
    touched.has(number) ? blocksOf(domain, byBlock.get(number) ?? []) : [block],
  );
  return ofBlocks(domain, revision, blocks);
}

function ofBlocks(domain: string, revision: number, blocks: readonly Block[]): KnownSite {
  const summary = blocks.map((block) => block.summary).reduce(joinSummaries);
  return { domain, revision, blocks, summary, bytes: blocks.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** @param pages in code point order of URLs */
function blocksOf(domain: string, pages: readonly PageOutline[]): readonly Block[] {
  const size = pages.length < 2 * BLOCK_PAGES ? pages.length : BLOCK_PAGES;
  const blocks: Block[] = [];
  for (let at = 0; at < pages.length; at += size) {
    const some = pages.slice(at, at + size);
    blocks.push({
      urls: some.map(({ url }) => url),
      bytes: some.reduce((sum, page) => sum + page.sourceBytes + (page.rendered?.bytes ?? 0), 0),
      summary: summaryOf(domain, some),
    });
  }
  return blocks;
}

/** The number of the block that a URL is in or comes into: the last one that begins at it or before it, else the first. */
function blockOf({ blocks }: KnownSite, url: string): number {
  let [low, high] = [0, blocks.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (compareCodePoints(blocks[middle]?.urls[0] ?? '', url) <= 0) low = middle;
    else high = middle;
  }
  return low;
}
