import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { extractPage } from '@sitegrep/facts';
import { foldCase } from '@sitegrep/fold';
import { canonicalDomain } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';
import { storableText } from '@sitegrep/texts';
import { variantOf } from './variants.ts';
import { TextsWriter } from './texts.ts';

export interface CaptureJob {
  /** WARC files. */
  readonly files: readonly string[];
  /** Pages that are taken of them at most. */
  readonly maxPages: number;
  /** The captured sites, and so many less one variants of each. */
  readonly copies: number;
  readonly folder: string;
}

/** Says what texts are made of: files of the same name and length are taken to be the same. */
export function madeOf({ files, maxPages }: Pick<CaptureJob, 'files' | 'maxPages'>): string {
  return JSON.stringify({ files: files.map((file) => [basename(file), statSync(file).size]), maxPages });
}

interface FoldedPage {
  readonly fetchedAt: number;
  readonly source: string;
}

/** Reads captures as an import does, folds their sources, and writes them site by site with their variants. */
export async function captureTexts(job: CaptureJob): Promise<void> {
  const { sites, foldSeconds } = await readSites(job);
  const writer = new TextsWriter(job.folder);
  for (let copy = 1; copy <= job.copies; copy++) {
    for (const [domain, byUrl] of sites) {
      const site = { domain, pages: [...byUrl.values()] };
      const { pages } = copy === 1 ? site : variantOf(site, copy);
      writer.add(pages.map(({ source }) => Buffer.from(source)));
    }
  }
  writer.finish({ madeOf: madeOf(job), copies: job.copies, foldSeconds });
}

interface Sites {
  /** Folded pages by domain, then by URL. */
  readonly sites: ReadonlyMap<string, ReadonlyMap<string, FoldedPage>>;
  readonly foldSeconds: number;
}

async function readSites({ files, maxPages }: CaptureJob): Promise<Sites> {
  const sites = new Map<string, Map<string, FoldedPage>>();
  let foldMs = 0;
  let pages = 0;
  for (const file of files) {
    if (pages === maxPages) break;
    for await (const page of readWarc(file)) {
      const domain = canonicalDomain(page.url);
      if (domain === null) continue;
      const text = storableText(extractPage(page).source);
      const startedAt = performance.now();
      const source = foldCase(text);
      Buffer.from(source);
      foldMs += performance.now() - startedAt;
      const site = sites.get(domain) ?? new Map<string, FoldedPage>();
      // The newest capture of a URL counts.
      if ((site.get(page.url)?.fetchedAt ?? -Infinity) < page.fetchedAt)
        site.set(page.url, { fetchedAt: page.fetchedAt, source });
      sites.set(domain, site);
      pages++;
      if (pages === maxPages) break;
    }
  }
  if (pages === 0) throw new Error(`no page of a domain in ${files.join(', ')}`);
  return { sites, foldSeconds: foldMs / 1000 };
}
