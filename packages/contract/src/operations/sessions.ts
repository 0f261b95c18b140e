import { Type } from 'typebox';
import { CLOSED } from '../envelope.ts';
import { CallerAnswer, CONSOLE_HEADER, SESSION_SECONDS, SessionAnswer } from '../sessions.ts';
import type { Operation } from './operation.ts';

const own = { path: '/session', scope: 'any', tag: 'Sessions' } as const;

export const SESSION_OPERATIONS = {
  openSession: {
    ...own,
    method: 'POST',
    summary: 'Open session',
    description:
      `Exchanges the key of the request for a session of at most ${SESSION_SECONDS / 3_600} hours, which ends with the key, too. ` +
      'Its secret is in the cookie alone. ' +
      `A request with the cookie counts only with the header \`${CONSOLE_HEADER}: 1\`, which pages of other origins can't send.`,
    answers: [
      { status: 201, description: 'The session is open.', json: CallerAnswer, headers: ['set-cookie'] },
    ],
    errors: ['conflict'],
  },
  getSession: {
    ...own,
    method: 'GET',
    summary: 'Get session',
    description: 'Says which key a request comes with, what the key may do, and when the session ends.',
    answers: [{ status: 200, description: 'The key, and the session if there is one.', json: CallerAnswer }],
  },
  closeSession: {
    ...own,
    method: 'DELETE',
    summary: 'Close session',
    description: 'Ends the session of the request: its cookie is worth nothing from now on.',
    answers: [
      {
        status: 200,
        description: 'The session that was ended.',
        json: SessionAnswer,
        headers: ['set-cookie'],
      },
    ],
    errors: ['not_found'],
  },
  endSession: {
    method: 'DELETE',
    path: '/admin/sessions/{id}',
    scope: 'admin',
    tag: 'Sessions',
    summary: 'End session',
    description: 'Ends the session of any key; `GET /admin/keys` lists them.',
    parameters: Type.Object({ id: Type.String({ description: 'Id of the session.' }) }, CLOSED),
    answers: [{ status: 200, description: 'The session that was ended.', json: SessionAnswer }],
  },
} as const satisfies Record<string, Operation>;
