import { type LeaveSearches, StorageUnavailable } from '@sitegrep/storage';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { pruneAudit } from './audit.ts';
import { addCountTasks } from './dataforseo/counts.ts';
import { addDomainTasks } from './dataforseo/domains.ts';
import { addDataForSeoLists } from './dataforseo/lists.ts';
import { addGoogleTasks } from './dataforseo/google-serp.ts';
import { askForTask } from './dataforseo/provider-task.ts';
import { addYoutubeTasks } from './dataforseo/youtube-serp.ts';
import { refuseEarly } from './early-refusal.ts';
import { knowingCommandLine } from './command-line-key.ts';
import { cacheKeys, trackLastUsed } from './key-cache.ts';
import { openEventStreams } from './event-streams/open-streams.ts';
import { everyMinute, MetricsHistory } from './metrics-history/history.ts';
import { addMetricsHistoryRoute } from './metrics-history/route.ts';
import { noteSizes } from './sizes.ts';
import { answerHead, noSuchPath, requireOperations, watchPaths } from './operation-route.ts';
import { addAdmission } from './plugins/admission.ts';
import { addAudit } from './plugins/audit.ts';
import { openDocumentation } from './documentation.ts';
import { addConsole } from './plugins/console.ts';
import { addCors } from './plugins/cors.ts';
import { addDocumentation } from './plugins/documentation.ts';
import { answerErrors } from './plugins/errors.ts';
import { refuseUnreadableQuery } from './plugins/query-string.ts';
import { paceRefusals } from './plugins/refusal-pace.ts';
import { openRequestLimit } from './plugins/request-limit.ts';
import { addHttpMetrics, addRequestLog } from './plugins/request-log.ts';
import { addShedding } from './plugins/shedding.ts';
import { addTraces } from './plugins/traces.ts';
import { addAuditLogRoute } from './routes/admin/audit-log.ts';
import { addCrawlEventsRoute } from './routes/admin/crawl-events.ts';
import { addCommonCrawlRoutes } from './routes/admin/commoncrawl.ts';
import { addCrawlRoutes } from './routes/admin/crawls.ts';
import { addBlockedDomainRoutes, addDomainRoutes } from './routes/admin/domains.ts';
import { addInstanceRoutes } from './routes/admin/instance.ts';
import { addKeyRoutes } from './routes/admin/keys.ts';
import { addProvidersRoute } from './routes/admin/providers.ts';
import { addSubmitCrawlRoute } from './routes/admin/submit-crawl.ts';
import { addRankRoutes } from './routes/admin/ranks.ts';
import { addPagesRoute } from './routes/admin/pages.ts';
import { addSamplesRoutes } from './routes/admin/samples.ts';
import { addScheduleRoutes } from './routes/admin/schedules.ts';
import { addTechnologySetRoutes } from './routes/admin/technology-sets.ts';
import { addReanalysisRoutes } from './routes/admin/reanalysis.ts';
import { addStatsRoutes } from './routes/admin/stats.ts';
import { addDomainDetailRoutes } from './routes/domains/details.ts';
import { addLookupRoute } from './routes/domains/lookup.ts';
import { addIconRoutes } from './routes/domains/icons.ts';
import { addPageScreenshotRoute } from './routes/domains/screenshot.ts';
import { addPageSourceRoute } from './routes/domains/source.ts';
import { addVersionRoutes } from './routes/domains/versions.ts';
import { addDomainTechnologiesRoute } from './routes/domains/technologies.ts';
import { addHtmlSearchRoutes } from './routes/html-source-code-search.ts';
import { addMcpRoute, type McpParts } from './routes/mcp.ts';
import { addHealthRoutes, addMetricsRoute } from './routes/monitoring.ts';
import { addProviderRoutes } from './routes/providers.ts';
import { addReferenceRoutes } from './routes/reference.ts';
import { addSearchRoutes } from './routes/search.ts';
import { addSessionRoutes } from './routes/session.ts';
import { addSavedSearchEventRoutes } from './routes/saved-search-events.ts';
import { addSavedSearchRoutes } from './routes/saved-searches.ts';
import { addSearchDeliveryRoutes } from './routes/search-deliveries.ts';
import { addSearchReportRoutes } from './routes/search-reports.ts';
import { addDomainListRoutes } from './routes/domain-lists.ts';
import { addTrendRoutes } from './routes/trends.ts';
import { addTechnologyRoutes } from './routes/technologies.ts';
import { addTechnologyTrialRoute } from './routes/technology-trials.ts';
import { openSearchQueue, type SearchQueue } from './search-queue.ts';
import { openSearches, type Searches } from './searches.ts';
import { createHttpServer, requestIdOf } from './server.ts';
import type { ApiParts } from './settings.ts';
import { siteWriterOf } from './site-writer.ts';
import { openSignIn } from './sign-in.ts';
import { addStoreMetrics, openReadiness } from './store-monitoring.ts';

/** Maximum characters of one part of a path: a domain of 253 characters in any script, percent-encoded. */
const MAX_SEGMENT = 253 * 12;

/** Time between telling running requests to stop and closing their connections, in milliseconds. */
const STOP_MS = 1_000;

/**
 * Makes the HTTP API over a storage and queues; it does not listen yet. Without queues it only reads. Its `close` refuses new connections, gives running
 * requests `drainMs` to end, and leaves storage and queues open: they belong to the caller.
 */
export async function createApi(given: ApiParts): Promise<FastifyInstance> {
  const keys = knowingCommandLine(cacheKeys(given.storage.keys), given.commandLineSecret);
  const parts = { ...given, storage: { ...given.storage, keys } };
  const { storage, settings, logger, metrics } = parts;
  const pace = paceRefusals();
  const answerError = answerErrors(pace);
  const queue = openSearchQueue(settings.searches, storage.domains.shortAtOnce, metrics);
  const lastUsed = trackLastUsed(storage.keys, logger);
  const requestLimit = openRequestLimit(
    {
      perMinute: settings.rateLimitPerMinute,
      operations: settings.operationLimits,
      shared: parts.counts ?? null,
    },
    logger,
  );
  const { trustedProxies } = settings;
  const refusal = refuseEarly({ keys, lastUsed, requestLimit, queue, pace, metrics, logger, trustedProxies });
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    serverFactory: (listener) =>
      createHttpServer(
        (request, response) => {
          if (!app.server.listening || !refusal(request, response)) listener(request, response);
        },
        settings,
        metrics,
      ),
    // The server has its own handler, which also answers what Fastify never sees.
    clientErrorHandler: () => undefined,
    genReqId: requestIdOf,
    requestIdHeader: false,
    routerOptions: { maxParamLength: MAX_SEGMENT, ignoreTrailingSlash: true },
    exposeHeadRoutes: false,
    trustProxy: settings.trustedProxies.length === 0 ? false : [...settings.trustedProxies],
    // While closing, requests on open connections are served; each is told that its connection ends.
    return503OnClosing: false,
    // A path that can't be decoded.
    frameworkErrors: (_error, request, reply) => answerError(noSuchPath(), request, reply),
  });
  const documentation = openDocumentation(given.documentation);
  const noRoute = watchPaths(app);
  requireOperations(app);
  app.setErrorHandler(answerError);
  app.removeAllContentTypeParsers();
  // Routes read their bodies themselves, to keep the order of checks that the contract states.
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.decorateRequest('json', undefined);
  const { services, probeTimeoutMs: timeoutMs } = settings;
  app.decorate(
    'readiness',
    parts.readiness ?? openReadiness({ ...parts, services, timeoutMs, needsQueue: false }),
  );
  const relayed = new Map<string, string>();
  answerHead(app);
  addTraces(app);
  addRequestLog(app, relayed);
  addHttpMetrics(app, metrics);
  await addCors(app, settings.corsOrigins, noRoute);
  addDocumentation(app, documentation);
  if (given.console !== undefined) addConsole(app, given.console);
  const { signOnHeader } = settings;
  const signIn = openSignIn({ keys, signInCode: given.signInCode, signOnHeader, trustedProxies });
  addAdmission(app, { keys, signIn, lastUsed, requestLimit, noRoute });
  refuseUnreadableQuery(app);
  await addShedding(app, settings.shedding, settings.searches.patient, metrics);
  addAudit(app, storage.audit, settings.drainMs);
  const stopping = stopAfterDrain(app, settings.drainMs);
  addRoutes(app, parts, openSearches(parts, queue, stopping), { stopping, relayed });
  addReferenceRoutes(app, documentation);
  addStoreMetrics(parts);
  const { process } = given.instance;
  const history =
    parts.queues === undefined
      ? null
      : new MetricsHistory({ metrics, measurements: storage.measurements, logger, process });
  addMetricsHistoryRoute(app, process, history);
  app.addHook('onClose', () => lastUsed.settle());
  if (settings.searches.concurrency === null) app.addHook('onClose', await followShare(queue, parts));
  if (history !== null) {
    app.addHook('onClose', pruneAudit(storage.audit, settings.auditRetentionDays, logger));
    app.addHook('onClose', noteSizes(storage, logger));
    app.addHook('onClose', everyMinute(history));
  }
  return app;
}

/** Adds the routes of all operations. */
function addRoutes(app: FastifyInstance, parts: ApiParts, searches: Searches, mcp: McpParts): void {
  const streams = openEventStreams(app, parts);
  // Each open console has one of these: they must not take the streams of programs.
  addHealthRoutes(app, parts.settings, app.readiness, openEventStreams(app, parts));
  addSearchRoutes(app, searches);
  addTechnologyRoutes(app, searches);
  addTechnologyTrialRoute(app, parts, searches);
  addTrendRoutes(app, searches);
  addDomainListRoutes(app, parts);
  addSavedSearchRoutes(app, parts, searches);
  addSavedSearchEventRoutes(app, parts, streams);
  addSearchDeliveryRoutes(app, parts, searches);
  addSearchReportRoutes(app, parts);
  addHtmlSearchRoutes(app, searches);
  addLookupRoute(app, parts, searches);
  addDomainDetailRoutes(app, parts);
  addDomainTechnologiesRoute(app, parts, searches);
  addPageSourceRoute(app, parts);
  addVersionRoutes(app, parts);
  addPageScreenshotRoute(app, parts);
  addIconRoutes(app, parts, searches);
  addProviderRoutes(app, parts, mcp.stopping);
  addMcpRoute(app, parts, mcp);
  addSubmitCrawlRoute(app, parts);
  addCrawlRoutes(app, parts);
  addCrawlEventsRoute(app, parts, streams);
  addKeyRoutes(app, parts);
  addSessionRoutes(app, parts);
  const sites = siteWriterOf(parts);
  addPagesRoute(app, parts, sites);
  addSamplesRoutes(app, parts, sites);
  addCommonCrawlRoutes(app, parts);
  addRankRoutes(app, parts);
  addScheduleRoutes(app, parts);
  addDomainRoutes(app, parts);
  addBlockedDomainRoutes(app, parts);
  addAuditLogRoute(app, parts);
  addProvidersRoute(app, parts);
  addStatsRoutes(app, parts);
  addReanalysisRoutes(app, parts);
  addTechnologySetRoutes(app, parts);
  addInstanceRoutes(app, parts);
  addMetricsRoute(app, parts.metrics);
  addDomainTasks(app, searches);
  addCountTasks(app, searches);
  const ask = askForTask(parts.providers, mcp.stopping);
  addGoogleTasks(app, ask);
  addYoutubeTasks(app, ask);
  addDataForSeoLists(app);
}

/** Lets as many searches run as this process's share in the storage allows. @returns a function that gives the share back */
function followShare(queue: SearchQueue, { storage, logger }: ApiParts): Promise<LeaveSearches> {
  return storage.shareSearches({
    onShare: (searches) => queue.setConcurrency(searches),
    onFailure: (error) => {
      // Those who watch the service tell of its outage.
      if (error instanceof StorageUnavailable) return;
      logger.warn(
        { err: error },
        'the share in the searches of all processes could not be renewed; the last one holds',
      );
    },
  });
}

/** @returns a signal that fires when requests have had their time to end; soon after, remaining connections are closed */
function stopAfterDrain(app: FastifyInstance, drainMs: number): AbortSignal {
  const stopping = new AbortController();
  let closing = false;
  // Fastify does this for requests that arrive later; those already running would keep their connection open.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', (done) => {
    closing = true;
    // Without effect once everything has ended.
    setTimeout(() => stopping.abort(), drainMs).unref();
    setTimeout(() => app.server.closeAllConnections(), drainMs + STOP_MS).unref();
    done();
  });
  return stopping.signal;
}
