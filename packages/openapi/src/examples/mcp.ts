import type { Examples } from './example.ts';

const answer = { jsonrpc: '2.0', id: 1 } as const;

export const MCP_EXAMPLES = {
  callMcp: {
    json: {
      ...answer,
      method: 'tools/call',
      params: { name: 'count', arguments: { q: 'tech:WooCommerce' } },
    },
    answers: {
      200: { ...answer, result: { content: [{ type: 'text', text: '1,904 domains match.' }] } },
      400: {
        success: false,
        error: 'Bad request',
        details: 'The body is not valid JSON (at character 12); send a JSON object.',
      },
      404: { ...answer, error: { code: -32_601, message: 'Method not found' } },
    },
  },
} as const satisfies Examples;
