import {
  CreateKeyRequest,
  checker,
  formatTimestamp,
  type KeyItem,
  ListOptions,
  NoParameters,
  OVERLAP_SECONDS,
  parameterChecker,
  parseTimestamp,
  RotateKeyRequest,
} from '@sitegrep/contract';
import { TIMESTAMP_FORMS } from '@sitegrep/site';
import { type ApiKey, MAX_REPLACED_SECRETS, type Session } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { createKey, rotateKey, type RotatedKey } from '../../api-keys.ts';
import { readJson, readOptionalJson, requireValid } from '../../body.ts';
import { badRequest, Failure } from '../../failure.ts';
import { openLists } from '../../lists.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';
import { sessionItem } from '../session.ts';

const LIST = '/admin/keys';

const checkBody = checker(CreateKeyRequest);
const checkRotation = checker(RotateKeyRequest);
const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);

/** API keys: POST and GET /admin/keys, DELETE /admin/keys/{id}, POST /admin/keys/{id}/rotate. */
export function addKeyRoutes(app: FastifyInstance, { storage: { keys } }: ApiParts): void {
  const lists = openLists(keys);

  addOperation(app, 'createKey', { preParsing: readJson }, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const body = requireValid(checkBody(request.json));
    const { key, secret } = await createKey(keys, {
      name: body.name,
      scopes: body.scopes,
      ...(body.rate_limit_per_minute !== undefined && { rateLimitPerMinute: body.rate_limit_per_minute }),
      ...(body.expires_at !== undefined && { expiresAt: requireFuture(body.expires_at) }),
    });
    request.auditTarget = key.id;
    reply.code(201);
    return { success: true, data: { ...keyItem(key, []), secret } };
  });

  addOperation(app, 'listKeys', {}, async (request) => {
    const { limit, after } = await lists.pageOf(LIST, requireValid(checkList(request.query)));
    const all = await keys.list();
    const sessions = await keys.sessions(Date.now());
    const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const items = all.slice(start, start + limit);
    const next = start + limit < all.length ? (items.at(-1)?.id ?? null) : null;
    return {
      success: true,
      data: {
        items: items.map((key) => keyItem(key, sessions)),
        next_token: await lists.tokenOf(LIST, next),
      },
    };
  });

  addOperation(app, 'revokeKey', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const key = await keys.revoke(request.params.id, Date.now());
    if (key === null) throw noSuchKey();
    return { success: true, data: keyItem(key, []) };
  });

  addOperation(app, 'rotateKey', { preParsing: readOptionalJson }, async (request) => {
    requireValid(checkNothing(request.query));
    const { overlap_seconds: overlap = OVERLAP_SECONDS.default } = requireValid(checkRotation(request.json));
    const rotated = await rotateKey(keys, request.params.id, overlap);
    if (rotated.kind !== 'rotated') throw refusalOf(rotated);
    const sessions = await keys.sessions(Date.now());
    return { success: true, data: { ...keyItem(rotated.key, sessions), secret: rotated.secret } };
  });
}

function noSuchKey(): Failure {
  return new Failure('not_found', 'There is no key with this id; GET /admin/keys lists them.');
}

function refusalOf(refused: Exclude<RotatedKey, { kind: 'rotated' }>): Failure {
  switch (refused.kind) {
    case 'unknown':
      return noSuchKey();
    case 'revoked':
    case 'expired':
      return new Failure('conflict', `The key is ${refused.kind}; create another one.`);
    case 'too_many':
      return new Failure(
        'conflict',
        `${MAX_REPLACED_SECRETS} earlier secrets of this key still work; wait until the first of them ends, or end them all with overlap_seconds 0.`,
        { 'retry-after': String(Math.max(1, Math.ceil((refused.freeAt - Date.now()) / 1_000))) },
      );
  }
}

/** @param sessions those of all keys that have not ended */
function keyItem(key: ApiKey, sessions: readonly Session[]): KeyItem {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    rate_limit_per_minute: key.rateLimitPerMinute,
    created_at: formatTimestamp(key.createdAt),
    expires_at: key.expiresAt === null ? null : formatTimestamp(key.expiresAt),
    replaced_until: key.replacedUntil === null ? null : formatTimestamp(key.replacedUntil),
    last_used_at: key.lastUsedAt === null ? null : formatTimestamp(key.lastUsedAt),
    revoked_at: key.revokedAt === null ? null : formatTimestamp(key.revokedAt),
    sessions: sessions.filter(({ keyId }) => keyId === key.id).map(sessionItem),
  };
}

function requireFuture(text: string): number {
  const at = parseTimestamp(text);
  if (at === null)
    throw badRequest({
      field: 'expires_at',
      problem: `is ${JSON.stringify(text.slice(0, 60))}, which is not a time`,
      remedy: `write it as ${TIMESTAMP_FORMS}`,
    });
  if (at <= Date.now())
    throw badRequest({ field: 'expires_at', problem: 'is in the past', remedy: 'give a time in the future' });
  return at;
}
