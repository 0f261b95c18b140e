import { type Operation, type OperationId, OPERATIONS } from '@sitegrep/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route is by the contract. */
    operation?: OperationId;
  }
}

/** Names of the parameters in a path: `/admin/crawls/{id}/sites` → `id`. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

interface RouteOf<Id extends OperationId> {
  readonly Params: { readonly [Name in ParameterOf<(typeof OPERATIONS)[Id]['path']>]: string };
}

interface RouteOptions {
  /** Comes after key, scope and limits. */
  readonly onRequest?: (request: FastifyRequest) => Promise<void>;
  /** Reads the body. */
  readonly preParsing?: (request: FastifyRequest, reply: unknown, body: RequestPayload) => Promise<void>;
}

/** Adds the route of an operation: method, path and scope are what the contract says. */
export function addOperation<Id extends OperationId>(
  app: FastifyInstance,
  id: Id,
  { onRequest, preParsing }: RouteOptions,
  handler: (request: FastifyRequest<RouteOf<Id>>, reply: FastifyReply) => Promise<unknown>,
): void {
  const { method, path, scope }: Operation = OPERATIONS[id];
  app.route<RouteOf<Id>>({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: scope === null ? { operation: id } : { operation: id, scope },
    ...(onRequest !== undefined && { onRequest }),
    ...(preParsing !== undefined && { preParsing }),
    handler,
  });
}

/** From now on, a route that is none of the contract's operations can't be added: it would go undocumented. */
export function requireOperations(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    // What asks for the methods of others is none of its own.
    if (config?.operation !== undefined || method === 'OPTIONS') return;
    throw new Error(`${String(method)} ${url} is no operation of the contract: declare it there.`);
  });
}
