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
  sourceText,
  textBeside,
  TEXTS_BESIDE,
  type TextField,
  withTexts,
} from '@sitegrep/site';
import { storableAnswers, storableText, wordsOf } from '../../texts/stored-texts.ts';
import { saidFields, type TextOfPage } from './full-text-pages.ts';
import { gramTokens, runTokens } from './grams.ts';
import { TEXT_END } from './gram-analysis.ts';
import { PAGE } from './page-mapping.ts';
import type { ListedPage } from '../../domains.ts';
import { conclusionsOf } from '../../puts.ts';
import { packScreenshots, storedBytes, type StoredScreenshots } from './screenshots.ts';
import {
  bodyOf,
  type DomainSource,
  type DomainState,
  type LiveFields,
  parseFacts,
  type StoredPage,
} from './stored.ts';
import { unpackedPages } from './unpack-pages.ts';

/** All pages of a site, and what it concludes from them. */
export interface PackableSite extends Conclusions {
  readonly domain: string;
  readonly pages: readonly PageRecord<Source>[];
}

/**
 * Body of a document as JSON, without its state, which is known later. Folding, splitting and compressing take
 * about 30 milliseconds per megabyte, so this runs in a thread.
 */
export function packDocument({
  site: { domain, pages, ...conclusions },
  fullText,
}: {
  readonly site: PackableSite;
  readonly fullText: boolean;
}): Uint8Array<ArrayBuffer> {
  const storable = pages.map((page) =>
    storedPage(withTexts(page, (source) => storableText(sourceText(source)))),
  );
  const compressed = zstdCompressSync(JSON.stringify(storable));
  const packed = { pages: compressed, screenshots: packScreenshots(pages) };
  const shown = storable.map((page, index) => textOfPage(page, pages[index]));
  const site = { domain, pages: storable, ...conclusions };
  return new TextEncoder().encode(fieldsOf(site, packed, fullText ? shown : null));
}

/** A page as it is stored: the images of its screenshot are stored apart. */
function storedPage({ rendered, answers, ...written }: PageRecord): StoredPage {
  const page = answers === undefined ? written : { ...written, answers: storableAnswers(answers) };
  if (rendered === undefined) return page;
  const { screenshot, ...source } = rendered;
  return {
    ...page,
    rendered: screenshot === undefined ? source : { ...source, screenshotBytes: screenshot.full.length },
  };
}

/** The complete body of a stored document in a form, made of its `_source` and its stored fields, Base64. */
export function repackDocument({
  source,
  pages,
  screenshots,
  fullText,
}: {
  readonly source: Pick<DomainSource, keyof DomainState | 'facts'>;
  readonly pages: string;
  readonly screenshots: StoredScreenshots;
  readonly fullText: boolean;
}): Uint8Array<ArrayBuffer> {
  const { domain, facts, first_visited: first } = source;
  const document = { domain, facts: parseFacts(facts), pages: unpackedPages(pages) };
  const conclusions = conclusionsOf(document);
  const labels = { ...conclusions.labels, first_visited: first === undefined ? [] : [first] };
  const site = { domain, pages: document.pages, ...conclusions, labels };
  const shown = fullText ? site.pages.map((page) => textOfPage(page)) : null;
  const fields = fieldsOf(site, { pages: Buffer.from(pages, 'base64'), screenshots }, shown);
  return Uint8Array.from(bodyOf(source, Buffer.from(fields)));
}

/** A site whose pages have no images. */
interface StorableSite extends Omit<PackableSite, 'pages'> {
  readonly pages: readonly StoredPage[];
}

/**
 * Fields of a document besides its state, as JSON.
 *
 * @param packed pages and screenshots as they are stored
 * @param shown its pages for full text; null: there is none
 */
function fieldsOf(
  { domain, facts, labels, targets, pages: storable }: StorableSite,
  packed: { readonly pages: Buffer; readonly screenshots: StoredScreenshots },
  shown: readonly TextOfPage[] | null,
): string {
  // The rank has a document of its own, and the domain is part of the state.
  const { domain: name, rank: _, ...values } = orderValues({ domain, rank: 0, facts });
  const fields: LiveFields = {
    ...values,
    facts: JSON.stringify(facts),
    versions: JSON.stringify(storable.map(listed)),
    page_count: storable.length,
    source_bytes: storable.reduce((sum, page) => sum + bytesOf(page), 0),
    compressed_bytes: packed.pages.length + storedBytes(packed.screenshots),
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
    })),
    words: words.map(ended),
    word_grams: words.map(gramsOf),
    labels,
    folded: foldedTexts({ domain: name, ...values }),
    pages: packed.pages.toString('base64'),
    ...said?.ofDomain,
    // Last, so that readers of other fields need not read past them.
    screenshots: packed.screenshots,
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

/** Fields of a text; an empty object if it is null. */
function textFields(field: string, text: string | null): Readonly<Record<string, string>> {
  if (text === null) return {};
  const folded = foldCase(text);
  return { [field]: ended(folded), [`${field}_grams`]: gramsOf(folded) };
}

function bytesOf({ source, rendered }: PageRecord): number {
  return Buffer.byteLength(source) + Buffer.byteLength(rendered?.source ?? '');
}

/** A page as its readers see it. @param analysed the page as it came from its analysis */
function textOfPage(page: StoredPage, analysed?: PageRecord<Source>): TextOfPage {
  const { url, fetchedAt, facts } = page;
  const source = analysed === undefined ? '' : shownSource(analysed);
  const words = typeof source === 'string' ? undefined : source.words;
  return { url, fetchedAt, facts, source: shownSource(page), words };
}

function listed(page: StoredPage): ListedPage {
  const { url, fetchedAt, charset, truncated, source, rendered, facts, version } = page;
  const { title, version: factsVersion } = facts;
  return {
    url,
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

function ended(text: string): string {
  return text + TEXT_END;
}

function gramsOf(text: string): string {
  return [gramTokens(text), ...runTokens(text)].join(' ');
}

function foldedTexts(values: Pick<OrderValues, TextField>): Readonly<Record<string, string | null>> {
  const texts = ORDER_FIELDS.filter(isTextField).map((field) => [field, values[field]] as const);
  return Object.fromEntries(texts.map(([field, text]) => [field, text === null ? null : foldCase(text)]));
}
