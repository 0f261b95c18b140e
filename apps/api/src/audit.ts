/*
 * What is written into the audit log, and how it is shown. An act is recorded before it begins: what can't be recorded
 * isn't done. Its end is recorded after it; where that is missing, it isn't known how, or whether, the act was done.
 */
import { type AuditAction, type AuditItem, formatTimestamp } from '@sitegrep/contract';
import type { AuditActor, AuditEnd, AuditEntry, AuditLog } from '@sitegrep/storage';

export { AUDIT_ACTIONS, type AuditAction } from '@sitegrep/contract';

/** Characters of a target: more than a domain or an id has. */
const MAX_TARGET = 300;
/** What follows the name of a key in its secret: see api-keys.ts. */
const SECRET_PART = /\b(sg_[0-9a-z]{8})_[0-9a-z]{8,}/gi;

export interface Act {
  readonly actor: Exclude<AuditActor, 'api_key'>;
  readonly action: AuditAction;
  readonly target: string | null;
  /** Whether an error says that nothing was done. */
  readonly isRefusal?: (error: unknown) => boolean;
}

/**
 * Runs what is done without HTTP, with its records before and after.
 *
 * @param work may name what it was done to, where that was not known before
 * @throws what the work throws; whatever the log throws if the act can't be recorded, which then isn't done
 */
export async function audited<T>(
  audit: AuditLog,
  { actor, action, target, isRefusal = () => false }: Act,
  work: (name: (target: string) => void) => Promise<T>,
): Promise<T> {
  const nobody = { keyId: null, keyPrefix: null, remoteAddress: null, requestId: null };
  const act = { ...nobody, at: Date.now(), actor, action, target: target === null ? null : targetIn(target) };
  const id = await audit.add(act, null);
  let named: string | null = null;
  const end = async (result: AuditEnd['result']): Promise<void> => {
    try {
      await audit.end(id, { result, status: null, target: named });
    } catch (error) {
      // What was done is done, and its beginning recorded: whoever did it must get to know what came of it.
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

/** What a client wrote, without the secret of a key, which some give in place of its id. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(SECRET_PART, '$1_…');
}

/** What someone named, whatever it is, as the log keeps it: short, of printable characters, without a key's secret. */
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
    // Only these are added.
    action: entry.action as AuditAction,
    target: entry.target,
    remote_address: entry.remoteAddress,
    request_id: entry.requestId,
    result: entry.result,
    status: entry.status,
  };
}
