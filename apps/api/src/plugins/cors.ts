import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { NoRoute } from './paths.ts';

/** Seconds for which a browser need not ask again. */
const PREFLIGHT_SECONDS = 600;

const READABLE_HEADERS = [
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
  'X-Sitegrep-Provider',
  'Age',
];
const SENT_HEADERS = ['Content-Type', 'X-API-Key', 'Idempotency-Key', 'Last-Event-ID', 'X-Request-Id'];

/**
 * Lets pages of other origins call the API, errors included. Credentials of browsers have no part in it: the API key is
 * a header. To be added before admission, for a preflight carries no key.
 *
 * @param origins such as `https://app.example.org`, or `*` for all; none: nothing changes
 */
export async function addCors(
  app: FastifyInstance,
  origins: readonly string[],
  noRoute: NoRoute,
): Promise<void> {
  if (origins.length === 0) return;
  app.addHook('onRequest', async ({ method, headers, url }) => {
    const isPreflight =
      headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
    if (method === 'OPTIONS' && !isPreflight) throw noRoute(url.split('?', 1)[0] ?? '');
  });
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: SENT_HEADERS,
    exposedHeaders: READABLE_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
}
