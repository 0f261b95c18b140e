/**
 * API keys and the instance's own secrets.
 *
 * An adapter guarantees: what resolved is durable and seen by every process that shares the storage; `secret` gives
 * the same bytes to all of them, whoever asks first. Not here: making, hashing or comparing keys (apps/api).
 */
export interface KeyStore {
  /** @throws DuplicateKey if the hash is taken, be it by a secret that was replaced */
  create(key: NewApiKey): Promise<ApiKey>;
  /** The key that a secret with this hash is of, or was of before it was replaced. */
  findByHash(hash: string): Promise<KeyOfSecret | null>;
  /** All keys, revoked ones too, oldest first. */
  list(): Promise<readonly ApiKey[]>;
  /** @returns null if there is no such key; a key already revoked keeps its first time */
  revoke(id: string, at: number): Promise<ApiKey | null>;
  /**
   * Gives a key another secret, in one step whoever else does so at the same time. Those it had work on until
   * `overlapEndsAt`, or until an earlier end that they have already.
   *
   * @throws DuplicateKey if the hash is taken
   */
  rotate(id: string, rotation: Rotation): Promise<Rotated>;
  touch(id: string, at: number): Promise<void>;
  /** 32 random bytes kept under this name, made when first asked for. */
  secret(name: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export const SCOPES = ['search', 'serp', 'video', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface NewApiKey {
  readonly name: string;
  /** First characters of the secret, for recognition. */
  readonly prefix: string;
  /** Keyed hash of the secret, hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  /** null: the setting's default. */
  readonly rateLimitPerMinute: number | null;
  readonly expiresAt: number | null;
  readonly createdAt: number;
}

/** Replaced secrets of a key that work at the same time. */
export const MAX_REPLACED_SECRETS = 5;

export interface Rotation {
  /** Of the new secret. */
  readonly hash: string;
  readonly prefix: string;
  /** By which it is judged whether key and secrets have ended. */
  readonly at: number;
  /** When the secrets end that the key has so far; not after `at`: they end at once. */
  readonly overlapEndsAt: number;
}

export type Rotated =
  | { readonly kind: 'rotated'; readonly key: ApiKey }
  /** Nothing was changed. `too_many`: MAX_REPLACED_SECRETS work still, the first of them until `freeAt`. */
  | { readonly kind: 'unknown' | 'revoked' | 'expired' }
  | { readonly kind: 'too_many'; readonly freeAt: number };

export interface KeyOfSecret {
  readonly key: ApiKey;
  /** When the secret ends or ended, since it was replaced; null: it is the key's latest. */
  readonly secretEndsAt: number | null;
}

export interface ApiKey extends Omit<NewApiKey, 'hash'> {
  readonly id: string;
  /** When the last of its replaced secrets ends or ended; null: none was replaced. */
  readonly replacedUntil: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}
