import { audited, type AuditAction } from '@sitegrep/api/audit';
import type { Storage } from '@sitegrep/storage';
import { CommandFailed } from './failure.ts';

/**
 * Does the work of a command, with an entry in the audit log that is begun before and ended after it.
 *
 * @param work may name the target through its argument, where that was not known before
 */
export function auditedHere<T>(
  { audit }: Pick<Storage, 'audit'>,
  action: AuditAction,
  target: string | null,
  work: (name: (target: string) => void) => Promise<T>,
): Promise<T> {
  const isRefusal = (error: unknown): boolean => error instanceof CommandFailed;
  return audited(audit, { actor: 'command_line', action, target, isRefusal }, work);
}
