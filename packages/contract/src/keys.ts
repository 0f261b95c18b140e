import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

export const KeyScope = Type.Enum(['search', 'serp', 'video', 'admin']);

/** What POST /admin/keys takes. */
export const CreateKeyRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, description: 'For recognition; need not be unique.' }),
    scopes: Type.Array(KeyScope, { minItems: 1, maxItems: 4, uniqueItems: true }),
    rate_limit_per_minute: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Absent: the instance's default." }),
    ),
    expires_at: Type.Optional(Timestamp),
  },
  CLOSED,
);
export type CreateKeyRequest = Static<typeof CreateKeyRequest>;

/** For how long the secrets of a key work on when it is given another. */
export const OVERLAP_SECONDS = { default: 86_400, maximum: 2_592_000 } as const;

/** What POST /admin/keys/{id}/rotate takes. */
export const RotateKeyRequest = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        ...OVERLAP_SECONDS,
        description: 'For how long the secrets that the key has so far go on working; 0 ends them at once.',
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
  last_used_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
};

export const KeyItem = Type.Object(keyFields, CLOSED);
export type KeyItem = Answer<Static<typeof KeyItem>>;

/** The answer to creating a key and to giving it another secret: the only ones that hold it. */
export const CreatedKeyAnswer = successOf(Type.Object({ ...keyFields, secret: Type.String() }, CLOSED));
export const KeyAnswer = successOf(KeyItem);
export const KeyListAnswer = successOf(listOf(KeyItem));
