import { type DomainDocument, type PageRecord, type Source, sourceText, withTexts } from '@sitegrep/site';
import type { DomainPut } from '../../domains.ts';
import type { KeepVersions } from '../../past/retention.ts';
import { conclusionsOf, pagesAfter } from '../../puts.ts';
import { storableAnswers, storableText } from '@sitegrep/texts';
import { documentFields, textOfPage } from './document-fields.ts';
import { packScreenshots, type StoredScreenshots } from './screenshots.ts';
import {
  bodyOf,
  type DomainSource,
  type DomainState,
  parseFacts,
  type StoredPage,
  withScreenshots,
} from './stored.ts';
import { unpackedPages } from './unpack-pages.ts';
import { type DecidedPut, decideSite } from './searches/decide-site.ts';
import type { Decision } from './searches/decision.ts';
import { pastsAfter } from './versions/kept-pasts.ts';
import { type Pasts, unpackPasts } from './versions/pasts.ts';

/** How many versions of each page are kept, and the maximum bytes that a document has of them. */
interface KeptInDocument {
  readonly versions: KeepVersions;
  readonly maxBytes: number;
}

/**
 * Default of `maxBytes`: texts, grams and packed sources of versions. A document with as much takes Elasticsearch some seconds to write.
 */
export const MAX_PAST_BYTES = 32 << 20;

/** Stored fields of a document, Base64. */
export interface StoredParts {
  readonly pages: string;
  readonly screenshots: StoredScreenshots;
  /** Null: there is none. */
  readonly pasts: string | null;
}

/** A put, and what it is written over. */
export interface PackablePut extends Omit<DomainPut, 'visits' | 'ifRevision' | 'past'> {
  /** When the visit was, in milliseconds since the epoch. */
  readonly at: number;
  readonly past: readonly PageRecord<Source>[];
  /** Revision of the document that is written. */
  readonly revision: number;
  /** Stored document; null: there is none, or nothing of it stays and nothing is to be kept. */
  readonly stored: StoredParts | null;
  readonly keep: KeptInDocument;
  /** True if nothing is written unless versions change. */
  readonly onlyVersions: boolean;
  /** Null: there is no saved search. */
  readonly deciding: Pick<DecidedPut, 'number' | 'rank' | 'lists' | 'changes'> | null;
}

export interface PackedPut {
  /** Body of a document as JSON, without its state, which is known later. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Null: there is no saved search. */
  readonly decision: Decision | null;
}

/** Null: nothing is to be written; `lacks searches`: this thread does not know the saved searches. */
export function packDocument({
  put,
  fullText,
}: {
  readonly put: PackablePut;
  readonly fullText: boolean;
}): PackedPut | 'lacks searches' | null {
  const { domain, removed, revision, stored, keep, facts, labels, targets, deciding, at } = put;
  const before = stored === null ? [] : unpackedPages(stored.pages);
  const come = put.pages.map((page, index) => storedPage(page, pageNumber(revision, index)));
  const going = new Set([...come.map(({ url }) => url), ...(removed === 'others' ? [] : removed)]);
  const staying = removed === 'others' ? [] : before.filter(({ url }) => !going.has(url));
  const known = unpackPasts(stored?.pasts ?? null);
  const pasts = pastsOf(put, known, { before, come, staying });
  if (put.onlyVersions && pasts === null) return null;
  const pages = pagesAfter(come, staying);
  const decision =
    deciding === null ? null : decideSite({ domain, facts, labels, pages }, { ...deciding, revision, at });
  if (deciding !== null && decision === null) return 'lacks searches';
  const images = withScreenshots(domain, staying, stored?.screenshots ?? {});
  const parts = {
    screenshots: packScreenshots([...images, ...put.pages]),
    pasts: pasts ?? known,
    maxPastBytes: keep.maxBytes,
  };
  const analysed = new Map(put.pages.map((page) => [page.url, page]));
  const shown = fullText ? pages.map((page) => textOfPage(page, analysed.get(page.url))) : null;
  const body = documentFields({ domain, pages, facts, labels, targets }, parts, shown);
  return { body, decision };
}

/** The pasts of the pages after a put; null: they are as they were. */
function pastsOf(
  { stored, keep, past, at, revision }: PackablePut,
  known: Pasts,
  pages: Readonly<Record<'before' | 'come' | 'staying', readonly StoredPage[]>>,
): Pasts | null {
  const { before, come, staying } = pages;
  const stays = new Set(staying);
  const gone = before.filter((page) => !stays.has(page));
  let last = come.length;
  const put = { isNew: stored === null, gone, come, staying, past, at };
  return pastsAfter(known, put, keep.versions, () => pageNumber(revision, last++));
}

/** Maximum pages and versions that one put makes. */
const NUMBERS_OF_PUT = 2 ** 20;

/** Number of a page or version that a put makes, which no other one of the domain ever has. */
function pageNumber(revision: number, index: number): number {
  if (index >= NUMBERS_OF_PUT) throw new RangeError(`a put of more than ${NUMBERS_OF_PUT} pages`);
  return revision * NUMBERS_OF_PUT + index;
}

/** A page as it is stored: the images of its screenshot are stored apart. */
function storedPage(record: PageRecord<Source>, number: number): StoredPage {
  const { rendered, answers, ...written } = withTexts(record, (source) => storableText(sourceText(source)));
  const own = { ...written, number };
  const page = answers === undefined ? own : { ...own, answers: storableAnswers(answers) };
  if (rendered === undefined) return page;
  const { screenshot, ...source } = rendered;
  return {
    ...page,
    rendered: screenshot === undefined ? source : { ...source, screenshotBytes: screenshot.full.length },
  };
}

/** The complete body of a stored document in a form, made of its `_source` and its stored fields. */
export function repackDocument({
  source,
  stored,
  fullText,
}: {
  readonly source: Pick<DomainSource, keyof DomainState | 'facts'>;
  readonly stored: StoredParts;
  readonly fullText: boolean;
}): Uint8Array<ArrayBuffer> {
  const { domain, facts, first_visited: first } = source;
  const pages = unpackedPages(stored.pages);
  const document: DomainDocument = {
    domain,
    facts: parseFacts(facts),
    pages: withScreenshots(domain, pages, null),
  };
  const conclusions = conclusionsOf(document);
  const labels = { ...conclusions.labels, first_visited: first === undefined ? [] : [first] };
  const shown = fullText ? pages.map((page) => textOfPage(page)) : null;
  const parts = {
    screenshots: stored.screenshots,
    pasts: unpackPasts(stored.pasts),
    maxPastBytes: MAX_PAST_BYTES,
  };
  const fields = documentFields({ domain, pages, ...conclusions, labels }, parts, shown);
  return Uint8Array.from(bodyOf(source, Buffer.from(fields)));
}
