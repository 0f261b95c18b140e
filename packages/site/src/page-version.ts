import { createHash } from 'node:crypto';
import type { Page, Validators } from './page.ts';

/** Far above what servers send; a longer one is dropped rather than stored and sent back. */
const MAX_ETAG = 256;
const MAX_DATE = 40;

/** RFC 9110, 8.8.3, without the bytes above ASCII. What breaks it is not sent back: nobody knows what it would be taken for. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/**
 * The validators of an answer; each null if it states none, more than one, or one that is malformed or too long. A
 * Last-Modified that is not before the answer's own time is none either: the page may change again within that second,
 * or is made anew for each request.
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

/** What is not in the body and decides all the same how it is read, and whether it is kept. */
const DECIDING_FIELDS: ReadonlySet<string> = new Set(['content-type', 'x-robots-tag']);

/**
 * The same for two answers only if the page is: SHA-256 of the values of Content-Type and X-Robots-Tag, a line each, an
 * empty line, and the body with every content-encoding undone.
 */
export function pageDigest({ headers, body }: Pick<Page, 'headers' | 'body'>): string {
  const hash = createHash('sha256');
  for (const [name, value] of headers) {
    if (DECIDING_FIELDS.has(name)) hash.update(`${name}: ${value}\n`);
  }
  return hash.update('\n').update(body).digest('base64url');
}

function onlyValue(headers: Page['headers'], name: string): string | null {
  const [only, ...others] = headers.filter(([other]) => other === name);
  return only === undefined || others.length > 0 ? null : only[1];
}
