import { audited, type AuditAction } from '@sitegrep/api/audit';
import type { Storage } from '@sitegrep/storage';
import { CommandFailed } from './failure.ts';

/**
 * Does what the command line was told to, with its records in the audit log before and after.
 *
 * @param work may name what it was done to, where that was not known before
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
