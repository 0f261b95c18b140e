import type { KeyStore } from '@sitegrep/storage';

/** Names of the secrets of an instance: of the hashes of keys, of tokens of lists, and of tokens of searches. */
export const SECRETS = { keys: 'api-keys', lists: 'next-token', searches: 'offset-token' } as const;

/** Makes the secrets that do not exist yet, so that later no request that only reads needs a write, e.g. on a full disk. */
export async function makeSecrets(keys: Pick<KeyStore, 'secret'>): Promise<void> {
  for (const name of Object.values(SECRETS)) await keys.secret(name);
}
