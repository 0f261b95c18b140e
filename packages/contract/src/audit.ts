import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

/** Everything that changes something with the rights of an administrator. */
export const AUDIT_ACTIONS = [
  'crawl.create',
  'crawl.cancel',
  'crawl.retry',
  'schedule.put',
  'schedule.delete',
  'domain.delete',
  'block.put',
  'block.delete',
  'rank.import',
  'key.create',
  'key.rotate',
  'key.revoke',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const Action = Type.Enum([...AUDIT_ACTIONS]);

/** What GET /admin/audit-log takes in its query string. */
export const AuditListOptions = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 50 })),
    next_token: Type.Optional(Type.String({ minLength: 1 })),
    action: Type.Optional(Action),
    key_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Of the key that was used.' }),
    ),
  },
  CLOSED,
);

export const AuditItem = Type.Object(
  {
    id: Type.String(),
    at: Timestamp,
    actor: Type.Enum(['api_key', 'command_line', 'start'], {
      description: '`start`: sitegrep itself, when it started.',
    }),
    key_id: nullable(Type.String({ description: 'Of the key that was used.' })),
    key_prefix: nullable(Type.String()),
    action: Action,
    target: nullable(Type.String({ description: 'The id or the domain that it was done to.' })),
    remote_address: nullable(Type.String()),
    request_id: nullable(Type.String()),
    result: nullable(
      Type.Enum(['done', 'refused', 'failed'], {
        description: 'null: under way, or the process ended before it did.',
      }),
    ),
    status: nullable(Type.Integer({ description: 'Of the answer.' })),
  },
  CLOSED,
);
export type AuditItem = Answer<Static<typeof AuditItem>>;

/** Latest first. */
export const AuditListAnswer = successOf(listOf(AuditItem));
