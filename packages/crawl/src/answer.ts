// The answer to one request, whose body is still to come.
import type { Readable } from 'node:stream';
import type { SiteCertificate } from '@sitegrep/site';
import type { Dispatcher } from 'undici';

/** The head of an answer, and its body as it arrives: still encoded, to be read or destroyed. */
export interface Answer {
  readonly status: number;
  /** Reason phrase; often empty. */
  readonly statusText: string;
  /** Header fields in the order received, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Header fields in the order received, names as they were written. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  /** Time when this head came, in milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** IP address of the host that answered; null if it isn't known. */
  readonly address: string | null;
  readonly body: Readable;
  /** Issuer of the host's certificate: organisation and common name; null over http, or if it isn't known. */
  readonly certIssuer: string | null;
  /** Verdict as in `Certificate`; null over http, or if it isn't known. */
  readonly certificate: string | null;
  /** Facts as in `Certificate`; null over http, or if they aren't known. */
  readonly certificateFacts: SiteCertificate | null;
  /** Drops the body unread: a short one is received, so that the connection can be used again, any other is aborted. */
  discard(): Promise<void>;
  /** Resolves when the exchange is stored, after the body has ended or was destroyed. Rejects with NotRecorded. */
  recorded(): Promise<void>;
}

export function answerOf(
  { statusCode, statusText, headers, body }: Dispatcher.ResponseData,
  peer: Pick<Answer, 'address' | 'certIssuer' | 'certificate' | 'certificateFacts'>,
): Answer {
  const fields: [string, string][] = [];
  // With `responseHeaders: 'raw'` the fields are a flat list of names and values, in spite of the declared type.
  const raw: readonly unknown[] = Array.isArray(headers) ? headers : Object.entries(headers).flat();
  for (let at = 0; at + 1 < raw.length; at += 2) fields.push([String(raw[at]), String(raw[at + 1])]);
  return {
    status: statusCode,
    statusText,
    headers: fields.map(([name, value]) => [name.toLowerCase(), value]),
    rawHeaders: fields,
    fetchedAt: Date.now(),
    body,
    ...peer,
    recorded: () => Promise.resolve(),
    async discard() {
      try {
        await body.dump({ limit: MAX_DISCARDED_BYTES, signal: AbortSignal.timeout(MAX_DISCARD_MS) });
      } catch {
        // An error of a body that is not needed does not matter, but the body has to end.
        body.destroy();
      }
    },
  };
}

/** Maximum bytes that are received of a body that is not needed. */
export const MAX_DISCARDED_BYTES = 64 * 1024;
/** Maximum time for that, in milliseconds. */
export const MAX_DISCARD_MS = 1_000;
