import {
  type Caller,
  formatTimestamp,
  NoParameters,
  parameterChecker,
  SESSION_SECONDS,
  type SessionItem,
} from '@sitegrep/contract';
import type { ApiKey, Session } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { hashSecret, keyPepper, newSecret } from '../api-keys.ts';
import { requireValid } from '../body.ts';
import { Failure } from '../failure.ts';
import { addOperation } from '../operation-route.ts';
import { setSessionCookie } from '../session-cookie.ts';
import type { ApiParts } from '../settings.ts';

const checkNothing = parameterChecker(NoParameters);

/** Sessions of browsers: POST, GET and DELETE /session, DELETE /admin/sessions/{id}. */
export function addSessionRoutes(app: FastifyInstance, { storage: { keys } }: ApiParts): void {
  addOperation(app, 'openSession', {}, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const key = admitted(request.apiKey);
    const { secret } = newSecret();
    const at = Date.now();
    const session = await keys.openSession(key.id, {
      hash: hashSecret(await keyPepper(keys), secret),
      at,
      endsAt: at + SESSION_SECONDS * 1_000,
    });
    if (session === null)
      throw new Failure('conflict', 'This key can have no session; sign in with a stored, valid API key.');
    request.auditTarget = session.id;
    setSessionCookie(request, reply, secret, Math.floor((session.endsAt - at) / 1_000));
    reply.code(201);
    return { success: true, data: callerItem(key, session) };
  });

  addOperation(app, 'getSession', {}, async (request) => {
    requireValid(checkNothing(request.query));
    return { success: true, data: callerItem(admitted(request.apiKey), request.session) };
  });

  addOperation(app, 'closeSession', {}, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const session = request.session === null ? null : await keys.endSession(request.session.id);
    if (session === null)
      throw new Failure('not_found', 'The request has no session; send the cookie of the one to close.');
    request.auditTarget = session.id;
    setSessionCookie(request, reply, '', 0);
    return { success: true, data: sessionItem(session) };
  });

  addOperation(app, 'endSession', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const session = await keys.endSession(request.params.id);
    if (session === null)
      throw new Failure('not_found', 'There is no session with this id; GET /admin/keys lists them.');
    return { success: true, data: sessionItem(session) };
  });
}

export function sessionItem({ id, keyId, createdAt, endsAt }: Session): SessionItem {
  return {
    id,
    key_id: keyId,
    created_at: formatTimestamp(createdAt),
    ends_at: formatTimestamp(endsAt),
  };
}

function callerItem(key: ApiKey, session: Pick<Session, 'id' | 'endsAt'> | null): Caller {
  const { id, name, prefix, scopes } = key;
  return {
    key: { id, name, prefix, scopes: [...scopes] },
    session: session === null ? null : { id: session.id, ends_at: formatTimestamp(session.endsAt) },
  };
}

function admitted(key: ApiKey | null): ApiKey {
  if (key === null) throw new Error('a request without a key was admitted to an operation that needs one');
  return key;
}
