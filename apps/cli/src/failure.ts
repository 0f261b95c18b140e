import { SitegrepError } from '@sitegrep/client';
import { CommanderError } from 'commander';
import { paint, printableLines } from './terminal.ts';
import { wrapped } from './wrapped.ts';

/**
 * Exit codes, with the meaning that grep gives them: 0 success, 1 a negative answer (nothing found, a failed check), 2 an
 * error.
 */
export const EXIT = { done: 0, negative: 1, failed: 2, interrupted: 130 } as const;

/** A failure whose message has all that the user needs: no stack is printed. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** Names of the errors of other packages whose message is written for the user. */
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
  'UnreadableList',
  'WarcUnwritable',
]);

/** Prints why a command failed. @returns the exit code */
export function reportFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.failed;
  const title = paint('red', 'error:', process.stderr);
  process.stderr.write(`${wrapped(`${title} ${printableLines(describe(error))}`, process.stderr)}\n`);
  return EXIT.failed;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SitegrepError) return describeAnswer(error);
  const explained = EXPLAINED.has(error.name) || systemProblem(error);
  if (explained !== false) return explained === true ? error.message : explained;
  return `${error.stack ?? error.message}\nThis is a fault in sitegrep; please report it with the lines above.`;
}

/** Sentence about a failed request, with a remedy for the command line. */
function describeAnswer({ code, details, cause }: SitegrepError): string {
  if (code === 'unauthorized') {
    return 'the server does not know the API key: check SITEGREP_KEY, --key or the profile.';
  }
  if (code === 'network' || code === 'timeout') return `${details} ${remedyOf(cause)}`;
  if (code === 'unexpected_answer' || details.startsWith('There is no such path'))
    return `${details}\nCheck the URL: it is the one at which the console of the server opens.`;
  return details;
}

/** Codes of Node.js for a certificate whose issuer it does not know. */
const UNKNOWN_ISSUER = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The remedy for a connection that failed. @param cause the error of Node.js, if it is known */
function remedyOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'EPROTO') return 'Give http:// instead of https://, if that is what the server speaks.';
  if (code === 'ECONNRESET')
    return 'Check that the URL has https:// if the server needs it, and what its log says.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'Give the URL with the name that the certificate of the server is for.';
  if (UNKNOWN_ISSUER.has(code))
    return 'If the server is yours, let NODE_EXTRA_CA_CERTS name the file with the certificate of its issuer.';
  if (code.startsWith('CERT_'))
    return 'Renew the certificate of the server, or check the clock of this machine.';
  return 'Check the URL, and that the server runs.';
}

/** Meaning of an error of the operating system, with a remedy where there is one; false for other errors. */
export function systemProblem(error: Error): string | false {
  if (!('code' in error) || typeof error.code !== 'string') return false;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null;
  switch (error.code) {
    case 'ERR_MODULE_NOT_FOUND': {
      // After an update of the repository, say. Modules of our own that are missing are a fault.
      const [, name] = /^Cannot find package '([^']+)'/.exec(error.message) ?? [];
      return name === undefined
        ? false
        : `the package ${name} is not installed; run "npm ci" in the folder of sitegrep.`;
    }
    case 'ENOENT':
      return path === null ? false : `${path}: no such file.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return path === null
        ? error.message
        : `${path}: not permitted (${error.code}); check who may read and write it.`;
    case 'EISDIR':
      return path === null ? error.message : `${path} is a folder, not a file.`;
    case 'ENOSPC':
      return 'the disk is full; free some space and start again. Nothing that was acknowledged is lost.';
    default:
      return false;
  }
}
