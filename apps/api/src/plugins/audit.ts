/*
 * Records what is done over HTTP with the rights of an administrator. The record is written before a request's body is
 * read, and has its end before the answer goes out.
 */
import type { OperationId, OPERATIONS } from '@sitegrep/contract';
import type { AuditLog } from '@sitegrep/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AuditAction, targetIn } from '../audit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the action was done to, where the path doesn't name it. */
    auditTarget: string | null;
  }
}

type OperationOf<Id extends OperationId> = (typeof OPERATIONS)[Id];

/** Operations that change something with the rights of an administrator. */
type Act = {
  [Id in OperationId]: OperationOf<Id> extends { readonly scope: 'admin' }
    ? OperationOf<Id> extends { readonly method: 'GET' }
      ? never
      : Id
    : never;
}[OperationId];

const ACTIONS: Readonly<Record<Act, AuditAction>> = {
  createCrawl: 'crawl.create',
  cancelCrawl: 'crawl.cancel',
  retryCrawl: 'crawl.retry',
  putSchedule: 'schedule.put',
  deleteSchedule: 'schedule.delete',
  deleteDomain: 'domain.delete',
  blockDomain: 'block.put',
  unblockDomain: 'block.delete',
  importRanks: 'rank.import',
  createKey: 'key.create',
  rotateKey: 'key.rotate',
  revokeKey: 'key.revoke',
};
const ACTION_OF = new Map<string, AuditAction>(Object.entries(ACTIONS));

/** Milliseconds in which no second refusal of a key's action for its scope is recorded, so that no key fills the log. */
const REFUSAL_PAUSE_MS = 600_000;
/** Refusals remembered; the oldest makes way, and is then just recorded once more often. */
const MAX_REFUSALS = 10_000;

/** To be added after admission, which says whose request it is. */
export function addAudit(app: FastifyInstance, audit: AuditLog): void {
  const entries = new WeakMap<FastifyRequest, string>();
  const refusedAt = new Map<string, number>();

  function isRefusedAnew(request: FastifyRequest): boolean {
    const what = `${request.apiKey?.id} ${actionOf(request)}`;
    const now = performance.now();
    if (now - (refusedAt.get(what) ?? -Infinity) < REFUSAL_PAUSE_MS) return false;
    refusedAt.delete(what);
    refusedAt.set(what, now);
    if (refusedAt.size > MAX_REFUSALS) refusedAt.delete(refusedAt.keys().next().value ?? '');
    return true;
  }

  app.decorateRequest('auditTarget', null);
  app.addHook('onRequest', async (request) => {
    const action = actionOf(request);
    if (action !== undefined) entries.set(request, await audit.add(actOf(request, action), null));
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
      // What was done is done, and its beginning recorded: the answer must tell.
      request.log.error({ err: error, entry, status }, 'the end of an action is missing in the audit log');
    }
  });
}

function actionOf({ routeOptions }: FastifyRequest): AuditAction | undefined {
  return ACTION_OF.get(routeOptions.config.operation ?? '');
}

function actOf(request: FastifyRequest, action: AuditAction) {
  return {
    at: Date.now(),
    actor: 'api_key' as const,
    keyId: request.apiKey?.id ?? null,
    keyPrefix: request.apiKey?.prefix ?? null,
    action,
    target: namedIn(request.params),
    remoteAddress: request.clientAddress,
    requestId: request.id,
  };
}

/** The one parameter that a path has. */
function namedIn(params: unknown): string | null {
  const [named]: unknown[] = typeof params === 'object' && params !== null ? Object.values(params) : [];
  return typeof named === 'string' ? targetIn(named) : null;
}

function resultOf(status: number): 'done' | 'refused' | 'failed' {
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}
