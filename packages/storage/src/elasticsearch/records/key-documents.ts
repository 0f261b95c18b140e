import { createHash } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { DuplicateKey } from '../../errors.ts';
import type { ApiKey } from '../../records.ts';
import {
  changeDocument,
  createDocument,
  everyHit,
  readDocument,
  refreshIndex,
  sourceOf,
} from '../documents.ts';
import type { KeyDocument } from './mappings.ts';

/** The documents of keys. */
export class KeyDocuments {
  readonly client: Client;
  /** Alias of their index. */
  readonly index: string;

  constructor(client: Client, index: string) {
    this.client = client;
    this.index = index;
  }

  read<D = KeyDocument>(keyId: string): Promise<D | null> {
    return readDocument<D>(this.client, this.index, documentIdOf(keyId));
  }

  /** @throws DuplicateKey if there is such a document */
  async create(keyId: string, document: object): Promise<void> {
    if (await createDocument(this.client, this.index, documentIdOf(keyId), document)) return;
    throw new DuplicateKey('a key with this hash exists');
  }

  change(
    keyId: string,
    script: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<KeyDocument | null> {
    return changeDocument<KeyDocument>(this.client, {
      index: this.index,
      id: documentIdOf(keyId),
      script,
      params,
    });
  }

  /** All keys, oldest first. */
  async all(): Promise<readonly KeyDocument[]> {
    const { client, index } = this;
    await refreshIndex(client, index);
    const request = { index, query: { exists: { field: 'number' } }, sort: [{ number: 'asc' as const }] };
    return (await Array.fromAsync(everyHit<KeyDocument>(client, request))).map(sourceOf);
  }
}

/** Id of the document of a key, or of a secret of a key. */
export const documentIdOf = (keyId: string): string => `key:${keyId}`;

/**
 * Id of a key in the form of a UUID (RFC 9562, version 8), from the SHA-256 of the hash, so it reveals nothing
 * about the hash.
 */
export function keyIdOf(hash: string): string {
  const bytes = createHash('sha256').update('key id\0').update(hash).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = bytes.toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function keyOf(document: KeyDocument): ApiKey {
  const { key, replaced_until: replacedUntil, last_used_at: lastUsedAt, revoked_at: revokedAt } = document;
  return {
    ...key,
    replacedUntil: replacedUntil ?? null,
    lastUsedAt: lastUsedAt ?? null,
    revokedAt: revokedAt ?? null,
  };
}

/** Time at which a secret of the key ends or ended; null: it is the latest. */
export function endOf(
  { hash: latest, replaced = [], sessions = [] }: KeyDocument,
  hash: string,
): number | null {
  if (hash === latest) return null;
  return [...replaced, ...sessions].find((secret) => secret.hash === hash)?.ends_at ?? 0;
}
