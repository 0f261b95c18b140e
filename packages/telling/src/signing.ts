// Signatures of deliveries by the Standard Webhooks specification (standardwebhooks.com).
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
const NEW_SECRET_BYTES = 32;

/** Makes a secret. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(NEW_SECRET_BYTES).toString('base64')}`;
}

/** The bytes of a secret; null if it is none. */
export function readSecret(secret: string): Buffer | null {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  const isWhole = bytes.toString('base64').replaceAll('=', '') === text.replaceAll('=', '');
  return isWhole && bytes.length >= MIN_SECRET_BYTES && bytes.length <= MAX_SECRET_BYTES ? bytes : null;
}

export interface Signed {
  /** Same for all attempts at one delivery. */
  readonly id: string;
  /** Time of the attempt, in milliseconds since the epoch. */
  readonly at: number;
  readonly body: string;
}

/**
 * The headers by which a receiver knows that a delivery is ours: one signature for each secret.
 *
 * @throws RangeError if a secret is none
 */
export function signatureHeaders(
  { id, at, body }: Signed,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const key = readSecret(secret);
    if (key === null)
      throw new RangeError('a secret is not of the form whsec_…: give the destination another one');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
