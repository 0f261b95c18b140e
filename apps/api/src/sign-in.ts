// Ways to sign in without a key: the one-time link that a process of this machine prints, and the sign-on of a proxy.
import { timingSafeEqual } from 'node:crypto';
import { SIGN_IN_CODE_HEADER } from '@sitegrep/contract';
import { networkSet, plainAddress } from '@sitegrep/site/address';
import type { ApiKey, KeyStore } from '@sitegrep/storage';
import type { FastifyRequest } from 'fastify';
import { isUsable } from './api-keys.ts';
import { isFromConsole } from './session-cookie.ts';

/** Code of a sign-in link: it works once, on this machine, for a key. */
export interface SignInCode {
  readonly code: string;
  /** Id of the key; null: there is none yet. */
  readonly keyId: () => string | null;
}

interface SignInParts {
  readonly keys: Pick<KeyStore, 'list'>;
  readonly signInCode: SignInCode | undefined;
  /** Header in which a trusted proxy names the user, in lower case; null: none. */
  readonly signOnHeader: string | null;
  /** Networks in CIDR notation of the proxies. */
  readonly trustedProxies: readonly string[];
}

/** Finds the key that a request signs in with; null if it has no other proof than a key. */
export type SignIn = (request: FastifyRequest) => Promise<ApiKey | null>;

export function openSignIn({ keys, signInCode, signOnHeader, trustedProxies }: SignInParts): SignIn {
  let code = signInCode;
  const loopback = networkSet(['127.0.0.0/8', '::1/128']);
  const proxies = networkSet(trustedProxies);

  function isCode(given: string | string[] | undefined): boolean {
    if (code === undefined || typeof given !== 'string') return false;
    const [one, other] = [Buffer.from(given), Buffer.from(code.code)];
    return one.length === other.length && timingSafeEqual(one, other);
  }

  async function usableKey(fits: (key: ApiKey) => boolean): Promise<ApiKey | null> {
    const now = Date.now();
    const all = await keys.list();
    return all.findLast((key) => fits(key) && isUsable({ key, secretEndsAt: null }, now)) ?? null;
  }

  return async ({ headers, socket, clientAddress }) => {
    if (!isFromConsole(headers)) return null;
    const peer = plainAddress(socket.remoteAddress ?? '');
    if (isCode(headers[SIGN_IN_CODE_HEADER]) && loopback(peer) && loopback(clientAddress)) {
      const id = code?.keyId() ?? null;
      if (id === null) return null;
      code = undefined;
      return usableKey((key) => key.id === id);
    }
    const user = signOnHeader === null ? undefined : headers[signOnHeader];
    if (typeof user !== 'string' || user === '' || !proxies(peer)) return null;
    // The name of a key says whose it is.
    return usableKey(({ name }) => name === user);
  };
}
