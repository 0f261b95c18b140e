import { createHash, randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { DuplicateKey, StorageUnavailable } from '../../errors.ts';
import type { ApiKey, KeyStore } from '../../keys.ts';
import { recordIndexes, type RecordOptions } from './indexes.ts';
import type { KeyDocument, SecretDocument } from './mappings.ts';
import { changeDocument, createDocument, everyHit, readDocument, refreshIndex } from './record-documents.ts';
import { openIndex } from './open-index.ts';
import { createSequence } from './sequence.ts';

const SECRET_BYTES = 32;

const REVOKE = `
  if (ctx._source.revoked_at != null) { ctx.op = 'none' } else { ctx._source.revoked_at = params.at }`;

const TOUCH = `
  if (ctx._source.last_used_at != null && ctx._source.last_used_at >= params.at) { ctx.op = 'none' }
  else { ctx._source.last_used_at = params.at }`;

/**
 * Keys and secrets in Elasticsearch, for any number of processes.
 *
 * A key's id is made of its hash, so a key is found by either without a search, which would see a new or a revoked key
 * late, and creating a document by its id refuses a hash that is taken.
 *
 * @param client stays open: whoever made it closes it
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openKeyStore(client: Client, options: RecordOptions): Promise<KeyStore> {
  const index = await openIndex(client, recordIndexes(options).keys);
  const nextNumber = createSequence(client, index);

  async function readSecret(id: string): Promise<Uint8Array | null> {
    const document = await readDocument<SecretDocument>(client, index, id);
    return document === null ? null : Uint8Array.from(Buffer.from(document.secret, 'base64'));
  }

  return {
    async create({ hash, ...rest }) {
      const key = { ...rest, id: keyIdOf(hash) };
      const document: KeyDocument = { number: await nextNumber(), hash, key };
      if (!(await createDocument(client, index, documentIdOf(key.id), document))) {
        throw new DuplicateKey('a key with this hash exists');
      }
      return keyOf(document);
    },
    async findByHash(hash) {
      const document = await readDocument<KeyDocument>(client, index, documentIdOf(keyIdOf(hash)));
      return document === null ? null : keyOf(document);
    },
    async list() {
      await refreshIndex(client, index);
      const query = { exists: { field: 'number' } };
      const hits = everyHit<KeyDocument>(client, { index, query, sort: [{ number: 'asc' }] });
      return (await Array.fromAsync(hits)).flatMap(({ _source: document }) =>
        document === undefined ? [] : [keyOf(document)],
      );
    },
    async revoke(id, at) {
      const change = { index, id: documentIdOf(id), script: REVOKE, params: { at } };
      const document = await changeDocument<KeyDocument>(client, change);
      return document === null ? null : keyOf(document);
    },
    async touch(id, at) {
      await changeDocument(client, { index, id: documentIdOf(id), script: TOUCH, params: { at } });
    },
    async secret(name) {
      const id = `secret:${name}`;
      const known = await readSecret(id);
      if (known !== null) return known;
      const document: SecretDocument = { secret: randomBytes(SECRET_BYTES).toString('base64') };
      await createDocument(client, index, id, document);
      // What is stored counts: another process may have been first.
      const stored = await readSecret(id);
      if (stored === null) throw new StorageUnavailable(`the secret ${name} was removed meanwhile`);
      return stored;
    },
    close: () => Promise.resolve(),
  };
}

const documentIdOf = (keyId: string): string => `key:${keyId}`;

/** In the form of a UUID (RFC 9562, version 8), from the hash's SHA-256: it says nothing of the hash. */
function keyIdOf(hash: string): string {
  const bytes = createHash('sha256').update('key id\0').update(hash).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = bytes.toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function keyOf({ key, last_used_at: lastUsedAt, revoked_at: revokedAt }: KeyDocument): ApiKey {
  return { ...key, lastUsedAt: lastUsedAt ?? null, revokedAt: revokedAt ?? null };
}
