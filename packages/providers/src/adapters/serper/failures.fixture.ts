import type { FailureKind } from '../../failure.ts';
import type { Reply } from '../../conformance/upstream.ts';

/** What `openSerper` is given in tests. */
export const SECRET = 'serper-secret-key';

const refusal = (status: number, message: unknown): Reply => ({
  status,
  json: { message, statusCode: status },
});

/** What both operations answer if something is wrong. */
export const failures: readonly {
  readonly what: string;
  readonly reply: Reply;
  readonly kind: FailureKind;
  readonly field?: string;
}[] = [
  { what: 'a key that is refused', reply: refusal(403, 'Unauthorized.'), kind: 'credential' },
  { what: 'no credits left', reply: refusal(400, 'Not enough credits'), kind: 'quota' },
  {
    what: 'a query that the account may not ask',
    reply: refusal(400, 'Query pattern not allowed for free accounts.'),
    kind: 'unsupported',
    field: 'keyword',
  },
  { what: 'another refusal', reply: refusal(400, 'Invalid request'), kind: 'unavailable' },
  { what: 'a refusal that says nothing', reply: { status: 400, json: [] }, kind: 'unavailable' },
  { what: 'a refusal whose message is no text', reply: refusal(400, { a: 1 }), kind: 'unavailable' },
  { what: 'too many queries a second', reply: refusal(429, 'Too many requests'), kind: 'rate_limited' },
];
