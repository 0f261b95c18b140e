import { createHash } from 'node:crypto';
import type { AnswerTexts } from './answer-texts.ts';
import { dnsText, type DnsRecords } from './dns-records.ts';
import type { PageFacts, SiteFacts } from './facts.ts';
import { compareCodePoints } from './order.ts';
import { type Source, sourceText } from './source.ts';
import { isTelling } from './telling-fields.ts';

/** One response as it came from the network or a capture, before anything was extracted. */
export interface Page {
  /** Final URL, after redirects, without a fragment. */
  readonly url: string;
  /** HTTP status, 100–599. */
  readonly status: number;
  /** Header fields in the order received; names in lower case. A name may come more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Header fields as the server sent them, where `headers` was fitted to the body; null if they are not known. Absent: they are `headers`. */
  readonly received?: Page['headers'] | null;
  /** Body after decoding of content-encoding; at most as long as the page cap. */
  readonly body: Uint8Array;
  /** Whether the body exceeded the page cap and was truncated. */
  readonly truncated: boolean;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** IP address of the server. Absent if it is not known, as through a proxy or in most captures. */
  readonly address?: string;
  /**
   * Issuer of the host's certificate: organisation and common name, separated by a blank, as far as stated.
   * Absent if it is not known, as over http or in a capture.
   */
  readonly certIssuer?: string;
  /**
   * Verdict on the host's certificate: `valid`, or why it is not, such as `expired 2026-03-01`. Absent over http, or if it
   * is not known, as in a capture.
   */
  readonly certificate?: string;
  /**
   * The first 64 KiB of the robots.txt that applies to `url`. Absent if there is none, or if it was not read.
   */
  readonly robotsTxt?: string;
  /** DNS records of the site. Absent if there is none, if they were not asked for, or if another page of the site has them. */
  readonly dns?: DnsRecords;
}

/** The page that another one leads to within ten seconds, by a refresh, or by a script that does nothing else. */
export interface PageRefresh {
  /** Absolute http(s) URL without a fragment; that of the page itself if it is loaded again. */
  readonly url: string;
  readonly by: 'refresh' | 'script';
  /** Whether the page shows nothing meanwhile. */
  readonly isBlank: boolean;
}

/** Validators for conditional requests (RFC 9110, 8.8). */
export interface Validators {
  /** Entity tag as received, `"abc"` or `W/"abc"`; at most 256 characters. */
  readonly etag: string | null;
  /** Last-Modified as received, at most 40 characters. */
  readonly lastModified: string | null;
}

/** Data by which a later visit recognises an unchanged page. */
export interface PageVersion extends Validators {
  /** SHA-256 in base64url, as `pageDigest` gives it. */
  readonly digest: string;
  /** Verdict on the host's certificate as in `Page`, at that visit; null if there was none. */
  readonly certificate: string | null;
}

/** Pages of a crawl that a browser renders: none, those whose source is a shell for scripts, or all. */
export const RENDER_MODES = ['never', 'if_empty', 'always'] as const;
export type RenderMode = (typeof RENDER_MODES)[number];

/** Sizes of a screenshot: the window of the browser, or a quarter as wide. */
export const SCREENSHOT_SIZES = ['full', 'thumbnail'] as const;
export type ScreenshotSize = (typeof SCREENSHOT_SIZES)[number];

/** The upper end of a page as its visitors see it, in each size, as WebP. */
export type Screenshot = Readonly<Record<ScreenshotSize, Uint8Array>>;

/** Source of a rendered page. */
export interface RenderedSource<S extends Source = string> {
  readonly source: S;
  /** Whether the renderer or the page cap truncated the source. */
  readonly truncated: boolean;
  /** Absent if none was taken. */
  readonly screenshot?: Screenshot;
}

/** Bytes of the screenshot of a page in all sizes; 0 if it has none. */
export function screenshotBytes({ rendered }: Pick<PageRecord<Source>, 'rendered'>): number {
  const screenshot = rendered?.screenshot;
  return screenshot === undefined
    ? 0
    : SCREENSHOT_SIZES.reduce((sum, size) => sum + screenshot[size].length, 0);
}

/** Length of what is written of a page: its sources, in UTF-16 units or bytes as they are given, and its screenshot, in bytes. */
export function writtenLength(page: Pick<PageRecord<Source>, 'source' | 'rendered'>): number {
  return page.source.length + (page.rendered?.source.length ?? 0) + screenshotBytes(page);
}

/** A page of a site as it is stored and indexed. */
export interface PageRecord<S extends Source = string> {
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** WHATWG name of the encoding the body was decoded with, in lower case. */
  readonly charset: string;
  /** Whether the page cap or the site cap truncated the source. */
  readonly truncated: boolean;
  /** Decoded source: well-formed Unicode without NUL. Searches test it after case folding. */
  readonly source: S;
  /**
   * Source of the page after its scripts ran in a browser, as the browser wrote its document; well-formed Unicode without
   * NUL. Absent if the page was not rendered.
   */
  readonly rendered?: RenderedSource<S>;
  /** Texts of the answer beside the source. Absent if they are not known, as from a capture of the body alone. */
  readonly answers?: AnswerTexts;
  readonly facts: PageFacts;
  /** Absent if the next visit has to read the page although it has not changed. */
  readonly version?: PageVersion;
}

/** The source that readers of a page see: what its scripts wrote, if it was rendered. */
export function shownSource<S extends Source>({
  source,
  rendered,
}: Pick<PageRecord<S>, 'source' | 'rendered'>): S {
  return rendered?.source ?? source;
}

/** A page with its sources as texts. @param textOf how a source becomes text */
export function withTexts(
  { rendered, ...page }: PageRecord<Source>,
  textOf: (source: Source) => string = sourceText,
): PageRecord {
  return {
    ...page,
    source: textOf(page.source),
    ...(rendered === undefined ? {} : { rendered: { ...rendered, source: textOf(rendered.source) } }),
  };
}

/** Maximum length of an entity tag, far above what servers send. A longer one is dropped. */
const MAX_ETAG = 256;
const MAX_DATE = 40;

/**
 * Entity tag by RFC 9110, 8.8.3, without bytes above ASCII. Others are not sent back, because servers may
 * misread them.
 */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/**
 * The validators of a response; each null if it is absent, repeated, malformed or too long. A Last-Modified
 * that is not before the time of the response is null as well: the page may change again within that second, or
 * is generated for each request.
 */
export function validatorsOf({ headers, fetchedAt }: Pick<Page, 'headers' | 'fetchedAt'>): Validators {
  const etag = onlyValue(headers, 'etag');
  const lastModified = onlyValue(headers, 'last-modified');
  const answeredAt = Date.parse(onlyValue(headers, 'date') ?? '');
  const before = Number.isNaN(answeredAt) ? fetchedAt : answeredAt;
  const isDate =
    lastModified !== null && lastModified.length <= MAX_DATE && Date.parse(lastModified) < before;
  return {
    etag: etag !== null && etag.length <= MAX_ETAG && ETAG.test(etag) ? etag : null,
    lastModified: isDate && /^[\x20-\x7e]+$/.test(lastModified) ? lastModified : null,
  };
}

/** Header fields that affect how a body is read and whether it is stored. */
const DECIDING_FIELDS: ReadonlySet<string> = new Set(['content-type', 'x-robots-tag']);

/**
 * Digest of a response; the same only if the page is. SHA-256 of the values of Content-Type and X-Robots-Tag in their order, and
 * those of the fields that tell something of the site in any order, one per line; the DNS records that came with it, an empty
 * line, and the body after decoding of content-encoding.
 */
export function pageDigest({ headers, body, dns = [] }: Pick<Page, 'headers' | 'body' | 'dns'>): string {
  const hash = createHash('sha256');
  const telling = new Set<string>();
  for (const [name, value] of headers) {
    const line = `${name}: ${value}\n`;
    if (DECIDING_FIELDS.has(name)) hash.update(line);
    else if (isTelling(name, value)) telling.add(line);
  }
  for (const line of [...telling].sort(compareCodePoints)) hash.update(line);
  const records = dnsText(dns);
  if (records !== null) hash.update(`dns: ${records}\n`);
  return hash.update('\n').update(body).digest('base64url');
}

function onlyValue(headers: Page['headers'], name: string): string | null {
  const [only, ...others] = headers.filter(([other]) => other === name);
  return only === undefined || others.length > 0 ? null : only[1];
}

/** A domain with all of its pages. */
export interface DomainDocument<S extends Source = string> {
  /** Canonical domain, as `canonicalDomain` gives it. */
  readonly domain: string;
  /** One record per URL, in code point order of URLs, at least one. */
  readonly pages: readonly PageRecord<S>[];
  /** Facts folded from `pages`, independent of their order. */
  readonly facts: SiteFacts;
}

/** Product token of the crawler: its name in User-Agent, and in robots.txt, `meta` and X-Robots-Tag. */
export const PRODUCT = 'sitegrep';
