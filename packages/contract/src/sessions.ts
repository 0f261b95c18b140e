import { type Static, Type } from 'typebox';
import { type Answer, CLOSED, nullable, successOf } from './envelope.ts';
import { Timestamp } from './timestamp.ts';

/** Header that a request with the cookie of a session must have: pages of other origins can't send it. */
export const CONSOLE_HEADER = 'x-sitegrep-console';

/** Header of `POST /session` with the code of a sign-in link. */
export const SIGN_IN_CODE_HEADER = 'x-sign-in-code';

/** Longest time of a session, in seconds. */
export const SESSION_SECONDS = 12 * 3_600;

/** A session of a browser: a secret of a key that only a cookie holds, and that ends by itself. */
export const SessionItem = Type.Object(
  { id: Type.String(), key_id: Type.String(), created_at: Timestamp, ends_at: Timestamp },
  CLOSED,
);
export type SessionItem = Answer<Static<typeof SessionItem>>;

/** Key, and session if there is one, that a request comes with. */
const Caller = Type.Object(
  {
    key: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        prefix: Type.String({ description: 'First characters of the secret.' }),
        scopes: Type.Array(Type.Enum(['search', 'source', 'serp', 'video', 'admin'])),
      },
      CLOSED,
    ),
    session: nullable(
      Type.Object(
        { id: Type.String(), ends_at: Timestamp },
        { ...CLOSED, description: 'null: the request has the key itself, and no session.' },
      ),
    ),
  },
  CLOSED,
);
export type Caller = Answer<Static<typeof Caller>>;

export const CallerAnswer = successOf(Caller);
export const SessionAnswer = successOf(SessionItem);
