import { Type } from 'typebox';
import {
  AuditListAnswer,
  AuditListOptions,
  CreatedKeyAnswer,
  CreateKeyRequest,
  KeyAnswer,
  KeyListAnswer,
  RanksAnswer,
  RanksOptions,
  RotateKeyRequest,
} from '../administration.ts';
import { ListOptions } from '../crawls.ts';
import { CLOSED } from '../envelope.ts';
import type { Operation } from './operation.ts';

const keys = { scope: 'admin', tag: 'Keys' } as const;
const key = {
  ...keys,
  parameters: Type.Object({ id: Type.String({ description: 'Id of the key, not its secret.' }) }, CLOSED),
} as const;

export const ADMINISTRATION_OPERATIONS = {
  importRanks: {
    method: 'POST',
    path: '/admin/ranks',
    scope: 'admin',
    tag: 'Ranks',
    summary: 'Import ranks',
    description:
      'Each domain of the list gets its `rank` by its place in the list. The list may be compressed (`Content-Encoding: gzip`). ' +
      'It is given up after 10,000 bad lines in a row; the ranks stored until then stay.',
    query: RanksOptions,
    lists: {
      'text/csv': 'A rank and a domain on each line, as Tranco and Majestic publish them.',
      'application/octet-stream': 'The same list, from programs that send files as bytes only.',
    },
    answers: [{ status: 200, description: 'Number of lines by what they changed.', json: RanksAnswer }],
  },
  createKey: {
    ...keys,
    method: 'POST',
    path: '/admin/keys',
    summary: 'Create key',
    json: { schema: CreateKeyRequest },
    answers: [
      {
        status: 201,
        description: 'The key with its secret, which no other answer shows.',
        json: CreatedKeyAnswer,
      },
    ],
  },
  listKeys: {
    ...keys,
    method: 'GET',
    path: '/admin/keys',
    summary: 'List keys',
    query: ListOptions,
    answers: [{ status: 200, description: 'Keys, oldest first.', json: KeyListAnswer }],
  },
  rotateKey: {
    ...key,
    method: 'POST',
    path: '/admin/keys/{id}/rotate',
    summary: 'Rotate key',
    description: 'Gives the key a new secret; its earlier ones end after `overlap_seconds`.',
    json: { schema: RotateKeyRequest, isOptional: true },
    answers: [
      {
        status: 200,
        description: 'The key with its new secret, which no other answer shows.',
        json: CreatedKeyAnswer,
      },
    ],
    errors: ['conflict'],
  },
  revokeKey: {
    ...key,
    method: 'DELETE',
    path: '/admin/keys/{id}',
    summary: 'Revoke key',
    description: 'Ends all secrets of the key, for good.',
    answers: [{ status: 200, description: 'The key, which is refused from now on.', json: KeyAnswer }],
  },
  listAuditLog: {
    ...keys,
    method: 'GET',
    path: '/admin/audit-log',
    summary: 'List audit log',
    description:
      'Actions that were done, or attempted, with admin keys and on the command line. Each is recorded before it is done.',
    query: AuditListOptions,
    answers: [{ status: 200, description: 'Entries, latest first.', json: AuditListAnswer }],
  },
} as const satisfies Record<string, Operation>;
