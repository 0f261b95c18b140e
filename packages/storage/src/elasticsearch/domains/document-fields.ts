// The fields of the document of a domain. Folding, splitting and compressing take about 30 milliseconds per megabyte, so this runs
// in a thread.
import { zstdCompressSync } from 'node:zlib';
import { foldCase } from '@sitegrep/fold';
import {
  type Conclusions,
  isTextField,
  ORDER_FIELDS,
  orderValues,
  type OrderValues,
  type PageRecord,
  registrableDomain,
  shownSource,
  type Source,
  textBeside,
  TEXTS_BESIDE,
  type TextField,
} from '@sitegrep/site';
import { NO_PAST, type Past } from '../../past/past.ts';
import { standsSince } from '../../past/version-answers.ts';
import { wordsOf } from '@sitegrep/texts';
import { MAX_DOCUMENT_BYTES } from '../bulk.ts';
import { saidFields, type TextOfPage } from './full-text-pages.ts';
import { PAGE } from './page-mapping.ts';
import { storedBytes, type StoredScreenshots } from './screenshots.ts';
import type { LiveFields, StoredListing, StoredPage } from './stored.ts';
import { ended, gramsOf, textFields } from './text-fields.ts';
import { pastFields } from './versions/fitting.ts';
import type { Pasts } from './versions/pasts.ts';

/** A site whose pages have no images. */
export interface StorableSite extends Conclusions {
  readonly domain: string;
  readonly pages: readonly StoredPage[];
}

/** Parts of a document besides its site. */
export interface PackedParts {
  readonly screenshots: StoredScreenshots;
  readonly pasts: Pasts;
  /** Maximum bytes of what it has of versions. */
  readonly maxPastBytes: number;
}

/** Bytes that are left free in a document for its state. */
const STATE_BYTES = 4 << 20;

/**
 * Fields of a document besides its state, as JSON.
 *
 * @param shown its pages for full text; null: there is none
 */
export function documentFields(
  site: StorableSite,
  { screenshots, pasts, maxPastBytes }: PackedParts,
  shown: readonly TextOfPage[] | null,
): Uint8Array<ArrayBuffer> {
  const own = ownFields(site, { screenshots, pasts }, shown);
  if (pasts.size === 0) return new TextEncoder().encode(own);
  const space = MAX_DOCUMENT_BYTES - STATE_BYTES - Buffer.byteLength(own);
  const past = pastFields(site.domain, pasts, site.pages, Math.min(maxPastBytes, space));
  return new TextEncoder().encode(`${own.slice(0, -1)},${past.slice(1)}`);
}

/** Those that do not come from versions. */
function ownFields(
  { domain, facts, labels, targets, pages: storable }: StorableSite,
  { screenshots, pasts }: Pick<PackedParts, 'screenshots' | 'pasts'>,
  shown: readonly TextOfPage[] | null,
): string {
  const pages = zstdCompressSync(JSON.stringify(storable));
  const listings = storable.map((page) => listed(page, pasts.get(page.url)?.past ?? NO_PAST));
  // The rank has a document of its own, and the domain is part of the state.
  const { domain: name, rank: _, ...values } = orderValues({ domain, rank: 0, facts });
  const fields: LiveFields = {
    ...values,
    facts: JSON.stringify(facts),
    versions: JSON.stringify(listings),
    page_count: storable.length,
    source_bytes: storable.reduce((sum, page) => sum + bytesOf(page), 0),
    compressed_bytes: pages.length + storedBytes(screenshots),
  };
  const words = wordsOf(facts);
  const said = shown === null ? null : saidFields(domain, shown);
  return JSON.stringify({
    ...fields,
    links: targets,
    registrable: registrableDomain(domain),
    [PAGE]: storable.map((page, number) => ({
      ...textsOf(page),
      ...said?.ofPages[number],
      site: domain,
      number,
      first_seen: listings[number]?.firstSeen,
    })),
    words: words.map(ended),
    word_grams: words.map(gramsOf),
    labels,
    folded: foldedTexts({ domain: name, ...values }),
    pages: pages.toString('base64'),
    ...said?.ofDomain,
    // Last, so that readers of other fields need not read past them.
    screenshots,
  });
}

/** The texts of a page in which terms are found. */
function textsOf(page: StoredPage): object {
  return Object.assign(
    textFields('source', page.source),
    textFields('rendered', page.rendered?.source ?? null),
    ...TEXTS_BESIDE.map((kind) => textFields(kind, textBeside(page, kind))),
  );
}

function bytesOf({ source, rendered }: StoredPage): number {
  return Buffer.byteLength(source) + Buffer.byteLength(rendered?.source ?? '');
}

/** A page as its readers see it. @param analysed the page as it came from its analysis */
export function textOfPage(page: StoredPage, analysed?: PageRecord<Source>): TextOfPage {
  const { url, fetchedAt, facts } = page;
  const source = analysed === undefined ? '' : shownSource(analysed);
  const words = typeof source === 'string' ? undefined : source.words;
  return { url, fetchedAt, facts, source: shownSource(page), words };
}

function listed(page: StoredPage, past: Past): StoredListing {
  const { url, number, fetchedAt, charset, truncated, source, rendered, facts, version } = page;
  const { title, version: factsVersion } = facts;
  return {
    url,
    number,
    firstSeen: standsSince(past, { id: number, at: fetchedAt }),
    fetchedAt,
    charset,
    truncated,
    title,
    factsVersion,
    sourceBytes: Buffer.byteLength(source),
    renderedBytes: rendered === undefined ? null : Buffer.byteLength(rendered.source),
    screenshotBytes: rendered?.screenshotBytes ?? null,
    version: version ?? null,
  };
}

function foldedTexts(values: Pick<OrderValues, TextField>): Readonly<Record<string, string | null>> {
  const texts = ORDER_FIELDS.filter(isTextField).map((field) => [field, values[field]] as const);
  return Object.fromEntries(texts.map(([field, text]) => [field, text === null ? null : foldCase(text)]));
}
