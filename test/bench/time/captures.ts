// Captures as the derivation of rates sees them: their labels, the day that they are from, and the address that they are of.
import type { AnalysisPool } from '@sitegrep/analysis';
import {
  canonicalDomain,
  foldSite,
  type Labels,
  labelsOf,
  type Page,
  registrableDomain,
  sourceText,
} from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';
import { newestDate } from './dates.ts';

export interface Capture {
  /** Host, without `www.`. */
  readonly host: string;
  /** Registrable domain. */
  readonly site: string;
  /** URL without the parameter by which the corpus tells captures of one address apart. */
  readonly address: string;
  readonly source: string;
  readonly title: string | null;
  /** The newest day that the source names, at which it was captured or somewhat later; null if it names none. */
  readonly at: number | null;
  /** Labels of this page alone. */
  readonly labels: Labels;
}

/** Parameter that the corpus adds to all but one of the captures of an address. */
const ADDED = 'corpus';
const MAX_SITE_BYTES = 16 << 20;

/** Reads and analyses captures, some at a time. */
export async function readCaptures(
  files: readonly string[],
  analysis: AnalysisPool,
  concurrency: number,
): Promise<readonly Capture[]> {
  const captures: Capture[] = [];
  const inFlight = new Set<Promise<void>>();
  for (const file of files) {
    for await (const page of readWarc(file)) {
      const domain = canonicalDomain(page.url);
      if (domain === null) continue;
      if (inFlight.size >= concurrency) await Promise.race(inFlight);
      const job: Promise<void> = captureOf(page, domain, analysis)
        .then((capture) => void (capture === null || captures.push(capture)))
        .finally(() => inFlight.delete(job));
      inFlight.add(job);
    }
  }
  await Promise.all(inFlight);
  return captures.sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** @returns null if its analysis crashed */
async function captureOf(page: Page, domain: string, analysis: AnalysisPool): Promise<Capture | null> {
  const result = await analysis.analyze(page, { links: false });
  if (result.kind !== 'page') return null;
  const { record } = result;
  const { facts } = foldSite(domain, [record], { maxSiteBytes: MAX_SITE_BYTES });
  const source = sourceText(record.source);
  return {
    host: domain,
    site: registrableDomain(domain),
    address: addressOf(page.url),
    source,
    title: facts.title,
    at: newestDate(page.url, source),
    labels: labelsOf({ domain, facts, pages: [record] }),
  };
}

function addressOf(url: string): string {
  const address = new URL(url);
  address.searchParams.delete(ADDED);
  return address.href;
}
