// Pages of the lists under /admin. A `next_token` is a position in a list (the storage's `next`) with an HMAC that binds it
// to that list, so that the storage never gets a position that it did not give.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyStore, PageRequest } from '@sitegrep/storage';
import { badRequest } from './failure.ts';
import { once } from './once.ts';
import { SECRETS } from './secrets.ts';

const DEFAULT_LIMIT = 50;
/** Length of the HMAC in a token, in bytes. */
const MAC_BYTES = 16;
const MAX_TOKEN_LENGTH = 2_048;

/** Reads and makes the tokens of lists. A list is named with its filter, as in `/admin/crawls/7/sites?outcome=indexed`. */
export interface Lists {
  /** @throws Failure bad_request unless the token was made for the same list */
  pageOf(
    list: string,
    options: { readonly limit?: number; readonly next_token?: string },
  ): Promise<PageRequest>;
  /** @returns the `next_token` of an answer; empty after the last page */
  tokenOf(list: string, next: string | null): Promise<string>;
}

export function openLists(keys: Pick<KeyStore, 'secret'>): Lists {
  const secret = once(() => keys.secret(SECRETS.lists));
  return {
    async pageOf(list, { limit = DEFAULT_LIMIT, next_token: token }) {
      return token === undefined ? { limit } : { limit, after: positionIn(await secret(), list, token) };
    },
    async tokenOf(list, next) {
      if (next === null) return '';
      return Buffer.concat([macOf(await secret(), list, next), Buffer.from(next)]).toString('base64url');
    },
  };
}

function positionIn(secret: Uint8Array, list: string, token: string): string {
  const bytes = Buffer.from(token.slice(0, MAX_TOKEN_LENGTH), 'base64url');
  const next = bytes.subarray(MAC_BYTES).toString();
  const isCanonical = bytes.toString('base64url') === token;
  if (isCanonical && bytes.length >= MAC_BYTES) {
    if (timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(secret, list, next))) return next;
  }
  throw badRequest({
    field: 'next_token',
    problem: 'was not given for this list',
    remedy: "give the previous answer's token unchanged, or leave it out to start over",
  });
}

function macOf(secret: Uint8Array, list: string, next: string): Buffer {
  return createHmac('sha256', secret).update(`${list}\0${next}`).digest().subarray(0, MAC_BYTES);
}
