import { Type, type Static } from 'typebox';
import { AUDIT_ACTIONS, KEY_SCOPES, OVERLAP_SECONDS } from './choices.ts';
import { ListOptions, rejectedLines } from './crawls.ts';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { plainLine } from './plain-line.ts';
import { SessionItem } from './sessions.ts';
import { GivenTime, Timestamp } from './timestamp.ts';

export const KeyScope = Type.Enum([...KEY_SCOPES]);

/** Request of POST /admin/keys. */
export const CreateKeyRequest = Type.Object(
  {
    name: plainLine(200, 'Name by which people recognise the key. It need not be unique.'),
    scopes: Type.Array(KeyScope, {
      minItems: 1,
      maxItems: KEY_SCOPES.length,
      uniqueItems: true,
      description: 'Operations that the key may call: each operation requires one scope.',
    }),
    rate_limit_per_minute: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Requests per minute. If absent, the default of the instance applies.',
      }),
    ),
    expires_at: Type.Optional(GivenTime),
  },
  CLOSED,
);
export type CreateKeyRequest = Static<typeof CreateKeyRequest>;

/** Request of POST /admin/keys/{id}/rotate. */
export const RotateKeyRequest = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        ...OVERLAP_SECONDS,
        description: 'Seconds for which the current secrets of the key stay valid; 0: they end at once.',
      }),
    ),
  },
  CLOSED,
);

const keyFields = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the secret.' }),
  scopes: Type.Array(KeyScope),
  rate_limit_per_minute: nullable(Type.Integer({ minimum: 1 })),
  created_at: Timestamp,
  expires_at: nullable(Timestamp),
  replaced_until: nullable({
    ...Timestamp,
    description: 'When the last of its replaced secrets ends or ended; null: none was replaced.',
  }),
  last_used_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
  sessions: Type.Array(SessionItem, {
    description: 'Sessions of browsers that signed in with the key and have not ended, oldest first.',
  }),
};

export const KeyItem = Type.Object(keyFields, CLOSED);
export type KeyItem = Answer<Static<typeof KeyItem>>;

/** A key that was created or given a new secret. No other answer contains a secret. */
export const CreatedKey = Type.Object({ ...keyFields, secret: Type.String() }, CLOSED);
export const CreatedKeyAnswer = successOf(CreatedKey);
export const KeyAnswer = successOf(KeyItem);
export const KeyListAnswer = successOf(listOf(KeyItem));

export const AuditAction = Type.Enum([...AUDIT_ACTIONS]);
export type AuditAction = Static<typeof AuditAction>;

/** Query parameters of GET /admin/audit-log. */
export const AuditListOptions = Type.Object(
  {
    ...ListOptions.properties,
    action: Type.Optional(AuditAction),
    key_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Id of the key that was used.' }),
    ),
  },
  CLOSED,
);

export const AuditItem = Type.Object(
  {
    id: Type.String(),
    at: Timestamp,
    actor: Type.Enum(['api_key', 'command_line', 'start'], {
      description: '`start`: sitegrep itself while it started.',
    }),
    key_id: nullable(Type.String({ description: 'Id of the key that was used.' })),
    key_prefix: nullable(Type.String()),
    session_id: nullable(
      Type.String({ description: 'Id of the session in which the key was used; null: it had none.' }),
    ),
    action: AuditAction,
    target: nullable(Type.String({ description: 'Id or domain that the action changed.' })),
    remote_address: nullable(Type.String()),
    request_id: nullable(Type.String()),
    result: nullable(
      Type.Enum(['done', 'refused', 'failed'], {
        description: 'null: the action is still running, or the process ended before it did.',
      }),
    ),
    status: nullable(Type.Integer({ description: 'HTTP status of the answer.' })),
  },
  CLOSED,
);
export type AuditItem = Answer<Static<typeof AuditItem>>;

/** Answer of GET /admin/audit-log, latest entry first. */
export const AuditListAnswer = successOf(listOf(AuditItem));

/** Query parameters of POST /admin/ranks, whose body is a list. */
export const RanksOptions = Type.Object(
  {
    replace: Type.Optional(
      Type.Boolean({ description: 'true: domains that are not in the list lose the rank they have.' }),
    ),
  },
  CLOSED,
);

const ImportedRanks = Type.Object(
  {
    domains: Type.Integer({ minimum: 0, description: 'Number of domains that the list gives a rank.' }),
    indexed: Type.Integer({ minimum: 0, description: 'Number of these domains that are in the index.' }),
    repeated: Type.Integer({
      minimum: 0,
      description: 'Number of lines that name a domain again. Its best place counts.',
    }),
    removed: Type.Integer({
      minimum: 0,
      description:
        'Number of domains that lost their rank because `replace` was set and the list lacks them.',
    }),
    rejected: rejectedLines('Lines that give no domain a rank.'),
  },
  CLOSED,
);
export type ImportedRanks = Answer<Static<typeof ImportedRanks>>;

export const RanksAnswer = successOf(ImportedRanks);
