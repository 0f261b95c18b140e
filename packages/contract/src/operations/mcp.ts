import { McpAnswer, McpMessage, McpRefusal } from '../mcp.ts';
import type { Operation } from './operation.ts';

/** The API for models, see docs/mcp.md. */
export const MCP_OPERATIONS = {
  callMcp: {
    method: 'POST',
    path: '/mcp',
    scope: 'any',
    tag: 'MCP',
    summary: 'Answer a message of the Model Context Protocol',
    description:
      'The transport "streamable HTTP" of the protocol: clients that speak it need only the address and a key, in `X-API-Key` or as ' +
      '`Authorization: Bearer`. Tools call other operations with the same key, each of which counts as a request of its own; a key has the tools of its scopes.',
    json: { schema: McpMessage },
    errors: ['forbidden'],
    answers: [
      {
        status: 200,
        description: 'The answer to a request, also if it is an error of the protocol.',
        json: McpAnswer,
      },
      { status: 202, description: 'The notification was received.' },
      {
        status: 400,
        description: 'The request is not JSON, or no message that the protocol allows.',
        json: McpRefusal,
      },
      { status: 404, description: 'There is no such method.', json: McpRefusal },
    ],
  },
} as const satisfies Record<string, Operation>;
