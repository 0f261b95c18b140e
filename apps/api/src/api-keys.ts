/*
 * API keys: how they are made, and what of them is stored. A key's secret is `sg_`, 8 characters that name it, `_` and
 * 32 random ones (160 bits). Only an HMAC of it is stored, under a secret of the instance: whoever reads the store
 * can neither use a key nor try out guesses, and looking one up by its hash takes a time that tells nothing of it.
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

export { OVERLAP_SECONDS } from '@sitegrep/contract';

/** Crockford's base 32: no letters that look alike, nothing that ends a double click. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const NAME_LENGTH = 8;
const RANDOM_LENGTH = 32;

/** First byte of a stored hash: how it was made. */
const HASH_VERSION = '01';

export interface KeyWish {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** ≥ 1; absent: the instance's default. */
  readonly rateLimitPerMinute?: number;
  /** Milliseconds since the epoch; absent: never. */
  readonly expiresAt?: number;
}

export interface CreatedKey {
  readonly key: ApiKey;
  /** Known here and to whoever is told now; it can't be read again. */
  readonly secret: string;
}

export type RotatedKey = (CreatedKey & { readonly kind: 'rotated' }) | Exclude<Rotated, { kind: 'rotated' }>;

export async function createKey(keys: KeyStore, wish: KeyWish): Promise<CreatedKey> {
  const { secret, prefix } = newSecret();
  return storeKey(keys, wish, secret, prefix);
}

/** Gives a key another secret. @param overlapSeconds for which those that it has work on, see OVERLAP_SECONDS */
export async function rotateKey(keys: KeyStore, id: string, overlapSeconds: number): Promise<RotatedKey> {
  const { secret, prefix } = newSecret();
  const hash = hashSecret(await keyPepper(keys), secret);
  const at = Date.now();
  const rotated = await keys.rotate(id, { hash, prefix, at, overlapEndsAt: at + overlapSeconds * 1_000 });
  return rotated.kind === 'rotated' ? { ...rotated, secret } : rotated;
}

/**
 * Makes the first key of an instance, with every scope; and one for the secret that the operator chose, whenever it is
 * not known yet. A revoked one stays revoked, a replaced one replaced.
 *
 * @param configuredSecret 32 to 200 visible ASCII characters
 * @returns the secret of a key made here without being asked for by name, which is not to be had again; otherwise null
 * @throws RangeError if the configured secret is too short, too long, or has other characters
 */
export async function ensureAdminKey(
  { keys, audit }: Pick<Storage, 'keys' | 'audit'>,
  configuredSecret?: string,
): Promise<string | null> {
  const wish: KeyWish = { name: 'bootstrap admin', scopes: SCOPES };
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
    // Several processes of a cluster may start at once, with the same secret.
    if (!isDuplicate(error)) throw error;
  }
  return null;
}

/** Whether a secret lets anybody in now: it has not ended, nor has its key. @param now milliseconds since the epoch */
export function isUsable({ key, secretEndsAt }: KeyOfSecret, now: number): boolean {
  return key.revokedAt === null && [key.expiresAt, secretEndsAt].every((end) => end === null || end > now);
}

function isDuplicate(error: unknown): boolean {
  return error instanceof DuplicateKey;
}

/** @param pepper the instance's secret for keys, see `keyPepper` */
export function hashSecret(pepper: Uint8Array, secret: string): string {
  return HASH_VERSION + createHmac('sha256', pepper).update(secret).digest('hex');
}

export function keyPepper(keys: KeyStore): Promise<Uint8Array> {
  return keys.secret('api-keys');
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

function newSecret(): { readonly secret: string; readonly prefix: string } {
  const prefix = `sg_${randomText(NAME_LENGTH)}`;
  return { secret: `${prefix}_${randomText(RANDOM_LENGTH)}`, prefix };
}

/** Each byte gives five bits, so every character is as likely as any other. */
function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte & 31)).join('');
}
