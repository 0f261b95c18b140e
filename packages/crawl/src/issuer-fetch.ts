// Fetches the issuer of a certificate from the address that the certificate names.
import type { AddressGuard } from './addresses.ts';
import type { Agents } from './agents.ts';
import { openDeadline } from './deadline.ts';
import { FailureError, final } from './failure.ts';

/** Maximum size of the file with the issuer of a certificate; usual ones have 2 KiB. */
const MAX_ISSUER_BYTES = 64 * 1024;
/** Maximum time to fetch it, in milliseconds. */
const ISSUER_MS = 5_000;

interface IssuerSource {
  readonly guard: AddressGuard;
  readonly get: Agents['send'];
  readonly userAgent: string;
  /** Aborted when the connections close. */
  readonly closed: AbortSignal;
}

/** @param url over http @throws FailureError if the guard forbids it, or it can't be fetched */
export async function fetchIssuer(
  url: URL,
  { guard, get, userAgent, closed }: IssuerSource,
): Promise<Buffer> {
  const refusal = guard.refusal(url);
  if (refusal !== null) throw new FailureError(refusal);
  const deadline = openDeadline(closed, ISSUER_MS, `issuer at ${url.host}`);
  try {
    const headers = { 'user-agent': userAgent, accept: '*/*' };
    const answer = await get(url, headers, deadline.signal, 'valid');
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_ISSUER_BYTES) break;
    }
    if (answer.status !== 200 || bytes > MAX_ISSUER_BYTES) {
      throw new FailureError(final('tls_failed', `no issuer at ${url.href.slice(0, 200)}`));
    }
    return Buffer.concat(chunks);
  } finally {
    deadline.end();
  }
}
