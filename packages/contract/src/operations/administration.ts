import { Type } from 'typebox';
import { AuditListAnswer, AuditListOptions } from '../audit.ts';
import { ListOptions } from '../crawls.ts';
import { CLOSED } from '../envelope.ts';
import { CreatedKeyAnswer, CreateKeyRequest, KeyAnswer, KeyListAnswer, RotateKeyRequest } from '../keys.ts';
import { RanksAnswer, RanksOptions } from '../ranks.ts';
import type { Operation } from './operation.ts';

const KeyParameters = Type.Object(
  { id: Type.String({ description: 'Of the key; not its secret.' }) },
  CLOSED,
);

export const ADMINISTRATION_OPERATIONS = {
  importRanks: {
    method: 'POST',
    path: '/admin/ranks',
    scope: 'admin',
    tag: 'Ranks',
    summary: 'Import ranks',
    description:
      'Each domain of the list gets its `domain_rank` by its place. The list may be gzip (`Content-Encoding: gzip`).',
    query: RanksOptions,
    lists: { 'text/csv': 'A rank and a domain a line, as Tranco and Majestic publish them.' },
    answers: [{ status: 200, description: 'What became of the lines.', json: RanksAnswer }],
  },
  createKey: {
    method: 'POST',
    path: '/admin/keys',
    scope: 'admin',
    tag: 'Keys',
    summary: 'Make a key',
    json: { schema: CreateKeyRequest },
    answers: [
      {
        status: 201,
        description: 'The key, and its secret, which is shown here only.',
        json: CreatedKeyAnswer,
      },
    ],
  },
  listKeys: {
    method: 'GET',
    path: '/admin/keys',
    scope: 'admin',
    tag: 'Keys',
    summary: 'List all keys',
    query: ListOptions,
    answers: [{ status: 200, description: 'The oldest first.', json: KeyListAnswer }],
  },
  rotateKey: {
    method: 'POST',
    path: '/admin/keys/{id}/rotate',
    scope: 'admin',
    tag: 'Keys',
    summary: 'Give a key another secret',
    parameters: KeyParameters,
    json: { schema: RotateKeyRequest, isOptional: true },
    answers: [
      {
        status: 200,
        description: 'The key, and its new secret, which is shown here only.',
        json: CreatedKeyAnswer,
      },
    ],
    errors: ['conflict'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/admin/keys/{id}',
    scope: 'admin',
    tag: 'Keys',
    summary: 'Revoke a key',
    parameters: KeyParameters,
    answers: [{ status: 200, description: 'The key, which is refused from now on.', json: KeyAnswer }],
  },
  listAuditLog: {
    method: 'GET',
    path: '/admin/audit-log',
    scope: 'admin',
    tag: 'Keys',
    summary: 'Who did what',
    description:
      'What was done, or tried, with admin keys and on the command line. It is recorded before it is done.',
    query: AuditListOptions,
    answers: [{ status: 200, description: 'The latest first.', json: AuditListAnswer }],
  },
} as const satisfies Record<string, Operation>;
