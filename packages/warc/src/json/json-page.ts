// A page as a JSON object: what programs send that fetch pages themselves.
import { bodyKind, startsLikeHtml, type Fields } from '@sitegrep/http';
import { binaryFormatOf, type Page } from '@sitegrep/site';
import { readRecordDate } from '../dates.ts';
import type { WarcSkip } from '../counts.ts';

/** A page, or why an object is none. `url` is as it is written; null: none is. */
export type JsonResult =
  | {
      readonly kind: 'page';
      readonly url: string;
      readonly page: Page;
      /** Whether it states its time. */
      readonly isDated: boolean;
    }
  | {
      readonly kind: 'skipped';
      readonly url: string | null;
      readonly why: WarcSkip;
      readonly problem: string;
    };

export interface JsonLimits {
  /** Maximum bytes of a page's body; a longer one is truncated. */
  readonly maxBodyBytes: number;
  readonly statuses: 'success' | 'all';
  /** Tells the time of a page that states none, in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Reads one object: `url`, and `html` (text) or `body_base64` (bytes as they came, without content-encoding); optional are
 * `status` (200), `headers` (values are texts or lists of them) and `fetched_at` (ISO 8601, or seconds since the epoch).
 */
export function jsonPage(value: unknown, limits: JsonLimits): JsonResult {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return broken(null, 'it is not JSON object');
  const given = value as Readonly<Record<string, unknown>>;
  const { url } = given;
  if (typeof url !== 'string') return broken(null, 'its "url" is missing or no text');
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    return skipped(url, 'not_http', 'its "url" is not an http or https address');
  const status = given['status'] ?? 200;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599)
    return broken(url, 'its "status" is not a number from 100 to 599');
  if (limits.statuses === 'success' && (status < 200 || status > 299))
    return skipped(url, 'not_success', `its status is ${status}, not 2xx`);
  const fetchedAt = timeOf(given['fetched_at'], limits.now());
  if (fetchedAt === null)
    return broken(url, 'its "fetched_at" is not a time such as 2026-11-26T08:00:00Z, nor seconds since 1970');
  const stated = fieldsOf(given['headers']);
  if (stated === null) return broken(url, 'its "headers" are not an object of texts or lists of texts');
  const read = bodyOf(given, stated);
  if (typeof read === 'string') return broken(url, read);
  const kind = bodyKind(read.headers);
  const isOther = kind === 'other' || (kind === 'unstated' && !startsLikeHtml(read.body));
  if (isOther || binaryFormatOf(read.body) !== null) return skipped(url, 'not_html', 'it is not HTML');
  const { hash, href } = new URL(url);
  return {
    kind: 'page',
    url,
    isDated: (given['fetched_at'] ?? null) !== null,
    page: {
      url: href.slice(0, href.length - hash.length),
      status,
      headers: read.headers,
      body: read.body.subarray(0, limits.maxBodyBytes),
      truncated: given['truncated'] === true || read.body.length > limits.maxBodyBytes,
      fetchedAt,
    },
  };
}

interface Body {
  readonly body: Buffer;
  readonly headers: Fields;
}

/** Fields that concern a body as it was transferred, which is not what is sent. */
const TRANSFER = new Set(['content-encoding', 'transfer-encoding', 'content-length']);

/** @returns what is wrong, as a text */
function bodyOf(
  { html, body_base64: base64 }: Readonly<Record<string, unknown>>,
  stated: Fields,
): Body | string {
  const headers = stated.filter(([name]) => !TRANSFER.has(name));
  if ((html === undefined) === (base64 === undefined))
    return 'it has neither "html" nor "body_base64", or both; one of them is needed';
  if (html !== undefined) {
    if (typeof html !== 'string') return 'its "html" is not text';
    // The text was decoded by who sends it: what the answer said of its charset does not hold any more.
    const type =
      bodyKind(headers) === 'other' ? null : (['content-type', 'text/html; charset=utf-8'] as const);
    const others = headers.filter(([name]) => type === null || name !== 'content-type');
    return { body: Buffer.from(html), headers: type === null ? others : [...others, type] };
  }
  if (typeof base64 !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64))
    return 'its "body_base64" is not base64';
  return { body: Buffer.from(base64, 'base64'), headers };
}

/** @returns null if it is not a time */
function timeOf(given: unknown, now: number): number | null {
  if (given === undefined || given === null) return now;
  if (typeof given === 'number') return given >= 0 && given < 1e11 ? Math.round(given * 1_000) : null;
  return typeof given === 'string' ? (readRecordDate(given)?.time ?? null) : null;
}

/** Header fields with names in lower case; null if they are none. */
function fieldsOf(given: unknown): Fields | null {
  if (given === undefined || given === null) return [];
  if (typeof given !== 'object' || Array.isArray(given)) return null;
  const fields: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(given)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one !== 'string') return null;
      fields.push([name.toLowerCase(), one]);
    }
  }
  return fields;
}

function skipped(url: string | null, why: WarcSkip, problem: string): JsonResult {
  return { kind: 'skipped', url, why, problem };
}

function broken(url: string | null, problem: string): JsonResult {
  return skipped(url, 'broken', problem);
}
