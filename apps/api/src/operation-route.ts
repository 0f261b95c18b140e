import { Readable } from 'node:stream';
import { type Operation, type OperationId, OPERATIONS } from '@sitegrep/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { Failure } from './failure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the operation in the contract. */
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
  /** Runs after the checks of key, scope and limits. */
  readonly onRequest?: (request: FastifyRequest) => Promise<void>;
  /** Reads the body. */
  readonly preParsing?: (request: FastifyRequest, reply: unknown, body: RequestPayload) => Promise<void>;
}

/** Adds the route of an operation, with method, path and scope from the contract. */
export function addOperation<Id extends OperationId>(
  app: FastifyInstance,
  id: Id,
  { onRequest, preParsing }: RouteOptions,
  handler: (request: FastifyRequest<RouteOf<Id>>, reply: FastifyReply) => Promise<unknown>,
): void {
  const { method, path, scope }: Operation = OPERATIONS[id];
  app.route<RouteOf<Id>>({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: scope === null ? { operation: id } : { operation: id, scope },
    ...(onRequest !== undefined && { onRequest }),
    ...(preParsing !== undefined && { preParsing }),
    handler,
  });
}

/**
 * Answers HEAD with the headers of GET. Node leaves the body out by itself; a stream ends before it begins, so that a stream of
 * events does not hold the request.
 */
export function answerHead(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    payload.destroy();
    done(null, null);
  });
}

/** Makes it an error to add a route that is not an operation of the contract, and so undocumented. */
export function requireOperations(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    // Answers to preflights are not operations.
    if (config?.operation !== undefined || method === 'OPTIONS') return;
    throw new Error(`${String(method)} ${url} is not an operation of the contract: declare it there.`);
  });
}

/** Makes the error of a request that matches no route. */
export type NoRoute = (path: string) => Failure;

/** Records the routes that are added, to tell a wrong method (405, with `Allow`) from a wrong path (404). */
export function watchPaths(app: FastifyInstance): NoRoute {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const name of typeof method === 'string' ? [method] : method) known.add(name);
    methods.set(url, known);
  });
  return (path) => {
    // A path that is a route as it stands may fit the parameter of another one, which comes second, as in OpenAPI.
    const own = path.replace(/(.)\/$/, '$1');
    const url = methods.has(own) ? own : [...methods.keys()].find((candidate) => matches(candidate, path));
    if (url === undefined) return noSuchPath();
    const allow = [...(methods.get(url) ?? [])].sort().join(', ');
    return new Failure('method_not_allowed', `This path allows ${allow} only.`, { allow });
  };
}

export function noSuchPath(): Failure {
  return new Failure('not_found', 'There is no such path; see the documentation at /docs.');
}

/** Whether a path, which may end with a slash, matches a route, whose parameters are segments that start with a colon. */
function matches(route: string, path: string): boolean {
  const wanted = route.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) =>
      segment.startsWith(':') ? given[index] !== '' : segment === given[index],
    )
  );
}
