// An answer as JSON states it, whatever the format: what can mean one thing only is taken, and what can't be understood is
// refused in the words of the format.
import { bodyKind, type Fields } from '@sitegrep/http';
import type { Page } from '@sitegrep/site';
import type { WarcSkip } from '../counts.ts';
import { readRecordDate } from '../dates.ts';
import { skipByBody, skipByStatus, type Statuses } from '../page-rule.ts';
import { httpUrl, withoutLogin } from '../record-head.ts';
import { bodyOf, type StatedContent } from './stated-content.ts';

/** A page, or why there is none. `url` is for reports: as it is written, without a user and a password; null: none is. */
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
  readonly statuses: Statuses;
  /** Tells the time of a page that states none, in milliseconds since the epoch. */
  readonly now: () => number;
}

export interface StatedAnswer {
  readonly url: unknown;
  readonly status: unknown;
  /** Names in lower case; null if they can't be understood. */
  readonly headers: Fields | null;
  /** The same as the server sent them; null if none are stated. */
  readonly received: Fields | null;
  readonly fetchedAt: unknown;
  /** Null if it was not kept; a text says why it can't be understood. */
  readonly content: StatedContent | string | null;
  readonly isTruncated: boolean;
  /** Whether it is stated that no answer came, or not all of it. */
  readonly isFailed: boolean;
}

/** Names of the parts of an answer in a format. */
export interface PartNames {
  readonly url: string;
  readonly status: string;
  readonly headers: string;
  readonly fetchedAt: string;
  readonly content: string;
}

/** @param names for messages */
export async function pageOf(
  answer: StatedAnswer,
  names: PartNames,
  limits: JsonLimits,
): Promise<JsonResult> {
  const written = typeof answer.url === 'string' ? answer.url.trim() : '';
  if (written === '') return skipped(null, 'broken', `its ${names.url} is missing or not a text`);
  const url = httpUrl(written);
  const shown = withoutLogin(written);
  const skip = (why: WarcSkip, problem: string): JsonResult => skipped(shown, why, problem);
  if (url === null) return skip('not_http', `its ${names.url} is not an http or https address`);
  const status = statusOf(answer.status);
  if (answer.isFailed || status === null || status <= 0)
    return skip('no_answer', 'no answer came, or not all of it');
  if (!(status >= 100 && status <= 999)) return skip('broken', `its ${names.status} is not a status of HTTP`);
  const { headers } = answer;
  if (headers === null)
    return skip('broken', `its ${names.headers} are not an object, nor a list, of texts and numbers`);
  const byStatus = skipByStatus(status, headers, limits.statuses);
  if (byStatus !== null) return skip(byStatus, problemOf(byStatus, status));
  if (bodyKind(headers) === 'other') return skip('not_html', NOT_HTML);
  const now = limits.now();
  const stated = timeOf(answer.fetchedAt);
  if (stated === 'unreadable')
    return skip(
      'broken',
      `its ${names.fetchedAt} is not a time such as 2026-11-26T08:00:00Z, nor seconds since 1970`,
    );
  if (answer.content === null) return skip('no_content', problemOf('no_content', status));
  if (typeof answer.content === 'string') return skip('broken', answer.content);
  const body = await bodyOf(answer.content, headers, limits.maxBodyBytes);
  if (typeof body === 'string') return skip('broken', `its ${names.content} ${body}`);
  const byBody = skipByBody(body.bytes, body.headers);
  if (byBody !== null) return skip(byBody, problemOf(byBody, status));
  return {
    kind: 'page',
    url: shown,
    isDated: stated !== null,
    page: {
      url,
      status,
      headers: body.headers,
      received: answer.received,
      body: body.bytes,
      truncated: answer.isTruncated || body.truncated,
      fetchedAt: stated ?? now,
    },
  };
}

const NOT_HTML = 'it is not HTML';

function problemOf(why: WarcSkip, status: number): string {
  if (why === 'not_success') return `its status is ${status}, not 2xx`;
  return why === 'no_content' ? 'its answer has no content' : NOT_HTML;
}

export function skipped(url: string | null, why: WarcSkip, problem: string): JsonResult {
  return { kind: 'skipped', url, why, problem };
}

/** @returns null if it is not stated, NaN if it is not a status */
function statusOf(stated: unknown): number | null {
  if (stated === undefined || stated === null || stated === '') return null;
  if (typeof stated === 'number') return Number.isInteger(stated) ? stated : NaN;
  const [, digits] = (typeof stated === 'string' && /^\s*([+-]?\d{1,4})(?:\.0+)?(?:\s|$)/.exec(stated)) || [];
  return digits === undefined ? NaN : Number(digits);
}

/** Times since 1970 in seconds, milliseconds, microseconds and nanoseconds: each is the first one that is not far off. */
const MAX_SECONDS = 1e11;

/** @returns milliseconds since the epoch; null if it is not stated */
function timeOf(stated: unknown): number | 'unreadable' | null {
  if (stated === undefined || stated === null) return null;
  if (typeof stated === 'number') return epochOf(stated);
  if (typeof stated !== 'string') return 'unreadable';
  const text = stated.trim();
  if (text === '') return null;
  const time = readRecordDate(text)?.time ?? null;
  if (time !== null) return time;
  return /^\d{1,19}(?:\.\d+)?$/.test(text) ? epochOf(Number(text)) : 'unreadable';
}

function epochOf(stated: number): number | 'unreadable' {
  if (!(stated >= 0) || stated >= MAX_SECONDS * 1e9) return 'unreadable';
  let time = stated;
  while (time >= MAX_SECONDS) time /= 1_000;
  return Math.round(time * 1_000);
}
