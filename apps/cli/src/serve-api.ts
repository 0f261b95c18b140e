import { hostname } from 'node:os';
import type { AnalysisPool } from '@sitegrep/analysis';
import {
  createApi,
  type ImportParts,
  listen,
  reachableHere,
  SEARCH_QUEUE_BOUNDS,
  type SignInCode,
} from '@sitegrep/api';
import { openReadiness } from '@sitegrep/api/monitoring';
import { type Config, effectiveSettings } from '@sitegrep/config';
import type { Readiness } from '@sitegrep/metrics';
import type { Logger } from 'pino';
import { openAnalysis } from './instance.ts';
import type { Closers } from './read-config.ts';
import { type FingerprintsInUse, folderOfSets, openFingerprints } from './fingerprints/in-use.ts';
import { pathOfOwn } from './fingerprints/own-file.ts';
import { checkHere } from './doctor/check-here.ts';
import { builtConsole, builtDocumentation } from './built-pages.ts';
import { PROBE_TIMEOUT_MS, servicesOf } from './cluster-process.ts';
import { apiAddress, listenAt } from './listening.ts';
import { openProviders } from './providers/open-providers.ts';
import { openShared } from './queues.ts';
import { newSecret, publishAddress } from './published-address.ts';
import type { Runtime } from './runtime.ts';
import { openSending } from './sending.ts';

const MIB = 2 ** 20;

interface ServedParts
  extends
    Pick<Runtime, 'storage' | 'metrics'>,
    Partial<Pick<Runtime, 'queues' | 'onWork' | 'waiting' | 'analysis' | 'fingerprints' | 'telling'>> {
  /** Whether this process holds the data folder: commands on the folder then find it. */
  readonly isHolder: boolean;
  /** Whether browsers get the console; absent: they do not. */
  readonly hasConsole?: boolean;
  /** Code of a link that signs a browser of this machine in, once. */
  readonly signInCode?: SignInCode;
}

interface Served {
  /** URL that the API listens at. */
  readonly url: string;
  /** Secret with which commands of this machine may do everything. */
  readonly secret: string;
  /** Whether the process can answer searches, and what it lacks. */
  readonly readiness: Readiness;
}

/** Serves the API over a storage and its queues. @throws CommandFailed if it can't listen there */
export async function serveApi(
  config: Config,
  logger: Logger,
  served: ServedParts,
  closers: Closers,
): Promise<Served> {
  const { storage, queues, metrics, onWork, waiting, analysis, telling } = served;
  const { isHolder, hasConsole = false, signInCode } = served;
  const secret = newSecret();
  const counted = { config, logger, part: 'the shared count of requests' };
  const counts = await openShared(counted, closers, ({ openRequestCounts }, backend, events) =>
    openRequestCounts(backend, events),
  );
  const services = servicesOf(config);
  const readiness = openReadiness({
    ...served,
    logger,
    services,
    timeoutMs: PROBE_TIMEOUT_MS,
    needsQueue: false,
  });
  const pool = poolOf(config, closers, analysis, queues === undefined ? 1 : config.analysisThreads);
  const fingerprints = await inUse({ config, storage, logger, served, pool: pool.opened }, closers);
  const providers = await openProviders({ config, logger, metrics, domains: storage.domains }, closers);
  const api = await createApi({
    ...(counts === null ? {} : { counts }),
    ...(onWork === undefined ? {} : { onWork }),
    ...(waiting === undefined ? {} : { waiting }),
    ...(queues === undefined ? {} : { queues }),
    // What was written stands, and processes look by themselves, too.
    renewFingerprints: () =>
      fingerprints
        .look()
        .catch((err: unknown) => logger.warn({ err }, 'fingerprints could not be looked at or recorded')),
    ownTechnologies: {
      report: fingerprints.own,
      path: () => pathOfOwn(config),
      folder: folderOfSets(config),
    },
    analysis: pool.open,
    ...(queues === undefined
      ? {}
      : { imports: importParts(config), telling: telling ?? openSending(config, closers) }),
    storage,
    commandLineSecret: secret,
    documentation: builtDocumentation,
    ...(hasConsole ? { console: builtConsole } : {}),
    ...(signInCode === undefined ? {} : { signInCode }),
    providers,
    instance: {
      process: processName(config),
      settings: effectiveSettings(config).map(({ isDefault, doc, ...setting }) => ({
        ...setting,
        is_default: isDefault,
        description: doc,
      })),
      check: () => checkHere(config),
    },
    metrics,
    readiness,
    logger,
    settings: {
      rateLimitPerMinute: config.rateLimitPerMinute,
      operationLimits: new Map(Object.entries(config.operationLimits)),
      searchTimeoutMs: config.searchDeadline,
      searches: { concurrency: config.searchConcurrency, ...SEARCH_QUEUE_BOUNDS },
      shedding: {
        maxLoopDelayMs: config.maxLoopDelay,
        maxUnreadBytes: 256 * MIB,
        maxUnreadBytesOfKey: 64 * MIB,
        answerStallMs: 60_000,
      },
      maxConnections: config.maxConnections,
      corsOrigins: config.corsOrigins,
      trustedProxies: config.trustedProxies,
      signOnHeader: config.signOnHeader?.toLowerCase() ?? null,
      services,
      probeTimeoutMs: PROBE_TIMEOUT_MS,
      maxUploadBytes: config.uploadMaxBytes,
      requestTimeoutMs: 300_000,
      auditRetentionDays: config.auditRetentionDays,
      drainMs: config.shutdownTimeout,
      crawlDefaults: {
        maxPages: config.maxPages,
        maxDepth: config.maxDepth,
        priority: 5,
        revisitAfterDays: config.revisitAfterDays,
      },
      renders: config.render === 'on',
    },
  });
  closers.defer(() => api.close());
  const at = apiAddress(config);
  const url = await listenAt(at, () => listen(api, at));
  if (isHolder) closers.defer(publishAddress(config.dataDir, { url: reachableHere(url), secret }));
  return { url, secret, readiness };
}

interface UsingParts extends Pick<ServedParts, 'storage'> {
  readonly config: Config;
  readonly logger: Logger;
  readonly served: ServedParts;
  readonly pool: () => AnalysisPool | null;
}

/** Name of this process: a single one has a data folder of its own, and may run on another machine after a restart. */
function processName({ queue, port }: Config): string {
  return queue === 'redis' ? `api at ${hostname()}:${port}` : 'up';
}

/** The fingerprints of this process: those of one that crawls, or else its own, which only tell what can be found. */
async function inUse(
  { config, storage, logger, served, pool }: UsingParts,
  closers: Closers,
): Promise<FingerprintsInUse> {
  if (served.fingerprints !== undefined) return served.fingerprints;
  const fingerprints = await openFingerprints({ config, storage, logger }, closers);
  await fingerprints.follow({ analysis: pool });
  return fingerprints;
}

/** @param analysis the pool of a process that crawls; absent: one of so many threads is opened when it is needed first */
function poolOf(
  config: Config,
  closers: Closers,
  analysis: AnalysisPool | undefined,
  threads: number,
): { readonly open: () => AnalysisPool; readonly opened: () => AnalysisPool | null } {
  let pool = analysis ?? null;
  return {
    open: () => (pool ??= openAnalysis({ ...config, analysisThreads: threads }, closers)),
    opened: () => pool,
  };
}

function importParts(config: Config): ImportParts {
  return {
    maxSiteBytes: config.maxSiteBytes,
    maxBodyBytes: config.maxPageBytes,
    concurrency: 2 * config.analysisThreads,
  };
}
