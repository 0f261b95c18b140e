// The key of the command line: whoever may read the data folder of a running process may do everything over its API.
import { timingSafeEqual } from 'node:crypto';
import { type ApiKey, type KeyOfSecret, type KeyStore, SCOPES } from '@sitegrep/storage';
import type { SecretLookup } from './key-cache.ts';

/** Key of requests with the secret of the command line. No store has it, so it is in no list of keys and can't be revoked. */
export const COMMAND_LINE_KEY: ApiKey = {
  id: 'command_line',
  name: 'command line',
  prefix: '',
  scopes: SCOPES,
  rateLimitPerMinute: Number.MAX_SAFE_INTEGER,
  expiresAt: null,
  createdAt: 0,
  replacedUntil: null,
  lastUsedAt: null,
  revokedAt: null,
};

const CALLER: KeyOfSecret = { key: COMMAND_LINE_KEY, secretEndsAt: null, sessionId: null };

/** Makes a lookup know the secret of the command line, too. @param secret of the running process; absent: it has none */
export function knowingCommandLine(
  keys: KeyStore & SecretLookup,
  secret: string | undefined,
): KeyStore & SecretLookup {
  if (secret === undefined) return keys;
  const bytes = Buffer.from(secret);
  // API keys have another length, so that their requests pay for no comparison.
  const isIts = (other: string): boolean => {
    if (other.length !== secret.length) return false;
    const given = Buffer.from(other);
    return given.length === bytes.length && timingSafeEqual(given, bytes);
  };
  return {
    ...keys,
    cachedBySecret: (given) => (isIts(given) ? CALLER : keys.cachedBySecret(given)),
    findBySecret: (given) => (isIts(given) ? Promise.resolve(CALLER) : keys.findBySecret(given)),
    touch: (id, at) => (id === COMMAND_LINE_KEY.id ? Promise.resolve() : keys.touch(id, at)),
  };
}
