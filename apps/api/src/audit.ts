/*
 * Entries of the audit log. An action is recorded before it begins: if that fails, the action is not done. Its result is
 * added afterwards; where it is missing, it is unknown whether and how the action was done.
 */
import { type AuditAction, type AuditItem, formatTimestamp } from '@sitegrep/contract';
import type { AuditActor, AuditEnd, AuditEntry, AuditLog } from '@sitegrep/storage';
import type { FastifyBaseLogger } from 'fastify';
import { everyHour } from './every-hour.ts';

export { AUDIT_ACTIONS, type AuditAction } from '@sitegrep/contract';

/** Maximum characters of a target, more than a domain or an id has. */
const MAX_TARGET = 300;
/** Matches the secret of a key (see api-keys.ts); its first part, which may be shown, is captured. */
const SECRET_PART = /\b(sg_[0-9a-z]{8})_[0-9a-z]{8,}/gi;

/** An action without an HTTP request. */
interface Act {
  readonly actor: Exclude<AuditActor, 'api_key'>;
  readonly action: AuditAction;
  readonly target: string | null;
  /** Whether an error means that the action was refused and nothing was done. */
  readonly isRefusal?: (error: unknown) => boolean;
}

/**
 * Runs an action without an HTTP request, with an entry in the audit log that is begun before and ended after it.
 *
 * @param work may name the target through its argument, where that was not known before
 * @throws the error of the work; the error of the log if the action can't be recorded, which then is not done
 */
export async function audited<T>(
  audit: AuditLog,
  { actor, action, target, isRefusal = () => false }: Act,
  work: (name: (target: string) => void) => Promise<T>,
): Promise<T> {
  const nobody = { keyId: null, keyPrefix: null, sessionId: null, remoteAddress: null, requestId: null };
  const act = { ...nobody, at: Date.now(), actor, action, target: target === null ? null : targetIn(target) };
  const id = await audit.add(act, null);
  let named: string | null = null;
  const end = async (result: AuditEnd['result']): Promise<void> => {
    try {
      await audit.end(id, { result, status: null, target: named });
    } catch (error) {
      // The action is done and its beginning is recorded: the caller must still get its result.
      process.emitWarning(`the end of ${action} is missing in the audit log: ${String(error)}`);
    }
  };
  try {
    const done = await work((name) => {
      named = targetIn(name);
    });
    await end('done');
    return done;
  } catch (error) {
    await end(isRefusal(error) ? 'refused' : 'failed');
    throw error;
  }
}

/** Removes secrets of keys from a client's text: some clients send the secret instead of the id. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(SECRET_PART, '$1_…');
}

/** Makes any text fit for the log as a target: short, printable, and without the secret of a key. */
export function targetIn(text: string): string {
  return withoutSecrets(text.toWellFormed()).replaceAll(/\p{C}/gu, '\ufffd').slice(0, MAX_TARGET);
}

export function auditItem(entry: AuditEntry): AuditItem {
  return {
    id: entry.id,
    at: formatTimestamp(entry.at),
    actor: entry.actor,
    key_id: entry.keyId,
    key_prefix: entry.keyPrefix,
    session_id: entry.sessionId,
    // No other actions are recorded.
    action: entry.action as AuditAction,
    target: entry.target,
    remote_address: entry.remoteAddress,
    request_id: entry.requestId,
    result: entry.result,
    status: entry.status,
  };
}

const DAY = 86_400_000;
/** Entries removed at a time; lookups of keys may have to wait meanwhile. */
const BATCH = 500;

/**
 * Removes entries of the audit log that are too old, now and every hour.
 *
 * @returns a function that stops this and waits for a removal that is running
 */
export function pruneAudit(
  audit: Pick<AuditLog, 'prune'>,
  retentionDays: number,
  logger: FastifyBaseLogger,
): () => Promise<void> {
  return everyHour(async (signal) => {
    const before = Date.now() - retentionDays * DAY;
    let removed = 0;
    try {
      for (let batch = BATCH; batch === BATCH && !signal.aborted; removed += batch)
        batch = await audit.prune(before, BATCH);
    } catch (error) {
      logger.warn(
        { err: error },
        'old entries of the audit log could not be removed; trying again in an hour',
      );
    }
    if (removed > 0) logger.info({ removed, retentionDays }, 'old entries of the audit log removed');
  });
}
