// The steps of an import, each alone: reading captures, analysing pages, and writing documents.
import type { AnalysisPool } from '@sitegrep/analysis';
import {
  canonicalDomain,
  foldSite,
  type Page,
  type PageRecord,
  type Source,
  sourceBytes,
} from '@sitegrep/site';
import { type DomainIndex, wholeSite } from '@sitegrep/storage';
import { readWarc } from '@sitegrep/warc';

/** Pages and time of a step. */
export interface StepFigures {
  readonly pages: number;
  readonly seconds: number;
  readonly pagesPerSecond: number;
  /** Megabytes of source a second. */
  readonly sourceMBps: number;
}

export function figuresOf(pages: number, bytes: number, startedAt: number): StepFigures {
  const seconds = (performance.now() - startedAt) / 1000;
  return { pages, seconds, pagesPerSecond: pages / seconds, sourceMBps: bytes / 1e6 / seconds };
}

/** Reads pages of files, at most so many. @returns them, and the time that it took */
export async function readAll(
  files: readonly string[],
  maxPages: number,
): Promise<{ readonly pages: readonly Page[]; readonly figures: StepFigures }> {
  const startedAt = performance.now();
  const pages: Page[] = [];
  let bytes = 0;
  for (const file of files) {
    for await (const page of readWarc(file)) {
      if (pages.length >= maxPages) break;
      pages.push(page);
      bytes += page.body.length;
    }
  }
  return { pages, figures: figuresOf(pages.length, bytes, startedAt) };
}

/** Analyses pages, as many at a time as an import does. */
export async function analyseAll(
  pages: readonly Page[],
  analysis: AnalysisPool,
  concurrency: number,
): Promise<{ readonly records: readonly PageRecord<Source>[]; readonly figures: StepFigures }> {
  const startedAt = performance.now();
  const records: PageRecord<Source>[] = [];
  const left = pages.values();
  const lane = async (): Promise<void> => {
    for (const page of left) {
      const result = await analysis.analyze(page, { links: false });
      if (result.kind === 'page') records.push(result.record);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const bytes = records.reduce((sum, { source }) => sum + sourceBytes(source), 0);
  return { records, figures: figuresOf(records.length, bytes, startedAt) };
}

/** Documents of one put. */
const BATCH = 256;

/** Folds pages into documents, and writes them. */
export async function writeAll(
  records: readonly PageRecord<Source>[],
  domains: DomainIndex,
  maxSiteBytes: number,
): Promise<StepFigures> {
  const startedAt = performance.now();
  const bySite = Map.groupBy(records, ({ url }) => canonicalDomain(url) ?? '');
  bySite.delete('');
  const sites = [...bySite];
  let bytes = 0;
  for (let from = 0; from < sites.length; from += BATCH) {
    const documents = sites
      .slice(from, from + BATCH)
      .map(([domain, pages]) => foldSite(domain, pages, { maxSiteBytes }));
    await domains.put(documents.map(wholeSite));
    for (const { pages } of documents) for (const { source } of pages) bytes += sourceBytes(source);
  }
  return figuresOf(records.length, bytes, startedAt);
}
