/**
 * API keys and the instance's own secrets.
 *
 * An adapter guarantees: what resolved is durable and seen by every process that shares the storage; `secret` gives
 * the same bytes to all of them, whoever asks first. Not here: making, hashing or comparing keys (apps/api).
 */
export interface KeyStore {
  /** @throws DuplicateKey if the hash is taken */
  create(key: NewApiKey): Promise<ApiKey>;
  findByHash(hash: string): Promise<ApiKey | null>;
  /** All keys, revoked ones too, oldest first. */
  list(): Promise<readonly ApiKey[]>;
  /** @returns null if there is no such key; a key already revoked keeps its first time */
  revoke(id: string, at: number): Promise<ApiKey | null>;
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

export interface ApiKey extends Omit<NewApiKey, 'hash'> {
  readonly id: string;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}
