import { Type, type Static } from 'typebox';
import { CLOSED, ErrorBody } from './envelope.ts';

const id = Type.Union([Type.String({ maxLength: 1_000 }), Type.Integer()], {
  description: 'Chosen by the client: the answer has the same.',
});

/** Body of POST /mcp: a request or a notification of JSON-RPC 2.0. */
export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(id),
    method: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A method of the Model Context Protocol.',
      examples: ['tools/call'],
    }),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { description: 'A message of the Model Context Protocol. Without id it is a notification.' },
);
export type McpMessage = Static<typeof McpMessage>;

const McpError = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([id, Type.Null()])),
    error: Type.Object(
      { code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) },
      CLOSED,
    ),
  },
  CLOSED,
);

/** Answer to a request over POST /mcp. */
export const McpAnswer = Type.Union([
  Type.Object(
    { jsonrpc: Type.Literal('2.0'), id, result: Type.Record(Type.String(), Type.Unknown()) },
    CLOSED,
  ),
  McpError,
]);

/** Answer to a message that the protocol does not allow, or to a request that the API refuses. */
export const McpRefusal = Type.Union([ErrorBody, McpError]);
