/*
 * API keys: how they are made, and what is stored. The secret of a key is `sg_`, 8 characters that identify it, `_` and
 * 32 random characters (160 bits). The store has only an HMAC of it, made with a secret of the instance: a stolen store
 * lets nobody use a key or test guesses, and the time of a lookup by hash reveals nothing about the secret.
 */
import { createHmac, randomBytes } from 'node:crypto';
import {
  type ApiKey,
  DuplicateKey,
  type KeyOfSecret,
  type KeyStore,
  type Rotated,
  type Scope,
  SCOPES,
  type Storage,
} from '@sitegrep/storage';
import { audited } from './audit.ts';
import { makeSecrets, SECRETS } from './secrets.ts';

export { OVERLAP_SECONDS } from '@sitegrep/contract';

/** Crockford's base 32: no letters that look alike, and a double click selects all of it. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const NAME_LENGTH = 8;
const RANDOM_LENGTH = 32;

/** First byte of a stored hash, which tells how it was made. */
const HASH_VERSION = '01';

/** Properties of a key to be created. */
export interface KeyWish {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Requests per minute, ≥ 1; absent: the instance's default. */
  readonly rateLimitPerMinute?: number;
  /** End of the key, in milliseconds since the epoch; absent: none. */
  readonly expiresAt?: number;
}

export interface CreatedKey {
  readonly key: ApiKey;
  /** Secret of the key, which can't be read again later. */
  readonly secret: string;
}

export type RotatedKey = (CreatedKey & { readonly kind: 'rotated' }) | Exclude<Rotated, { kind: 'rotated' }>;

export async function createKey(keys: KeyStore, wish: KeyWish): Promise<CreatedKey> {
  const { secret, prefix } = newSecret();
  return storeKey(keys, wish, secret, prefix);
}

/** Gives a key a new secret. @param overlapSeconds seconds for which earlier secrets still work, see OVERLAP_SECONDS */
export async function rotateKey(keys: KeyStore, id: string, overlapSeconds: number): Promise<RotatedKey> {
  const { secret, prefix } = newSecret();
  const hash = hashSecret(await keyPepper(keys), secret);
  const at = Date.now();
  const rotated = await keys.rotate(id, { hash, prefix, at, overlapEndsAt: at + overlapSeconds * 1_000 });
  return rotated.kind === 'rotated' ? { ...rotated, secret } : rotated;
}

/**
 * Makes sure that there are the secrets and an admin key: the first key of an instance, with every scope, or a key with the secret that the
 * operator configured. A key that was revoked stays revoked, a replaced secret stays replaced.
 *
 * @param configuredSecret 32 to 200 visible ASCII characters
 * @returns the secret of a first key made here, which can't be read again later; otherwise null
 * @throws RangeError if the configured secret is too short, too long, or has other characters
 */
export async function ensureAdminKey(
  { keys, audit }: Pick<Storage, 'keys' | 'audit'>,
  configuredSecret?: string,
): Promise<string | null> {
  const wish: KeyWish = { name: 'bootstrap admin', scopes: SCOPES };
  await makeSecrets(keys);
  const recorded = (create: () => Promise<CreatedKey>): Promise<CreatedKey> => {
    const act = { actor: 'start', action: 'key.create', target: null, isRefusal: isDuplicate } as const;
    return audited(audit, act, async (name) => {
      const created = await create();
      name(created.key.id);
      return created;
    });
  };
  if (configuredSecret === undefined) {
    if ((await keys.list()).length > 0) return null;
    return (await recorded(() => createKey(keys, wish))).secret;
  }
  if (!/^[\x21-\x7e]{32,200}$/.test(configuredSecret)) {
    throw new RangeError(
      'The bootstrap admin secret must have 32 to 200 visible ASCII characters without spaces.',
    );
  }
  const known = await keys.findByHash(hashSecret(await keyPepper(keys), configuredSecret));
  if (known !== null) return null;
  try {
    await recorded(() => storeKey(keys, wish, configuredSecret, configuredSecret.slice(0, 4)));
  } catch (error) {
    // Another process of the cluster has just stored the same secret.
    if (!isDuplicate(error)) throw error;
  }
  return null;
}

/** Whether a secret is valid: neither it nor its key has ended. @param now milliseconds since the epoch */
export function isUsable({ key, secretEndsAt }: Omit<KeyOfSecret, 'sessionId'>, now: number): boolean {
  return key.revokedAt === null && [key.expiresAt, secretEndsAt].every((end) => end === null || end > now);
}

function isDuplicate(error: unknown): boolean {
  return error instanceof DuplicateKey;
}

/** Hash under which a secret is stored. @param pepper the instance's secret for keys, see `keyPepper` */
export function hashSecret(pepper: Uint8Array, secret: string): string {
  return HASH_VERSION + createHmac('sha256', pepper).update(secret).digest('hex');
}

export function keyPepper(keys: KeyStore): Promise<Uint8Array> {
  return keys.secret(SECRETS.keys);
}

async function storeKey(keys: KeyStore, wish: KeyWish, secret: string, prefix: string): Promise<CreatedKey> {
  const key = await keys.create({
    name: wish.name,
    prefix,
    hash: hashSecret(await keyPepper(keys), secret),
    scopes: wish.scopes,
    rateLimitPerMinute: wish.rateLimitPerMinute ?? null,
    expiresAt: wish.expiresAt ?? null,
    createdAt: Date.now(),
  });
  return { key, secret };
}

/** Makes a secret, of a key or of a session. */
export function newSecret(): { readonly secret: string; readonly prefix: string } {
  const prefix = `sg_${randomText(NAME_LENGTH)}`;
  return { secret: `${prefix}_${randomText(RANDOM_LENGTH)}`, prefix };
}

/** Makes random text. Each byte gives five bits, so all characters are equally likely. */
function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte & 31)).join('');
}
