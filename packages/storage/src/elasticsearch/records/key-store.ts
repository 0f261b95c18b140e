import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../../errors.ts';
import type { KeyStore } from '../../records.ts';
import { createDocument, createSequence, readDocument } from '../documents.ts';
import { openIndex } from '../versioned-index.ts';
import { endOf, KeyDocuments, keyIdOf, keyOf } from './key-documents.ts';
import { createKeySecrets, forgetSessions } from './key-secrets.ts';
import {
  type KeyDocument,
  type RecordOptions,
  type SecretDocument,
  type SecretOfDocument,
  smallIndexes,
} from './mappings.ts';

const SECRET_BYTES = 32;

const REVOKE = `
  if (ctx._source.revoked_at != null) { ctx.op = 'none' }
  else {
    ctx._source.revoked_at = params.at;
    ctx._source.remove('sessions');
  }`;

const TOUCH = `
  if (ctx._source.last_used_at != null && ctx._source.last_used_at >= params.at) { ctx.op = 'none' }
  else { ctx._source.last_used_at = params.at }`;

/**
 * Opens the keys and secrets for any number of processes.
 *
 * The id of a key is derived from its hash. So a key is found by its id or its hash without a search, which would
 * show new and revoked keys too late, and creating a document refuses a hash that exists. Each later secret of a
 * key has a document under the id derived from its own hash, which names the key. It stays after the secret has
 * ended, so that the hash stays taken. A session has such a document too, under its id, until it is removed.
 *
 * @param client stays open: its owner closes it
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openKeyStore(client: Client, options: RecordOptions): Promise<KeyStore> {
  const index = await openIndex(client, smallIndexes(options).keys);
  const nextNumber = createSequence(client, index);
  const keys = new KeyDocuments(client, index);

  async function readSecret(id: string): Promise<Uint8Array | null> {
    const document = await readDocument<SecretDocument>(client, index, id);
    return document === null ? null : Uint8Array.from(Buffer.from(document.secret, 'base64'));
  }

  return {
    async create({ hash, ...rest }) {
      const key = { ...rest, id: keyIdOf(hash) };
      const document: KeyDocument = { number: await nextNumber(), hash, key };
      await keys.create(key.id, document);
      return keyOf(document);
    },
    async findByHash(hash) {
      const found = await keys.read<KeyDocument | SecretOfDocument>(keyIdOf(hash));
      const document = found !== null && 'secret_of' in found ? await keys.read(found.secret_of) : found;
      if (document === null) return null;
      const isSession = document.sessions?.some((session) => session.hash === hash) ?? false;
      return {
        key: keyOf(document),
        secretEndsAt: endOf(document, hash),
        sessionId: isSession ? keyIdOf(hash) : null,
      };
    },
    list: async () => (await keys.all()).map(keyOf),
    async revoke(id, at) {
      const before = await keys.read(id);
      const document = await keys.change(id, REVOKE, { at });
      if (before !== null) await forgetSessions(keys, before, document);
      return document === null ? null : keyOf(document);
    },
    async touch(id, at) {
      await keys.change(id, TOUCH, { at });
    },
    ...createKeySecrets(keys),
    async secret(name) {
      const id = `secret:${name}`;
      const known = await readSecret(id);
      if (known !== null) return known;
      const document: SecretDocument = { secret: randomBytes(SECRET_BYTES).toString('base64') };
      await createDocument(client, index, id, document);
      // The stored secret counts: another process may have been faster.
      const stored = await readSecret(id);
      if (stored === null) throw new StorageUnavailable(`the secret ${name} was removed meanwhile`);
      return stored;
    },
    close: () => Promise.resolve(),
  };
}
