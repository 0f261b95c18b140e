import type { FastifyBaseLogger } from 'fastify';

/** A part of the process that notices the outages of a service. */
export interface OutageWatcher {
  /** Notes that the service does not answer this part, once or again. */
  away(error: unknown): void;
  /** Notes that it does. */
  back(): void;
}

type Log = Pick<FastifyBaseLogger, 'warn' | 'info'>;

/** Parts that miss a service now, by log and service. */
const missed = new WeakMap<Log, Map<string, Set<OutageWatcher>>>();

/**
 * Makes a watcher. An outage has one line of the log when the first watcher of the process misses the service, and one
 * when the last of them has it again.
 */
export function watchOutages(log: Log, service: string): OutageWatcher {
  const services = missed.get(log) ?? new Map<string, Set<OutageWatcher>>();
  missed.set(log, services);
  const missing = services.get(service) ?? new Set<OutageWatcher>();
  services.set(service, missing);
  const watcher: OutageWatcher = {
    away(error) {
      if (missing.size === 0) {
        log.warn({ err: reasonOf(error), service }, 'a dependency is away; it is tried again');
      }
      missing.add(watcher);
    },
    back() {
      if (missing.delete(watcher) && missing.size === 0) log.info({ service }, 'the dependency is back');
    },
  };
  return watcher;
}

/** An error with those that caused it, without their stacks: the service is what fails, not a part of this process. */
function reasonOf(error: unknown): { readonly type: string; readonly message: string } {
  if (!(error instanceof Error)) return { type: 'Error', message: String(error) };
  const messages = [error.message];
  for (let { cause } = error; cause instanceof Error && messages.length < MAX_CAUSES; { cause } = cause) {
    if (!messages.some((told) => told.includes(cause.message))) messages.push(cause.message);
  }
  return { type: error.name, message: messages.join(': ') };
}

/** Maximum errors of a chain of causes that a line has. */
const MAX_CAUSES = 5;
