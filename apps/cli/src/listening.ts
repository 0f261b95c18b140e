// Problems of listening at an address, in words that name the setting to change, and the program that has the port.
import type { Config } from '@sitegrep/config';
import { CommandFailed } from './failure.ts';

/** An address to listen at, and the settings that give it. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly settings: { readonly host: string; readonly port: string };
}

export function apiAddress({ host, port }: Config): ListenAddress {
  return { host, port, settings: { host: 'SITEGREP_HOST', port: 'SITEGREP_PORT' } };
}

export function metricsAddress({ metricsHost: host, metricsPort: port }: Config): ListenAddress {
  return { host, port, settings: { host: 'SITEGREP_METRICS_HOST', port: 'SITEGREP_METRICS_PORT' } };
}

/** Problem of listening at an address. */
export interface ListenProblem {
  readonly finding: string;
  readonly remedy: string;
  /** Whether a sitegrep listens there. */
  readonly isSitegrep: boolean;
}

/** Time in which a sitegrep that has the port must answer, in milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Listens.
 *
 * @param listen opens the listener
 * @throws CommandFailed with a remedy if that is not possible
 */
export async function listenAt<T>(address: ListenAddress, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'code' in error)) {
      throw error;
    }
    const { finding, remedy } = await listenProblem(String(error.code), address);
    throw new CommandFailed(`${finding}; ${remedy}.`, { cause: error });
  }
}

/** @param code error code of listening there, such as EADDRINUSE */
export async function listenProblem(
  code: string,
  { host, port, settings }: ListenAddress,
): Promise<ListenProblem> {
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  switch (code) {
    case 'EADDRINUSE': {
      const isSitegrep = await answersAsSitegrep(host, port);
      return {
        finding: `another ${isSitegrep ? 'sitegrep' : 'program'} listens at ${at}`,
        remedy: `stop it, or set ${settings.port} to another port`,
        isSitegrep,
      };
    }
    case 'EADDRNOTAVAIL':
      return {
        finding: `this machine has no address ${host}`,
        remedy: `set ${settings.host} to an address of this machine, or to 0.0.0.0`,
        isSitegrep: false,
      };
    case 'EACCES':
      return {
        finding: `this user may not listen at ${at}`,
        remedy: `set ${settings.port} to a port above 1023`,
        isSitegrep: false,
      };
    default:
      return {
        finding: `listening at ${at} fails (${code})`,
        remedy: `set ${settings.host} and ${settings.port} to other values`,
        isSitegrep: false,
      };
  }
}

/** Whether the program that listens there answers /healthz as sitegrep does. */
async function answersAsSitegrep(host: string, port: number): Promise<boolean> {
  const address =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${address}:${port}/healthz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return /"alive"/.test(await response.text());
  } catch {
    // It speaks no HTTP, or does not answer: it is not sitegrep.
    return false;
  }
}
