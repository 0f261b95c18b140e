// Judges the head of an answer: whether it has a page, says that the page has not changed, redirects, or is refused. Nothing of
// the body was read yet.
import { bodyKind, mediaType, valuesOf } from '@sitegrep/http';
import type { Answer } from './answer.ts';
import { final, passing, statusLine, type Failure } from './failure.ts';
import { isBusy, retryAfter, sentAway } from './pacing.ts';
import { isRedirect, withoutTarget } from './redirects.ts';
import { field } from './robots.ts';
import type { VisitOwner } from './visit.ts';

export type HeadVerdict =
  | { readonly kind: 'page' }
  | { readonly kind: 'not_modified' }
  /** The host has no file at this address. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'redirect'; readonly location: string | null }
  | { readonly kind: 'refused'; readonly failure: Failure };

interface HeadRequest {
  readonly url: URL;
  readonly wants: VisitOwner['wants'];
  /** Whether the request had conditions. */
  readonly conditional: boolean;
  /** Maximum Retry-After that is waited for, in milliseconds. */
  readonly maxRetryAfterMs: number;
}

export function judgeHead(
  answer: Pick<Answer, 'fetchedAt' | 'headers' | 'status'>,
  { url, wants, conditional, maxRetryAfterMs }: HeadRequest,
): HeadVerdict {
  const { status } = answer;
  if (status === 304 && conditional) return { kind: 'not_modified' };
  // As in browsers, an empty one does not count.
  const location = valuesOf(answer.headers, 'location').find((value) => value.trim() !== '') ?? null;
  // Without a target, its page is all that there is.
  if (isRedirect(status) && (wants !== 'page' || location !== null)) return { kind: 'redirect', location };
  const failure = refusalOf(answer, wants, maxRetryAfterMs);
  if (failure === null) return { kind: 'page' };
  if ((wants === 'file' || wants === 'icon') && failure.retryAfterMs === null) return { kind: 'missing' };
  // Servers such as nginx answer so if they want a certificate of ours: http may still work.
  const mayWant = status === 400 && url.protocol === 'https:';
  return { kind: 'refused', failure: mayWant ? { ...failure, unconnected: true } : failure };
}

/** Why the head of an answer excludes a page; null if it doesn't. */
function refusalOf(
  answer: Pick<Answer, 'fetchedAt' | 'headers' | 'status'>,
  wants: VisitOwner['wants'],
  maxRetryAfterMs: number,
): Failure | null {
  const { status } = answer;
  const line = statusLine(status);
  if (status === 304) return final('http_error', `answered ${line} to a request without conditions`);
  if (isRedirect(status) && bodyKind(answer.headers) === 'other') return withoutTarget(status);
  if (status === 204 || status === 205) return final('http_error', `answered ${line}, which holds no page`);
  if (status >= 200 && status < 400) {
    if (wants !== 'page' || bodyKind(answer.headers) !== 'other') return null;
    return final('not_html', `content type ${mediaType(answer.headers)?.slice(0, 100)}`);
  }
  const mayPass =
    status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
  if (!mayPass) return final('http_error', `answered ${line}`);
  const wait = retryAfter(field(answer, 'retry-after'), answer.fetchedAt) ?? (isBusy(status) ? 0 : null);
  const what = `answered ${line}`;
  return sentAway(what, wait, maxRetryAfterMs) ?? passing('http_error', what, wait);
}
