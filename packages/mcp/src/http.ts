import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createServer, type ServerOptions } from './server.ts';

/** A message that came over HTTP. */
export interface HttpMessage {
  /** Version of the protocol that the client names in a header, and the other headers of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
  /** Fires when the client is gone, or has cancelled the request. */
  readonly signal: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  /** The message as JSON; null: there is none. */
  readonly body: string | null;
  /** Id for a client that has just introduced itself; null otherwise. */
  readonly session: string | null;
}

/**
 * Answers a message over HTTP. Each is answered by a server of its own, so nothing is kept between two, and any process can
 * answer. A client gets a session id all the same: with it, the messages of one client can be told from those of others.
 *
 * @throws the reason of the signal
 */
export async function answerOverHttp(
  { headers, json, signal }: HttpMessage,
  options: ServerOptions,
): Promise<HttpReply> {
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      // All answers are JSON: what the client accepts besides does not matter.
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(json),
    signal,
  });
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    const answer = (await isLegacyRequest(request, json)) ? answerOfOldForm : answerOfNewForm;
    const response = await Promise.race([aborted.promise, answer(request, json, options)]);
    const body = await response.text();
    return {
      status: response.status,
      body: body === '' ? null : body,
      session: isIntroduction(json) && response.ok ? randomUUID() : null,
    };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function isIntroduction(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'method' in json && json.method === 'initialize';
}

/** Answers clients of the revisions before 2026-07-28, which introduce themselves first. */
async function answerOfOldForm(request: Request, json: unknown, options: ServerOptions): Promise<Response> {
  const server = createServer(options);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const close = (): void => {
    server.close().catch(options.onError);
  };
  request.signal.addEventListener('abort', close, { once: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: json });
  } finally {
    request.signal.removeEventListener('abort', close);
    await server.close();
  }
}

/** Answers clients of the revision 2026-07-28 or later, each of whose requests stands by itself. */
async function answerOfNewForm(request: Request, json: unknown, options: ServerOptions): Promise<Response> {
  const handler = createMcpHandler(() => createServer(options), {
    legacy: 'reject',
    maxSubscriptions: 0,
    onerror: options.onError,
  });
  return handler.fetch(request, { parsedBody: json });
}
