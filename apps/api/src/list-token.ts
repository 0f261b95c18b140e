import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest } from './failure.ts';

const MAC = 16;
const MAX_TOKEN_LENGTH = 2_048;

/*
 * A next_token is a place in a list (what the storage calls `next`) under an HMAC that binds it to that list, so the
 * storage never gets a place that it did not give.
 */

/** @param list names the list and its filter, e.g. `/admin/crawls/7/sites?outcome=indexed` */
export function sealNext(secret: Uint8Array, list: string, next: string | null): string {
  if (next === null) return '';
  return Buffer.concat([macOf(secret, list, next), Buffer.from(next)]).toString('base64url');
}

/** @throws Failure bad_request unless `sealNext` made the token for the same list */
export function openNext(secret: Uint8Array, list: string, token: string): string {
  const bytes = Buffer.from(token.slice(0, MAX_TOKEN_LENGTH), 'base64url');
  const next = bytes.subarray(MAC).toString();
  const canonical = bytes.toString('base64url') === token;
  if (canonical && bytes.length >= MAC && timingSafeEqual(bytes.subarray(0, MAC), macOf(secret, list, next)))
    return next;
  throw badRequest({
    field: 'next_token',
    problem: 'was not given for this list',
    remedy: "give the previous answer's unchanged, or leave it out to start over",
  });
}

function macOf(secret: Uint8Array, list: string, next: string): Buffer {
  return createHmac('sha256', secret).update(`${list}\0${next}`).digest().subarray(0, MAC);
}
