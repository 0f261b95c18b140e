import { StorageBusy } from '../../errors.ts';
import {
  type KeyStore,
  MAX_REPLACED_SECRETS,
  MAX_SESSIONS,
  type Rotated,
  type Rotation,
  type Session,
} from '../../records.ts';
import { deleteDocument } from '../documents.ts';
import { documentIdOf, endOf, type KeyDocuments, keyIdOf, keyOf } from './key-documents.ts';
import type { KeyDocument, SecretOfDocument, SessionOfKey } from './mappings.ts';

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
 * The secrets that a key has besides its latest one: replaced ones, and those of sessions. A document that names the key is
 * written before each new secret, so that a working secret can always be found. If the change of the key then fails, nobody
 * knows this secret.
 */
export function createKeySecrets(
  keys: KeyDocuments,
): Pick<KeyStore, 'rotate' | 'openSession' | 'endSession' | 'sessions'> {
  return {
    async rotate(id, rotation) {
      const { hash, prefix, at, overlapEndsAt } = rotation;
      const refusal = refusalOf(await keys.read(id), rotation);
      if (refusal !== null) return refusal;
      await keys.create(keyIdOf(hash), { secret_of: id } satisfies SecretOfDocument);
      const params = { hash, prefix, at, ends_at: overlapEndsAt, max: MAX_REPLACED_SECRETS };
      const changed = await keys.change(id, ROTATE, params);
      if (changed !== null && isSecretOf(changed, hash)) return { kind: 'rotated', key: keyOf(changed) };
      const late = refusalOf(changed, rotation);
      if (late === null) throw new StorageBusy(`key ${id} is being changed by other processes`);
      return late;
    },
    async openSession(keyId, { hash, at, endsAt }) {
      const before = await keys.read(keyId);
      if (before === null) return null;
      const { revokedAt, expiresAt } = keyOf(before);
      if (revokedAt !== null || (expiresAt !== null && expiresAt <= at)) return null;
      await keys.create(keyIdOf(hash), { secret_of: keyId } satisfies SecretOfDocument);
      const params = { hash, at, ends_at: Math.min(endsAt, expiresAt ?? endsAt), max: MAX_SESSIONS };
      const after = await keys.change(keyId, OPEN_SESSION, params);
      await forgetSessions(keys, before, after);
      const session = after?.sessions?.find((one) => one.hash === hash);
      return session === undefined ? null : sessionOf(keyId, session);
    },
    async endSession(id) {
      const secret = await keys.read<KeyDocument | SecretOfDocument>(id);
      if (secret === null || !('secret_of' in secret)) return null;
      const keyId = secret.secret_of;
      const before = await keys.read(keyId);
      const session = before?.sessions?.find(({ hash }) => keyIdOf(hash) === id);
      if (before === null || session === undefined) return null;
      await forgetSessions(keys, before, await keys.change(keyId, END_SESSION, { hash: session.hash }));
      return sessionOf(keyId, session);
    },
    async sessions(at) {
      return (await keys.all()).flatMap(({ key, sessions = [] }) =>
        sessions.filter((session) => session.ends_at > at).map((session) => sessionOf(key.id, session)),
      );
    },
  };
}

/** Removes the documents of sessions that a change has removed from their key. */
export async function forgetSessions(
  { client, index }: KeyDocuments,
  before: KeyDocument,
  after: KeyDocument | null,
): Promise<void> {
  const left = new Set(after?.sessions?.map(({ hash }) => hash));
  for (const { hash } of before.sessions ?? []) {
    if (!left.has(hash)) await deleteDocument(client, index, documentIdOf(keyIdOf(hash)));
  }
}

function sessionOf(keyId: string, { hash, created_at: createdAt, ends_at: endsAt }: SessionOfKey): Session {
  return { id: keyIdOf(hash), keyId, createdAt, endsAt };
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
