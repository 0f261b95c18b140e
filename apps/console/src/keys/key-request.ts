import type { CreateKeyRequest, KeyItem, KeyScope } from '@sitegrep/client';
import { timeOf } from '../format.ts';
import { textIn } from '../parts/form.ts';
import { KEYS_TEXT } from '../text/admin.ts';

export const SCOPES = Object.keys(KEYS_TEXT.scopeHints) as readonly KeyScope[];

/** The request that a form makes; what is left empty is the default of the instance. */
export function keyRequestIn(data: FormData): CreateKeyRequest {
  const [limit, expires] = [textIn(data, 'limit'), textIn(data, 'expires')];
  return {
    name: textIn(data, 'name'),
    scopes: SCOPES.filter((scope) => data.has(scope)),
    ...(limit !== '' && { rate_limit_per_minute: Number(limit) }),
    ...(expires !== '' && { expires_at: expires }),
  };
}

export function stateOf(
  { revoked_at: revoked, expires_at: expires }: Pick<KeyItem, 'revoked_at' | 'expires_at'>,
  now: Date,
): 'valid' | 'revoked' | 'expired' {
  if (revoked !== null) return 'revoked';
  return expires !== null && timeOf(expires) <= now ? 'expired' : 'valid';
}
