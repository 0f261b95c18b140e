// POST /mcp: tools for models. A tool calls operations of this same server, over loopback and with the key of the client, so
// that scopes, limits, deadlines, the audit log and metrics hold for a model as for everyone.
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { SitegrepClient } from '@sitegrep/client';
import { checker, McpMessage, NoParameters, parameterChecker } from '@sitegrep/contract';
import type { HttpReply, ToolApi } from '@sitegrep/mcp';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import { readJson, requireValid } from '../body.ts';
import { whileWanted } from '../deadline.ts';
import { Failure } from '../failure.ts';
import { reachableHere, urlOf } from '../listen.ts';
import { addOperation } from '../operation-route.ts';
import { secretOf } from '../plugins/admission.ts';
import type { ApiParts } from '../settings.ts';

const checkMessage = checker(McpMessage);
const checkNothing = parameterChecker(NoParameters);

/** Headers of the protocol that its server looks at. */
const PROTOCOL_HEADERS = /^mcp-(?!session-id$)[a-z-]{1,100}$/;
const SESSION = 'mcp-session-id';
const JSON_TYPE = 'application/json; charset=utf-8';
/** Code of JSON-RPC for a request that was cancelled. */
const CANCELLED = -32_800;

export interface McpParts {
  /** Fires when the server stops. */
  readonly stopping: AbortSignal;
  /** Gets the addresses of the clients for whom requests are sent, by the ids of these requests. */
  readonly relayed: Map<string, string>;
}

export function addMcpRoute(
  app: FastifyInstance,
  { settings: { corsOrigins } }: ApiParts,
  { stopping, relayed }: McpParts,
): void {
  /** Requests that are being answered and may be cancelled. */
  const running = new Map<string, AbortController>();
  const onRequest = async ({ headers }: FastifyRequest): Promise<void> => {
    requireOwnOrigin(headers.origin, headers.host, corsOrigins);
  };

  addOperation(app, 'callMcp', { onRequest, preParsing: readJson }, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const message = requireValid(checkMessage(request.json));
    if (message.method === 'notifications/cancelled') {
      running.get(nameOf(request, message.params?.['requestId']))?.abort();
    }
    const cancelled = new AbortController();
    const name = nameOf(request, message.id);
    running.set(name, cancelled);
    try {
      const { status, body, session } = await whileWanted(reply, stopping, (signal) =>
        answered(request, AbortSignal.any([signal, cancelled.signal])),
      );
      if (session !== null) reply.header(SESSION, session);
      reply.code(status);
      return body === null ? reply.send() : reply.type(JSON_TYPE).send(body);
    } catch (error) {
      if (!cancelled.signal.aborted) throw error;
      const refusal = { code: CANCELLED, message: 'The client cancelled the request.' };
      return reply.type(JSON_TYPE).send(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: refusal }));
    } finally {
      if (running.get(name) === cancelled) running.delete(name);
    }
  });

  async function answered(request: FastifyRequest, signal: AbortSignal): Promise<HttpReply> {
    // Most processes never need it.
    const { answerOverHttp } = await import('@sitegrep/mcp');
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        PROTOCOL_HEADERS.test(name) && typeof value === 'string' ? [[name, value] as const] : [],
      ),
    );
    return answerOverHttp(
      { headers, json: request.json, signal },
      {
        api: apiOf(request),
        version: manifest.version,
        onError: (err) => request.log.warn({ err }, 'a message of MCP could not be answered as it was meant'),
      },
    );
  }

  function apiOf(request: FastifyRequest): ToolApi {
    const client = new SitegrepClient({
      baseUrl: reachableHere(urlOf(app.server)),
      key: String(secretOf(request)),
      // A model is told to wait by the error.
      retries: 0,
      fetch: async (url, init) => {
        const id = randomUUID();
        const headers = new Headers(init.headers);
        headers.set('x-request-id', id);
        relayed.set(id, request.clientAddress);
        try {
          request.log.debug({ relayedAs: id }, 'a tool calls an operation');
          return await fetch(url, { ...init, headers });
        } finally {
          relayed.delete(id);
        }
      },
    });
    return {
      ask: (work, signal) => work(client, { signal }),
      scopes: () => Promise.resolve(new Set(request.apiKey?.scopes)),
    };
  }
}

/** Names a request among those of all clients: clients number their requests from 0 on. */
function nameOf({ apiKey, headers, id: own }: FastifyRequest, id: unknown): string {
  const session = headers[SESSION];
  // Without a session nobody can say which request is meant.
  return JSON.stringify(session === undefined || id === undefined ? [own] : [apiKey?.id, session, id]);
}

/**
 * Refuses pages of other origins, which a browser lets in if they have made a name of their own point to this machine.
 *
 * @throws Failure forbidden
 */
function requireOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): void {
  if (origin === undefined || allowed.includes('*') || allowed.includes(origin)) return;
  const url = URL.parse(origin);
  if (url !== null && url.host === host && isOfNoName(url.hostname)) return;
  const shown = JSON.stringify(origin.slice(0, 100));
  throw new Failure(
    'forbidden',
    `Pages of the origin ${shown} may not call /mcp; the operator can add it to SITEGREP_CORS_ORIGINS.`,
  );
}

/** Whether no DNS can make a host another machine. */
function isOfNoName(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
