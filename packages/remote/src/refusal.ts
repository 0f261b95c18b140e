// What an answer without the file means, with the remedy.
import { STATUS_CODES } from 'node:http';
import type { Readable } from 'node:stream';
import { durationText } from './patience.ts';

/** Bytes of an error's text that are read. */
const MAX_ERROR_BYTES = 16_384;

/** The beginning of an answer's text, as far as it comes. */
export async function beginningOf(body: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      const piece = Buffer.from(part as Uint8Array);
      parts.push(piece);
      bytes += piece.length;
      if (bytes >= MAX_ERROR_BYTES) break;
    }
  } catch (error) {
    // Its status is what counts: a text that breaks off is read as far as it goes.
    if (!(error instanceof Error)) throw error;
  } finally {
    body.destroy();
  }
  return Buffer.concat(parts).toString('utf8', 0, MAX_ERROR_BYTES);
}

/** Code of an error of a store that speaks S3; null if the text has none. */
export function storeCode(text: string): string | null {
  return /<Code>\s*(\w{1,100})\s*<\/Code>/.exec(text)?.[1] ?? null;
}

/** Text of a status: `404 Not Found`. */
export function statusText(status: number): string {
  const phrase = STATUS_CODES[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}

const STORE_REMEDIES: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch: 'check AWS_SECRET_ACCESS_KEY and AWS_REGION',
  InvalidAccessKeyId: 'the store does not know AWS_ACCESS_KEY_ID: check it',
  ExpiredToken: 'AWS_SESSION_TOKEN has expired: get a new one, with its keys',
  InvalidToken: 'check AWS_SESSION_TOKEN, which belongs to its keys',
  AuthorizationHeaderMalformed: 'check AWS_REGION: it is that of the bucket',
  PermanentRedirect: 'check AWS_REGION: it is that of the bucket',
  RequestTimeTooSkewed: 'set the clock of this machine right',
};

/** Difference of clocks that is told, in milliseconds: stores refuse signatures of more than fifteen minutes. */
const TOLD_SKEW_MS = 60_000;

export interface RefusedAnswer {
  readonly status: number;
  readonly text: string;
  /** `Date` of the answer in milliseconds since the epoch; NaN if there is none. */
  readonly theirTime: number;
  readonly ourTime: number;
  /** Whether credentials were sent. */
  readonly isAuthorized: boolean;
  /** Whether there are credentials that were not sent, as the request had been redirected to another host. */
  readonly isWithheld: boolean;
}

/** Words about a request that was refused: why, if the server tells, and the remedy. */
export function refusalText(answer: RefusedAnswer): string {
  const { status, text, isAuthorized, isWithheld } = answer;
  const code = storeCode(text);
  const why = `answered ${statusText(status)}${code === null ? '' : ` (${code})`}`;
  const clock = isAuthorized ? clockText(answer) : null;
  const known = code === null ? undefined : STORE_REMEDIES[code];
  const remedy =
    known ??
    (isWithheld
      ? 'it was redirected to another host, which gets no credentials: name that host yourself'
      : isAuthorized
        ? 'check that these credentials may read the file'
        : status === 401 || status === 403
          ? 'check that everybody may read the file, or give credentials'
          : 'check the URL');
  return `${why}: ${clock === null ? remedy : `${clock}; ${remedy}`}`;
}

/** How far the clocks of both sides are apart; null: not far, or it is not known. */
function clockText({ theirTime, ourTime }: RefusedAnswer): string | null {
  const difference = theirTime - ourTime;
  if (!(Math.abs(difference) > TOLD_SKEW_MS)) return null;
  const which = difference > 0 ? 'behind' : 'ahead of';
  return `the clock of this machine is ${durationText(Math.abs(difference))} ${which} that of the server`;
}
