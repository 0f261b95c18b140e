// One request for a range of a file, with its redirects, and the judgement of its answer before its body is read.
import type { Readable } from 'node:stream';
import { type GuardedAnswer, type GuardedRequests, retryAfter, Unanswered } from '@sitegrep/crawl';
import type { Identity } from './identity.ts';
import type { Location } from './locations.ts';
import { Passing } from './patience.ts';
import {
  type ByteRange,
  type GivenRange,
  givenRange,
  isWanted,
  isWhole,
  rangeField,
  sizeOutside,
} from './ranges.ts';
import { beginningOf, refusalText, statusText, storeCode } from './refusal.ts';
import { RemoteError } from './remote-error.ts';
import { shownUrl } from './urls.ts';

/** An answer with what was wanted. */
export interface RangeAnswer {
  /** URL that answered. */
  readonly url: URL;
  /** Null: the answer is the whole file, of unknown size. */
  readonly range: GivenRange | null;
  readonly identity: Identity;
  /** Null: there is nothing to read, as the file ends before. */
  readonly body: Readable | null;
}

export interface RequestParts {
  readonly requests: GuardedRequests;
  readonly userAgent: string;
  /** Whether 403 without credentials means that the server is busy, as that of Common Crawl does. */
  readonly throttlesBy403: boolean;
  /** Longest time until an answer begins, in milliseconds. */
  readonly answerMs: number;
  /** Clock in milliseconds since the epoch. */
  readonly now: () => number;
  /** Called for each request that is sent. */
  readonly onRequest: () => void;
}

const MAX_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Statuses of servers that may answer soon, besides those from 500 on. */
const PASSING = new Set([408, 425]);
/** Statuses from 500 on that stay. */
const LASTING = new Set([501, 505]);

/**
 * Requests a range of a file.
 *
 * @param wants `size`: an answer with the whole file will do, for its size; its body is not read
 * @throws RemoteError; Passing if another attempt may succeed; what the signal was aborted with
 */
export async function requestRange(
  location: Location,
  range: ByteRange,
  wants: 'bytes' | 'size',
  parts: RequestParts,
  signal: AbortSignal,
): Promise<RangeAnswer> {
  const { answer, url, hasLeft } = await follow(location, range, parts, signal);
  const name = shownUrl(location.url.href);
  const identity = { etag: field(answer, 'etag'), lastModified: field(answer, 'last-modified') };
  switch (answer.status) {
    case 206: {
      const given = givenRange(field(answer, 'content-range'));
      const stated = field(answer, 'content-range')?.slice(0, 100) ?? 'none';
      if (given === null || !isWanted(range, given)) {
        refuse(
          answer,
          'wrong_range',
          `${name} gives another range than ${rangeField(range)}: its Content-Range is ${stated}. Read from a mirror whose server has ranges`,
        );
      }
      refuseEncoded(answer, url, name);
      return { url, range: given, identity: { ...identity, size: given.size }, body: answer.body };
    }
    case 200: {
      const size = lengthOf(answer);
      if (wants === 'size') {
        answer.body.destroy();
        return { url, range: null, identity: { ...identity, size }, body: null };
      }
      const isAll = isWhole(range) || (range.from === 0 && size !== null && size <= (range.to ?? 0));
      if (!isAll) {
        refuse(
          answer,
          'no_ranges',
          `${name} is not sent in ranges: its server answers ${rangeField(range)} with the whole file. Read from a server that has ranges, such as nginx, or fetch the file and read it from here`,
        );
      }
      refuseEncoded(answer, url, name);
      const whole = size === null || size === 0 ? null : { from: 0, to: size, size };
      return {
        url,
        range: whole,
        identity: { ...identity, size },
        body: size === 0 ? empty(answer) : answer.body,
      };
    }
    case 416: {
      const size = sizeOutside(field(answer, 'content-range'));
      answer.body.destroy();
      const isAtEnd = size !== null && (range.from < 0 ? size === 0 : range.from === size);
      if (wants === 'size' || (isAtEnd && range.to === undefined))
        return { url, range: null, identity: { ...identity, size }, body: null };
      const ends = size === null ? '' : `: it has ${size} bytes`;
      throw new RemoteError('outside', `${name} has no range ${rangeField(range)}${ends}`);
    }
    default:
      throw await meaningOf(answer, { name, hasLeft, isAuthorized: location.authorize !== null }, parts);
  }
}

interface Followed {
  readonly answer: GuardedAnswer;
  readonly url: URL;
  /** Whether a redirect led to another host, so that no credentials were sent. */
  readonly hasLeft: boolean;
}

async function follow(
  { url: first, authorize }: Location,
  range: ByteRange,
  { requests, userAgent, answerMs, now, onRequest }: RequestParts,
  signal: AbortSignal,
): Promise<Followed> {
  const trail: string[] = [];
  let url = first;
  let hasLeft = false;
  for (;;) {
    trail.push(url.href);
    const credentials = hasLeft || authorize === null ? {} : await authorize(url, now());
    const headers = {
      'user-agent': userAgent,
      accept: '*/*',
      'accept-encoding': 'identity',
      range: rangeField(range),
      ...credentials,
    };
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), answerMs);
    onRequest();
    let answer: GuardedAnswer;
    try {
      answer = await requests.get(url, headers, AbortSignal.any([signal, limit.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (limit.signal.aborted) throw new Passing('unreachable', `no answer within ${answerMs / 1_000} s`);
      if (!(error instanceof Unanswered)) throw error;
      if (error.mayPass) throw new Passing('unreachable', error.message);
      throw new RemoteError('refused', `${shownUrl(url.href)}: ${error.message}`);
    } finally {
      clearTimeout(timer);
    }
    const to = REDIRECTS.has(answer.status) ? field(answer, 'location') : null;
    if (to === null) return { answer, url, hasLeft };
    answer.body.destroy();
    url = nextUrl(url, to, trail);
    hasLeft ||= url.origin !== first.origin;
  }
}

/** The URL that a redirect leads to. @throws RemoteError if it is not followed */
function nextUrl(url: URL, location: string, trail: readonly string[]): URL {
  const next = URL.parse(location, url);
  const refused = (why: string): RemoteError =>
    new RemoteError('refused', `${shownUrl(url.href)} ${why}: give the URL of the file itself`);
  if (next === null || !/^https?:$/.test(next.protocol))
    throw refused(`redirects to '${shownUrl(location).slice(0, 200)}', which is no address of the web`);
  [next.username, next.password, next.hash] = ['', '', ''];
  if (url.protocol === 'https:' && next.protocol === 'http:')
    throw refused(`redirects from https to ${shownUrl(next.href)}, where all could change it`);
  if (trail.includes(next.href)) throw refused(`redirects in a circle, back to ${shownUrl(next.href)}`);
  if (trail.length > MAX_REDIRECTS) throw refused(`redirects more than ${MAX_REDIRECTS} times`);
  return next;
}

interface Sent {
  readonly name: string;
  readonly hasLeft: boolean;
  readonly isAuthorized: boolean;
}

/** The error that an answer without the file means. */
async function meaningOf(
  answer: GuardedAnswer,
  { name, hasLeft, isAuthorized }: Sent,
  { throttlesBy403, now }: RequestParts,
): Promise<Error> {
  const { status } = answer;
  const text = await beginningOf(answer.body);
  const theirTime = Date.parse(field(answer, 'date') ?? '');
  const isBusy = status === 429 || status === 503 || (status === 403 && throttlesBy403 && !isAuthorized);
  const answered = `answered ${statusText(status)}`;
  if (isBusy) {
    // A date is of the server's clock.
    const wait = retryAfter(field(answer, 'retry-after'), Number.isNaN(theirTime) ? now() : theirTime);
    return new Passing('busy', answered, wait);
  }
  if (PASSING.has(status) || (status >= 500 && !LASTING.has(status)))
    return new Passing('unreachable', answered);
  if ((status === 404 || status === 410) && storeCode(text) !== 'NoSuchBucket')
    return new RemoteError('missing', `${name}: there is no such file (${statusText(status)})`);
  const refusal = refusalText({
    status,
    text,
    theirTime,
    ourTime: now(),
    isAuthorized: isAuthorized && !hasLeft,
    isWithheld: isAuthorized && hasLeft,
  });
  return new RemoteError('refused', `${name} ${refusal}`);
}

/** Refuses what comes compressed on its way: its ranges are not those of the file. A file that is compressed itself may say so. */
function refuseEncoded(answer: GuardedAnswer, url: URL, name: string): void {
  const encoding = field(answer, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  if (/^(?:x-)?gzip$/.test(encoding) && /gz$/i.test(url.pathname)) return;
  refuse(
    answer,
    'encoded',
    `${name} comes compressed (Content-Encoding: ${encoding.slice(0, 50)}), though that was not wanted, so its ranges are not those of the file: have the server send it as it is`,
  );
}

function refuse(answer: GuardedAnswer, fault: RemoteError['fault'], message: string): never {
  answer.body.destroy();
  throw new RemoteError(fault, message);
}

function empty({ body }: GuardedAnswer): null {
  body.destroy();
  return null;
}

function lengthOf(answer: GuardedAnswer): number | null {
  const length = field(answer, 'content-length') ?? '';
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

function field({ headers }: GuardedAnswer, name: string): string | null {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}
