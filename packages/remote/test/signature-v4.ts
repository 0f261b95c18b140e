// Signature Version 4 checked as a store does it, by AWS's description of it alone: the canonical request is made of what was
// received, and signed with the key that the store knows.
import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const PARTS =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z\d;-]+), ?Signature=([\da-f]{64})$/;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Octets that stay as they are; every other one is escaped. */
const escaped = (text: string): string =>
  [...Buffer.from(text)]
    .map((octet) => {
      const character = String.fromCharCode(octet);
      return /[A-Za-z\d._~-]/.test(character)
        ? character
        : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

/** Tells what is wrong with the signature of a request to a store; null: nothing. */
export function signatureFault(
  { method, target, headers }: SignedRequest,
  keys: Readonly<Record<string, string>>,
  region: string,
): string | null {
  const [, id = '', day, named, signed = '', signature] = PARTS.exec(String(headers['authorization'])) ?? [];
  const secret = keys[id];
  if (signature === undefined || day === undefined) return 'no signature';
  if (secret === undefined) return 'unknown key';
  if (named !== region) return 'other region';
  const names = signed.split(';');
  if (!names.includes('host')) return 'the host is not signed';
  const time = String(headers['x-amz-date']);
  const [path = '', query = ''] = target.split('?');
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => escaped(decodeURIComponent(part)))
      .join('/'),
    query.split('&').toSorted().join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', time, scope, hash].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature ? null : 'another signature';
}
