import { CommanderError } from 'commander';
import { paint } from './terminal.ts';

/**
 * How the command ended, as grep has it: 0 found or done, 1 a negative answer (nothing found, a disagreement), 2 it
 * could not be done.
 */
export const EXIT = { done: 0, negative: 1, failed: 2, interrupted: 130 } as const;

/** A failure whose message says all that the user needs: no stack is printed. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** Errors of the other rooms that carry a message written for the user. */
const EXPLAINED = new Set([
  'BrokenGzip',
  'CommandFailed',
  'ConfigError',
  'ListTooLarge',
  'NotWarcError',
  'QueuesUnavailable',
  'StorageBusy',
  'StorageCorrupt',
  'StorageMisconfigured',
  'StorageUnavailable',
  'WarcUnwritable',
]);

/** Prints why a command failed and says with which code to exit. */
export function reportFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.failed;
  const title = paint('red', 'error:', process.stderr);
  process.stderr.write(`${title} ${describe(error)}\n`);
  return EXIT.failed;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const explained = EXPLAINED.has(error.name) || systemProblem(error);
  if (explained !== false) return explained === true ? error.message : explained;
  return `${error.stack ?? error.message}\nThis is a fault in sitegrep; please report it with the lines above.`;
}

function systemProblem(error: Error): string | false {
  if (!('code' in error) || typeof error.code !== 'string') return false;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null;
  switch (error.code) {
    case 'EADDRINUSE':
      return `${error.message}. Another program listens there; choose another with SITEGREP_PORT or SITEGREP_METRICS_PORT.`;
    case 'EADDRNOTAVAIL':
      return `${error.message}. This machine has no such address; set SITEGREP_HOST or SITEGREP_METRICS_HOST to one it has.`;
    case 'ENOENT':
      return path === null ? false : `${path}: no such file.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return path === null ? error.message : `${path}: not permitted (${error.code}).`;
    case 'EISDIR':
      return path === null ? error.message : `${path}: is a folder, not a file.`;
    case 'ENOSPC':
      return 'the disk is full; free some room and start again, nothing acknowledged is lost.';
    default:
      return false;
  }
}
