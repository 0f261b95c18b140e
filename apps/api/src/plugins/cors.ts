import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { NoRoute } from '../operation-route.ts';

/** Time for which a browser may cache a preflight, in seconds. */
const PREFLIGHT_SECONDS = 600;

const READABLE_HEADERS = [
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
  'X-Sitegrep-Provider',
  'Age',
  'ETag',
  'Content-Disposition',
  'Content-Range',
  'Mcp-Session-Id',
  'WWW-Authenticate',
];
const SENT_HEADERS = [
  'Content-Type',
  'X-API-Key',
  'Authorization',
  'Idempotency-Key',
  'Last-Event-ID',
  'X-Request-Id',
  'Range',
  'If-Range',
  'If-None-Match',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
];

/**
 * Lets pages of other origins call the API and read its errors. No browser credentials are involved: the API key is a
 * header. Must be added before admission, because a preflight has no key.
 *
 * @param origins origins such as `https://app.example.org`, or `*` for all; without any, nothing changes
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
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: SENT_HEADERS,
    exposedHeaders: READABLE_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
}
