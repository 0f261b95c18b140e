import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { withoutSecrets } from './audit.ts';
import { trackLastUsed } from './last-used.ts';
import { requireOperations } from './operation-route.ts';
import { addAudit } from './plugins/audit.ts';
import { addAdmission } from './plugins/admission.ts';
import { addClientAddress } from './plugins/client-address.ts';
import { addCors } from './plugins/cors.ts';
import { answerErrors } from './plugins/errors.ts';
import { addHttpMetrics } from './plugins/http-metrics.ts';
import { noSuchPath, watchPaths } from './plugins/paths.ts';
import { addRequestLimit } from './plugins/request-limit.ts';
import { addShedding } from './plugins/shedding.ts';
import { pruneAudit } from './prune-audit.ts';
import { paceRefusals } from './refusal-pace.ts';
import { rememberKeys } from './remembered-keys.ts';
import { addAuditLogRoute } from './routes/admin/audit-log.ts';
import { addBlockedDomainRoutes } from './routes/admin/blocked-domains.ts';
import { addCrawlControlRoutes } from './routes/admin/crawl-control.ts';
import { addCrawlEventsRoute } from './routes/admin/crawl-events.ts';
import { addCrawlRoutes } from './routes/admin/crawls.ts';
import { addDomainRoutes } from './routes/admin/domains.ts';
import { addKeyRoutes } from './routes/admin/keys.ts';
import { addProvidersRoute } from './routes/admin/providers.ts';
import { addRankRoutes } from './routes/admin/ranks.ts';
import { addScheduleRoutes } from './routes/admin/schedules.ts';
import { addHealthRoutes } from './routes/health.ts';
import { addSearchRoute } from './routes/html-source-code-search.ts';
import { addMetricsRoute } from './routes/metrics.ts';
import { addReferenceRoutes } from './routes/reference.ts';
import { addVideoSerpRoute } from './routes/videosite-serp.ts';
import { addVideoInfoRoute } from './routes/videosite-video-info.ts';
import { addAutocompleteRoute } from './routes/web-autocomplete.ts';
import { addWebSerpRoute } from './routes/web-serp.ts';
import { createHttpServer, requestIdOf } from './server.ts';
import type { ApiParts } from './settings.ts';
import { addStoreMetrics } from './store-metrics.ts';

/** Characters of a part of a path: a domain of 253 in any script, encoded for a URL. */
const MAX_SEGMENT = 253 * 12;

/** Milliseconds between telling what still runs to stop and closing its connections. */
const LAST_WORDS_MS = 1_000;

/**
 * The HTTP API over a storage and a queue; not yet listening. Its `close` stops taking connections, gives what is in
 * flight `drainMs` to end, and leaves storage and queue open: they belong to the caller.
 */
export async function createApi(given: ApiParts): Promise<FastifyInstance> {
  const parts = { ...given, storage: { ...given.storage, keys: rememberKeys(given.storage.keys) } };
  const { storage, settings, logger, metrics } = parts;
  const answerError = answerErrors(paceRefusals());
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    serverFactory: (listener) => createHttpServer(listener, settings),
    // The server has its own, which also serves what Fastify never gets to see.
    clientErrorHandler: () => undefined,
    genReqId: requestIdOf,
    requestIdHeader: false,
    routerOptions: { maxParamLength: MAX_SEGMENT },
    exposeHeadRoutes: false,
    trustProxy: settings.trustedProxies.length === 0 ? false : [...settings.trustedProxies],
    // Requests on open connections are served to the end while closing; each is told that the connection ends.
    return503OnClosing: false,
    // A path that can't be decoded.
    frameworkErrors: (_error, request, reply) => answerError(noSuchPath(), request, reply),
  });
  const noRoute = watchPaths(app);
  requireOperations(app);
  app.setErrorHandler(answerError);
  app.removeAllContentTypeParsers();
  // Routes read their bodies themselves, in the order of checks that the contract asks for.
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.decorateRequest('json', undefined);
  addClientAddress(app);
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    request.log.info(
      {
        method,
        path: withoutSecrets(url.split('?', 1)[0] ?? ''),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        client: request.clientAddress,
        keyId: request.apiKey?.id,
        ...(request.withReplacedSecret && { replacedSecret: true }),
      },
      'request',
    );
  });

  addHttpMetrics(app, metrics);
  await addCors(app, settings.corsOrigins, noRoute);
  const lastUsed = trackLastUsed(storage.keys, logger);
  const useRequest = await addRequestLimit(app, {
    perMinute: settings.rateLimitPerMinute,
    operations: settings.operationLimits,
    shared: parts.counts ?? null,
  });
  addAdmission(app, { keys: storage.keys, lastUsed, useRequest, noRoute });
  await addShedding(app, settings.shedding, metrics);
  addAudit(app, storage.audit);
  const stopping = stopAfterDrain(app, settings.drainMs);
  addHealthRoutes(app, parts);
  addSearchRoute(app, parts, stopping);
  addWebSerpRoute(app, parts, stopping);
  addAutocompleteRoute(app, parts, stopping);
  addVideoInfoRoute(app, parts, stopping);
  addVideoSerpRoute(app, parts, stopping);
  addCrawlRoutes(app, parts);
  addCrawlControlRoutes(app, parts);
  addCrawlEventsRoute(app, parts);
  addKeyRoutes(app, parts);
  addRankRoutes(app, parts);
  addScheduleRoutes(app, parts);
  addDomainRoutes(app, parts);
  addBlockedDomainRoutes(app, parts);
  addAuditLogRoute(app, parts);
  addProvidersRoute(app, parts);
  addMetricsRoute(app, metrics);
  addReferenceRoutes(app);
  addStoreMetrics(parts);
  const endPruning = pruneAudit(storage.audit, settings.auditRetentionDays, logger);
  app.addHook('onClose', async () => {
    await Promise.all([lastUsed.settle(), endPruning()]);
  });
  return app;
}

/** @returns fires when requests have had their time to end; a little later the connections that are left are closed */
function stopAfterDrain(app: FastifyInstance, drainMs: number): AbortSignal {
  const stopping = new AbortController();
  let closing = false;
  // Fastify says so for requests that come after closing began; those in flight would keep their connection open.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('preClose', (done) => {
    closing = true;
    const timers = [
      setTimeout(() => stopping.abort(), drainMs),
      setTimeout(() => app.server.closeAllConnections(), drainMs + LAST_WORDS_MS),
    ];
    app.server.once('close', () => timers.forEach(clearTimeout));
    for (const timer of timers) timer.unref();
    done();
  });
  return stopping.signal;
}
