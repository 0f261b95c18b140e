/*
 * Admission of requests, checked in the contract's order: path and method, key, scope, limit. It runs before the body is
 * read. A route states the scope that it needs (`config.scope`); a route without one is open to all.
 */
import { randomBytes } from 'node:crypto';
import { type Operation, type OperationId, OPERATIONS } from '@sitegrep/contract';
import type { ApiKey, KeyOfSecret, Scope, Session } from '@sitegrep/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUsable } from '../api-keys.ts';
import { isDataForSeoPath } from '../dataforseo/outcome.ts';
import { Failure } from '../failure.ts';
import type { LastUsed, SecretLookup } from '../key-cache.ts';
import type { NoRoute } from '../operation-route.ts';
import { sessionSecretsOf } from '../session-cookie.ts';
import type { SignIn } from '../sign-in.ts';
import type { RequestLimit, RequestUse } from './request-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: Scope | 'any';
  }
  interface FastifyInstance {
    /** Whether the key of a long-running request is still valid for it. Does not count as a request. */
    isStillAdmitted(request: FastifyRequest): Promise<boolean>;
  }
  interface FastifyRequest {
    apiKey: ApiKey | null;
    /** Session whose cookie the request came with; null: it has the key itself. */
    session: Pick<Session, 'id' | 'endsAt'> | null;
    /** Whether the request used a replaced secret, which will end. */
    withReplacedSecret: boolean;
  }
}

interface AdmissionOptions {
  readonly keys: SecretLookup;
  /** Asked about requests to open a session that have no key. */
  readonly signIn: SignIn;
  readonly lastUsed: LastUsed;
  readonly requestLimit: RequestLimit;
  readonly noRoute: NoRoute;
}

export function addAdmission(app: FastifyInstance, options: AdmissionOptions): void {
  const identifySecret = identifyBy(options.keys, options.lastUsed);

  async function identify(request: FastifyRequest): Promise<ApiKey | null> {
    const given = secretOf(request);
    const { operation } = request.routeOptions.config;
    if (given === undefined && operation === 'openSession') {
      const key = await options.signIn(request);
      if (key !== null) return key;
    }
    const caller = await (given === undefined ? identifyBearer(request) : identifySecret(given, false));
    if (caller === null) return null;
    request.withReplacedSecret = caller.withReplacedSecret;
    request.session = caller.session;
    return caller.key;
  }

  /** The caller by a bearer token; by a session if there is none, or if it is that of a sign-on, which proxies add. */
  async function identifyBearer(request: FastifyRequest): Promise<Caller | null> {
    const bearer = bearerOf(request.headers);
    const ofSessions = sessionSecretsOf(request, takesForm(request.routeOptions.config.operation));
    if (ofSessions.length === 0) return identifySecret(bearer, false);
    const own = isSecret(bearer) ? await identifySecret(bearer, false) : null;
    return own ?? identifySession(ofSessions);
  }

  async function identifySession(secrets: readonly string[]): Promise<Caller | null> {
    for (const secret of secrets) {
      const caller = await identifySecret(secret, true);
      if (caller !== null) return caller;
    }
    return null;
  }

  /** Counts a request of the key and adds the RateLimit headers. @returns the error if a limit is exceeded, or null */
  async function countRequest(
    request: FastifyRequest,
    reply: FastifyReply,
    key: ApiKey,
  ): Promise<Failure | null> {
    request.apiKey = key;
    const url = request.is404 ? null : (request.routeOptions.url ?? '');
    const use = await options.requestLimit.use(key, url);
    reply.headers(limitHeaders(use));
    return use.isExceeded ? limitExceeded(use) : null;
  }

  async function refuseUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    try {
      const key = await identify(request);
      if (key !== null) await countRequest(request, reply, key);
    } catch (error) {
      // There is no such path, even if the key can't be looked up.
      request.log.warn({ err: error }, 'the key of a request without a route could not be looked up');
    }
    throw options.noRoute(request.url.split('?', 1)[0] ?? '');
  }

  app.decorate('isStillAdmitted', async (request: FastifyRequest) => {
    const { scope } = request.routeOptions.config;
    if (scope === undefined) return true;
    const key = await identify(request);
    return key !== null && isIn(scope, key);
  });
  app.decorateRequest('apiKey', null);
  app.decorateRequest('session', null);
  app.decorateRequest('withReplacedSecret', false);
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await refuseUnrouted(request, reply);
    const { scope } = request.routeOptions.config;
    if (scope === undefined) return;
    const key = await identify(request);
    if (key === null) {
      throw new Failure(
        'unauthorized',
        isDataForSeoPath(request.url)
          ? 'Send a valid API key as the password of Basic authentication, with any login.'
          : 'Send a valid API key in the header X-API-Key, or as Authorization: Bearer.',
        { 'www-authenticate': challengeFor(request.url) },
      );
    }
    const refusal = await countRequest(request, reply, key);
    if (!isIn(scope, key)) {
      throw new Failure(
        'forbidden',
        `This operation needs a key with the scope "${scope}"; use another key.`,
      );
    }
    if (refusal !== null) throw refusal;
  });
}

function takesForm(operation: OperationId | undefined): boolean {
  if (operation === undefined) return false;
  const { hasForm = false }: Operation = OPERATIONS[operation];
  return hasForm;
}

function isIn(scope: Scope | 'any', key: ApiKey): boolean {
  return scope === 'any' || key.scopes.includes(scope);
}

/**
 * The secret of a key that can't be meant otherwise: a header of its own; from DataForSEO's clients the password of Basic
 * authentication; and from clients of MCP, which never have a session, a bearer token.
 */
export function secretOf({ headers, url, routeOptions }: FastifyRequest): string | string[] | undefined {
  const { authorization, 'x-api-key': own } = headers;
  if (routeOptions.config.operation === 'callMcp') return own ?? bearerOf(headers) ?? '';
  if (authorization === undefined || !isDataForSeoPath(url)) return own;
  return passwordOf(authorization) ?? bearerOf(headers) ?? '';
}

/** The bearer token of a request (RFC 6750). */
function bearerOf({ authorization = '' }: FastifyRequest['headers']): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}

const BEARER = 'Bearer realm="sitegrep"';

/** Ways to send a key, as a 401 names them (RFC 9110, 11.6.1). Basic would make browsers ask for a password. */
function challengeFor(url: string): string {
  return isDataForSeoPath(url) ? `Basic realm="sitegrep", charset="UTF-8", ${BEARER}` : BEARER;
}

/** The password of an Authorization header; null if it is none of the scheme Basic (RFC 7617). */
function passwordOf(header: string): string | null {
  const [, encoded] = /^basic +([A-Za-z0-9+/_=-]+) *$/i.exec(header) ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? null : text.slice(colon + 1);
}

/** The RateLimit headers of an answer. */
export function limitHeaders({ max, remaining, resetSeconds }: RequestUse): Readonly<Record<string, string>> {
  return {
    'ratelimit-limit': String(max),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
}

export function limitExceeded({ operation, resetSeconds }: RequestUse): Failure {
  const which = operation === null ? 'requests' : `requests for ${operation}`;
  const seconds = Math.max(1, resetSeconds);
  return new Failure('rate_limited', `The key has used up its ${which} for this minute; wait ${seconds} s.`, {
    'retry-after': String(seconds),
  });
}

/** Maximum length of a header that is looked up; every secret is shorter. */
const MAX_SECRET_LENGTH = 200;

/**
 * Time from the arrival of a request to the refusal of its key, in milliseconds. It is well above the time of a lookup
 * (30 µs in SQLite, half a millisecond in Elasticsearch), which differs by microseconds between existing and unknown keys:
 * thousands of requests could measure that.
 */
const REFUSAL_MS = 10;

interface Caller {
  readonly key: ApiKey;
  /** Whether the request used a replaced secret, which will end. */
  readonly withReplacedSecret: boolean;
  readonly session: Pick<Session, 'id' | 'endsAt'> | null;
}

/**
 * Finds the key of a secret, which is a key's own, or that of a session: neither counts in the place of the other.
 *
 * @returns null if there is no valid key @throws errors of the store
 */
type Identify = (
  given: string | readonly string[] | undefined,
  isOfSession: boolean,
) => Promise<Caller | null>;

/**
 * Makes the lookup of API keys. Whatever is wrong with a key, the same work is done and the refusal comes after the same time,
 * so that nobody learns by trying whether a key ever existed.
 */
function identifyBy(keys: SecretLookup, lastUsed: LastUsed): Identify {
  // Looked up instead of a header that can't be a secret, so that the same work is done.
  const decoy = randomBytes(20).toString('hex');

  type Given = Parameters<Identify>;

  function callerIn(found: KeyOfSecret | null, isOfSession: boolean, now: number): Caller | null {
    if (found === null || !isUsable(found, now)) return null;
    return (found.sessionId !== null) === isOfSession ? callerOf(found) : null;
  }

  async function findOrRefuse(now: number, ...[given, isOfSession]: Given): Promise<Caller | null> {
    const refusal = Promise.withResolvers<null>();
    // Started before the lookup: a delay added after it would reveal how long it took.
    const timer = setTimeout(() => refusal.resolve(null), REFUSAL_MS);
    try {
      const found = await keys.findBySecret(isSecret(given) ? given : decoy);
      return callerIn(found, isOfSession, now) ?? (await refusal.promise);
    } finally {
      clearTimeout(timer);
    }
  }

  return async (given, isOfSession) => {
    const now = Date.now();
    const known = isSecret(given) ? keys.cachedBySecret(given) : null;
    const caller = callerIn(known, isOfSession, now) ?? (await findOrRefuse(now, given, isOfSession));
    if (caller !== null) lastUsed.note(caller.key.id, now);
    return caller;
  };
}

function callerOf({ key, secretEndsAt, sessionId }: KeyOfSecret): Caller {
  if (sessionId === null || secretEndsAt === null)
    return { key, withReplacedSecret: secretEndsAt !== null, session: null };
  return { key, withReplacedSecret: false, session: { id: sessionId, endsAt: secretEndsAt } };
}

function isSecret(given: Parameters<Identify>[0]): given is string {
  return typeof given === 'string' && given !== '' && given.length <= MAX_SECRET_LENGTH;
}
