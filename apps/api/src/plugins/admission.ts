/*
 * Who may pass, checked in the contract's order: path and method, key, scope, limit. It runs before a request's body
 * is read. Routes say which scope they need (`config.scope`); a route without one is open to all.
 */
import type { ApiKey, KeyStore, Scope } from '@sitegrep/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import type { LastUsed } from '../last-used.ts';
import { identifyBy } from './identify.ts';
import type { NoRoute } from './paths.ts';
import type { UseRequest } from './request-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: Scope;
  }
  interface FastifyInstance {
    /** Whether the key of a request that was let in would be let in now, for what goes on for long. Counts nothing. */
    isStillAdmitted(request: FastifyRequest): Promise<boolean>;
  }
  interface FastifyRequest {
    apiKey: ApiKey | null;
    /** The key's secret has been replaced, and will end. */
    withReplacedSecret: boolean;
  }
}

export interface AdmissionOptions {
  readonly keys: KeyStore;
  readonly lastUsed: LastUsed;
  readonly useRequest: UseRequest;
  readonly noRoute: NoRoute;
}

export function addAdmission(app: FastifyInstance, options: AdmissionOptions): void {
  const identifyHeader = identifyBy(options.keys, options.lastUsed);

  async function identify(request: FastifyRequest): Promise<ApiKey | null> {
    const caller = await identifyHeader(request.headers['x-api-key']);
    if (caller === null) return null;
    request.withReplacedSecret = caller.withReplacedSecret;
    return caller.key;
  }

  /** Counts a request of the key; its answer tells what is left. @returns the refusal if nothing was, else null */
  async function useUp(request: FastifyRequest, reply: FastifyReply, key: ApiKey): Promise<Failure | null> {
    request.apiKey = key;
    const use = await options.useRequest(request, key);
    reply.headers({
      'ratelimit-limit': String(use.max),
      'ratelimit-remaining': String(use.remaining),
      'ratelimit-reset': String(use.resetSeconds),
    });
    return use.isExceeded ? usedUp(use.operation, Math.max(1, use.resetSeconds)) : null;
  }

  async function refuseUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    try {
      const key = await identify(request);
      if (key !== null) await useUp(request, reply, key);
    } catch (error) {
      // There is no such path, whether or not the store can tell whose request it is.
      request.log.warn({ err: error }, 'key of a request without a route not looked up');
    }
    throw options.noRoute(request.url.split('?', 1)[0] ?? '');
  }

  app.decorate('isStillAdmitted', async (request: FastifyRequest) => {
    const { scope } = request.routeOptions.config;
    if (scope === undefined) return true;
    return (await identify(request))?.scopes.includes(scope) ?? false;
  });
  app.decorateRequest('apiKey', null);
  app.decorateRequest('withReplacedSecret', false);
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await refuseUnrouted(request, reply);
    const { scope } = request.routeOptions.config;
    if (scope === undefined) return;
    const key = await identify(request);
    if (key === null) throw new Failure('unauthorized', 'Send a valid API key in the header X-API-Key.');
    const refusal = await useUp(request, reply, key);
    if (!key.scopes.includes(scope)) {
      throw new Failure('forbidden', `This needs a key with the scope "${scope}"; use another key.`);
    }
    if (refusal !== null) throw refusal;
  });
}

/** @param operation null: of the key over all */
function usedUp(operation: string | null, seconds: number): Failure {
  const which = operation === null ? 'requests' : `requests for ${operation}`;
  return new Failure('rate_limited', `The key's ${which} in this minute are used up; wait ${seconds} s.`, {
    'retry-after': String(seconds),
  });
}
