import { createHash, randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { DuplicateKey, StorageBusy, StorageUnavailable } from '../../errors.ts';
import {
  type ApiKey,
  type KeyStore,
  MAX_REPLACED_SECRETS,
  MAX_SESSIONS,
  type Rotated,
  type Rotation,
  type Session,
} from '../../records.ts';
import {
  type KeyDocument,
  smallIndexes,
  type RecordOptions,
  type SecretDocument,
  type SecretOfDocument,
  type SessionOfKey,
} from './mappings.ts';
import {
  changeDocument,
  createDocument,
  createSequence,
  deleteDocument,
  everyHit,
  readDocument,
  refreshIndex,
} from '../documents.ts';
import { openIndex } from '../versioned-index.ts';

const SECRET_BYTES = 32;

const REVOKE = `
  if (ctx._source.revoked_at != null) { ctx.op = 'none' }
  else {
    ctx._source.revoked_at = params.at;
    ctx._source.remove('sessions');
  }`;

/** Adds a session, and removes those that have ended and the oldest that are too many. */
const OPEN_SESSION = `
  def key = ctx._source;
  def sessions = key.sessions == null ? new ArrayList() : new ArrayList(key.sessions);
  boolean known = false;
  for (session in sessions) { if (session.hash == params.hash) { known = true } }
  boolean ended = key.revoked_at != null || (key.key.expiresAt != null && key.key.expiresAt <= params.at);
  if (known || ended) { ctx.op = 'none' }
  else {
    sessions.removeIf(session -> session.ends_at <= params.at);
    while (sessions.size() >= params.max) { sessions.remove(0) }
    sessions.add(['hash': params.hash, 'created_at': params.at, 'ends_at': params.ends_at]);
    key.sessions = sessions;
  }`;

const END_SESSION = `
  if (ctx._source.sessions == null || !ctx._source.sessions.removeIf(session -> session.hash == params.hash)) {
    ctx.op = 'none'
  }`;

const TOUCH = `
  if (ctx._source.last_used_at != null && ctx._source.last_used_at >= params.at) { ctx.op = 'none' }
  else { ctx._source.last_used_at = params.at }`;

/**
 * Makes the checks of `refusalOf` and the change in one step. Does nothing if the change was made already and its
 * answer was lost.
 */
const ROTATE = `
  def key = ctx._source;
  boolean known = key.hash == params.hash;
  def working = new ArrayList();
  if (key.replaced != null) {
    for (secret in key.replaced) {
      if (secret.hash == params.hash) { known = true }
      if (secret.ends_at > params.at) { working.add(secret) }
    }
  }
  boolean ended = key.revoked_at != null || (key.key.expiresAt != null && key.key.expiresAt <= params.at);
  boolean full = params.ends_at > params.at && working.size() >= params.max;
  if (known || ended || full) { ctx.op = 'none' }
  else {
    for (secret in working) { secret.ends_at = (long) Math.min(secret.ends_at, params.ends_at) }
    working.add(['hash': key.hash, 'ends_at': params.ends_at]);
    working.removeIf(secret -> secret.ends_at <= params.at);
    key.replaced = working;
    if (key.sessions != null) {
      for (session in key.sessions) { session.ends_at = (long) Math.min(session.ends_at, params.ends_at) }
    }
    key.replaced_until = params.ends_at;
    key.hash = params.hash;
    key.key.prefix = params.prefix;
  }`;

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

  async function readSecret(id: string): Promise<Uint8Array | null> {
    const document = await readDocument<SecretDocument>(client, index, id);
    return document === null ? null : Uint8Array.from(Buffer.from(document.secret, 'base64'));
  }

  /** Removes the documents of sessions that a change has removed from their key. */
  async function forgetSessions(before: KeyDocument, after: KeyDocument | null): Promise<void> {
    const left = new Set(after?.sessions?.map(({ hash }) => hash));
    for (const { hash } of before.sessions ?? []) {
      if (!left.has(hash)) await deleteDocument(client, index, documentIdOf(keyIdOf(hash)));
    }
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
      const id = documentIdOf(keyIdOf(hash));
      const found = await readDocument<KeyDocument | SecretOfDocument>(client, index, id);
      if (found === null) return null;
      const document =
        'secret_of' in found
          ? await readDocument<KeyDocument>(client, index, documentIdOf(found.secret_of))
          : found;
      if (document === null) return null;
      const isSession = document.sessions?.some((session) => session.hash === hash) ?? false;
      return {
        key: keyOf(document),
        secretEndsAt: endOf(document, hash),
        sessionId: isSession ? keyIdOf(hash) : null,
      };
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
      const before = await readDocument<KeyDocument>(client, index, documentIdOf(id));
      const change = { index, id: documentIdOf(id), script: REVOKE, params: { at } };
      const document = await changeDocument<KeyDocument>(client, change);
      if (before !== null) await forgetSessions(before, document);
      return document === null ? null : keyOf(document);
    },
    async rotate(id, rotation) {
      const { hash, prefix, at, overlapEndsAt } = rotation;
      const document = await readDocument<KeyDocument>(client, index, documentIdOf(id));
      const refusal = refusalOf(document, rotation);
      if (refusal !== null) return refusal;
      // Written first, so that a working secret can always be found. If the change below fails, nobody knows this
      // secret.
      const secretOf: SecretOfDocument = { secret_of: id };
      if (!(await createDocument(client, index, documentIdOf(keyIdOf(hash)), secretOf))) {
        throw new DuplicateKey('a key with this hash exists');
      }
      const params = { hash, prefix, at, ends_at: overlapEndsAt, max: MAX_REPLACED_SECRETS };
      const change = { index, id: documentIdOf(id), script: ROTATE, params };
      const changed = await changeDocument<KeyDocument>(client, change);
      if (changed !== null && isSecretOf(changed, hash)) return { kind: 'rotated', key: keyOf(changed) };
      const late = refusalOf(changed, rotation);
      if (late === null) throw new StorageBusy(`key ${id} is being changed by other processes`);
      return late;
    },
    async openSession(keyId, { hash, at, endsAt }) {
      const before = await readDocument<KeyDocument>(client, index, documentIdOf(keyId));
      if (before === null) return null;
      const { revokedAt, expiresAt } = keyOf(before);
      if (revokedAt !== null || (expiresAt !== null && expiresAt <= at)) return null;
      // Written first, as for a rotation.
      const secretOf: SecretOfDocument = { secret_of: keyId };
      if (!(await createDocument(client, index, documentIdOf(keyIdOf(hash)), secretOf))) {
        throw new DuplicateKey('a key with this hash exists');
      }
      const params = { hash, at, ends_at: Math.min(endsAt, expiresAt ?? endsAt), max: MAX_SESSIONS };
      const change = { index, id: documentIdOf(keyId), script: OPEN_SESSION, params };
      const after = await changeDocument<KeyDocument>(client, change);
      await forgetSessions(before, after);
      const session = after?.sessions?.find((one) => one.hash === hash);
      return session === undefined ? null : sessionOf(keyId, session);
    },
    async endSession(id) {
      const secret = await readDocument<KeyDocument | SecretOfDocument>(client, index, documentIdOf(id));
      if (secret === null || !('secret_of' in secret)) return null;
      const keyId = secret.secret_of;
      const before = await readDocument<KeyDocument>(client, index, documentIdOf(keyId));
      const session = before?.sessions?.find(({ hash }) => keyIdOf(hash) === id);
      if (before === null || session === undefined) return null;
      const params = { hash: session.hash };
      const change = { index, id: documentIdOf(keyId), script: END_SESSION, params };
      await forgetSessions(before, await changeDocument<KeyDocument>(client, change));
      return sessionOf(keyId, session);
    },
    async sessions(at) {
      await refreshIndex(client, index);
      const query = { exists: { field: 'number' } };
      const hits = everyHit<KeyDocument>(client, { index, query, sort: [{ number: 'asc' }] });
      return (await Array.fromAsync(hits)).flatMap(({ _source: document }) =>
        (document?.sessions ?? [])
          .filter((session) => session.ends_at > at)
          .map((session) => sessionOf(document?.key.id ?? '', session)),
      );
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
      // The stored secret counts: another process may have been faster.
      const stored = await readSecret(id);
      if (stored === null) throw new StorageUnavailable(`the secret ${name} was removed meanwhile`);
      return stored;
    },
    close: () => Promise.resolve(),
  };
}

const documentIdOf = (keyId: string): string => `key:${keyId}`;

/**
 * Id of a key in the form of a UUID (RFC 9562, version 8), from the SHA-256 of the hash, so it reveals nothing
 * about the hash.
 */
function keyIdOf(hash: string): string {
  const bytes = createHash('sha256').update('key id\0').update(hash).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = bytes.toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function keyOf(document: KeyDocument): ApiKey {
  const { key, replaced_until: replacedUntil, last_used_at: lastUsedAt, revoked_at: revokedAt } = document;
  return {
    ...key,
    replacedUntil: replacedUntil ?? null,
    lastUsedAt: lastUsedAt ?? null,
    revokedAt: revokedAt ?? null,
  };
}

function sessionOf(keyId: string, { hash, created_at: createdAt, ends_at: endsAt }: SessionOfKey): Session {
  return { id: keyIdOf(hash), keyId, createdAt, endsAt };
}

/** Time at which a secret of the key ends or ended; null: it is the latest. */
function endOf({ hash: latest, replaced = [], sessions = [] }: KeyDocument, hash: string): number | null {
  if (hash === latest) return null;
  return [...replaced, ...sessions].find((secret) => secret.hash === hash)?.ends_at ?? 0;
}

function isSecretOf(document: KeyDocument, hash: string): boolean {
  return endOf(document, hash) !== 0;
}

/** Reason to refuse another secret for the key; null if there is none. */
function refusalOf(
  document: KeyDocument | null,
  { at, overlapEndsAt }: Rotation,
): Exclude<Rotated, { kind: 'rotated' }> | null {
  if (document === null) return { kind: 'unknown' };
  const { revokedAt, expiresAt } = keyOf(document);
  if (revokedAt !== null) return { kind: 'revoked' };
  if (expiresAt !== null && expiresAt <= at) return { kind: 'expired' };
  const ends = (document.replaced ?? []).map((secret) => secret.ends_at).filter((end) => end > at);
  const full = overlapEndsAt > at && ends.length >= MAX_REPLACED_SECRETS;
  return full ? { kind: 'too_many', freeAt: Math.min(...ends) } : null;
}
