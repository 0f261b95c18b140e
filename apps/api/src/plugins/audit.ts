/*
 * Audit of administrative requests over HTTP. An entry is written before the body of a request is read, and gets its
 * result before the answer is sent.
 */
import type { OperationId, OPERATIONS } from '@sitegrep/contract';
import type { ApiKey, AuditedAct, AuditLog } from '@sitegrep/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type AuditAction, targetIn } from '../audit.ts';
import { COMMAND_LINE_KEY } from '../command-line-key.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Target of the action, where the path does not name it. */
    auditTarget: string | null;
  }
}

type OperationOf<Id extends OperationId> = (typeof OPERATIONS)[Id];

/**
 * Operations with the scope `admin` that change something, and signing in and out. Messages of MCP change nothing by
 * themselves: the operations that tools call are recorded. A preview only reads. Those on saved searches are recorded whoever calls
 * them, since they have messages sent.
 */
type AuditedOperation = SavedSearchOperation | AdministrativeOperation;

type SavedSearchOperation = {
  [Id in OperationId]: OperationOf<Id> extends { readonly tag: 'Saved searches' }
    ? OperationOf<Id> extends { readonly method: 'GET' }
      ? never
      : Id
    : never;
}[OperationId];

type AdministrativeOperation = {
  [Id in OperationId]: OperationOf<Id> extends { readonly scope: 'admin' | 'any' }
    ? OperationOf<Id> extends { readonly method: 'GET' }
      ? never
      : Id
    : never;
}[Exclude<OperationId, 'callMcp' | 'previewCrawl' | 'previewSchedule'>];

const ACTIONS: Readonly<Record<AuditedOperation, AuditAction>> = {
  createCrawl: 'crawl.create',
  cancelCrawl: 'crawl.cancel',
  deleteCrawl: 'crawl.delete',
  retryCrawl: 'crawl.retry',
  putSchedule: 'schedule.put',
  deleteSchedule: 'schedule.delete',
  putDomainList: 'list.put',
  changeDomainList: 'list.change',
  deleteDomainList: 'list.delete',
  putSavedSearch: 'search.put',
  deleteSavedSearch: 'search.delete',
  renewSearchFeeds: 'search.renew_feeds',
  replaySearchDelivery: 'search.replay',
  testSavedSearch: 'search.test',
  makeSearchReport: 'search.make_report',
  deleteDomain: 'domain.delete',
  blockDomain: 'block.put',
  unblockDomain: 'block.delete',
  sendPages: 'page.send',
  addSamples: 'samples.add',
  removeSamples: 'samples.remove',
  importRanks: 'rank.import',
  startCommonCrawl: 'commoncrawl.start',
  stopCommonCrawl: 'commoncrawl.stop',
  takeTechnologies: 'technologies.take',
  takeBuiltInTechnologies: 'technologies.built_in',
  startReanalysis: 'reanalysis.start',
  stopReanalysis: 'reanalysis.stop',
  createKey: 'key.create',
  rotateKey: 'key.rotate',
  revokeKey: 'key.revoke',
  openSession: 'session.open',
  closeSession: 'session.close',
  endSession: 'session.end',
};
const ACTION_OF = new Map<string, AuditAction>(Object.entries(ACTIONS));

/** Minimum interval between recorded refusals of the same key and action, in milliseconds, so that no key fills the log. */
const REFUSAL_PAUSE_MS = 600_000;
/** Maximum refusals that are remembered; one that is dropped is recorded once more often. */
const MAX_REFUSALS = 10_000;

/**
 * Adds the audit; must be added after admission, which identifies the key.
 *
 * @param patienceMs time for which the closing waits for actions whose client has gone, in milliseconds
 */
export function addAudit(app: FastifyInstance, audit: AuditLog, patienceMs: number): void {
  const running = new RunningActions();
  app.addHook('onClose', () => running.settled(patienceMs));
  const entries = new WeakMap<FastifyRequest, string>();
  const refusedAt = new LRUCache<string, number>({ max: MAX_REFUSALS });

  function isRefusedAnew(request: FastifyRequest): boolean {
    const what = `${request.apiKey?.id} ${actionOf(request)}`;
    const now = performance.now();
    if (now - (refusedAt.get(what) ?? -Infinity) < REFUSAL_PAUSE_MS) return false;
    refusedAt.set(what, now);
    return true;
  }

  app.decorateRequest('auditTarget', null);
  app.addHook('onRequest', async (request) => {
    const action = actionOf(request);
    if (action === undefined) return;
    entries.set(request, await audit.add(actOf(request, action), null));
    running.begin(request);
  });
  app.addHook('onSend', async (request, reply) => {
    const action = actionOf(request);
    if (action === undefined) return;
    const { statusCode: status } = reply;
    const entry = entries.get(request);
    try {
      if (entry !== undefined) {
        const target = request.auditTarget;
        await audit.end(entry, { result: resultOf(status), status, target });
      } else if (status === 403 && isRefusedAnew(request)) {
        await audit.add(actOf(request, action), { result: 'refused', status });
      }
    } catch (error) {
      // The action is done and its beginning is recorded: the client must still get the answer.
      request.log.error({ err: error, entry, status }, 'the result of an action is missing in the audit log');
    } finally {
      running.end(request);
    }
  });
}

/**
 * Runs an action that a request does besides what it asks for, with an entry of its own.
 *
 * @param work gives the target of the action, null if there was nothing to do
 * @throws the error of the work; that of the log if the action can't be recorded, which then is not done
 */
export async function auditedPart(
  audit: AuditLog,
  request: FastifyRequest,
  action: AuditAction,
  work: () => Promise<string | null>,
): Promise<void> {
  const entry = await audit.add({ ...actOf(request, action), target: null }, null);
  const end = async (status: number, target: string | null): Promise<void> => {
    try {
      await audit.end(entry, { result: resultOf(status), status, target });
    } catch (error) {
      request.log.error({ err: error, entry, status }, 'the result of an action is missing in the audit log');
    }
  };
  let target: string | null;
  try {
    target = await work();
  } catch (error) {
    await end(500, null);
    throw error;
  }
  await end(202, target);
}

/** Actions that have begun: they still change the storage when their connection is closed. */
class RunningActions {
  readonly #requests = new Set<FastifyRequest>();
  #onSettled = (): void => {};

  begin(request: FastifyRequest): void {
    this.#requests.add(request);
  }

  end(request: FastifyRequest): void {
    this.#requests.delete(request);
    if (this.#requests.size === 0) this.#onSettled();
  }

  async settled(patienceMs: number): Promise<void> {
    if (this.#requests.size === 0) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, patienceMs);
      this.#onSettled = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }
}

function actionOf({ routeOptions }: FastifyRequest): AuditAction | undefined {
  return ACTION_OF.get(routeOptions.config.operation ?? '');
}

function actOf(request: FastifyRequest, action: AuditAction) {
  return {
    at: Date.now(),
    ...actorOf(request.apiKey),
    sessionId: request.session?.id ?? null,
    action,
    target: namedIn(request.params),
    remoteAddress: request.clientAddress,
    requestId: request.id,
  };
}

function actorOf(key: ApiKey | null): Pick<AuditedAct, 'actor' | 'keyId' | 'keyPrefix'> {
  if (key === COMMAND_LINE_KEY) return { actor: 'command_line', keyId: null, keyPrefix: null };
  return { actor: 'api_key', keyId: key?.id ?? null, keyPrefix: key?.prefix ?? null };
}

/** Value of the path's only parameter. */
function namedIn(params: unknown): string | null {
  const [named]: unknown[] = typeof params === 'object' && params !== null ? Object.values(params) : [];
  return typeof named === 'string' ? targetIn(named) : null;
}

function resultOf(status: number): 'done' | 'refused' | 'failed' {
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}
