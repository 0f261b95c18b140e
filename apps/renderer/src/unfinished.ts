// Decides whether a page is finished, by what was seen of it, and says what it waited for when its time was over.
import type { NetworkState } from './page-activity.ts';
import { isTimed, type Timer } from './timers.ts';

export interface Observation {
  readonly network: NetworkState;
  readonly timers: readonly Timer[];
  /** Time without a change of the document, in milliseconds. */
  readonly sameMs: number;
  /** Time since its scripts kept it from answering, in milliseconds. */
  readonly idleMs: number;
  /** Time since the document and all that it names were loaded, in milliseconds; null if they are not. */
  readonly loadedMs: number | null;
  /** Whether the page shows no text yet, or only asks to wait. */
  readonly showsNothing: boolean;
  /** Whether it has workers. */
  readonly works: boolean;
  /** Time until the page is taken as it is, in milliseconds. */
  readonly leftMs: number;
}

/** Cause of a page that is not finished, with its hosts. `busy`: its scripts let it answer nothing. */
export interface Unfinished {
  readonly waitsFor: 'answers' | 'changes' | 'loading' | 'text' | 'timer' | 'worker' | 'busy';
  readonly hosts: readonly string[];
}

/** Time without requests and changes after which a page is finished, in milliseconds. */
const QUIET_MS = 500;
/** Such a time for a page that shows nothing, whose pictures have not come, or whose document was not closed, in milliseconds. */
const NEARLY_QUIET_MS = 2_000;

/** @returns null if the page is finished */
export function unfinishedOf(seen: Observation): Unfinished | null {
  const { network, sameMs, idleMs, loadedMs, showsNothing, works, timers, leftMs } = seen;
  // The first cause that holds is told, so those that say most come first.
  if (network.awaited.length > 0) return { waitsFor: 'answers', hosts: network.awaited };
  const connected = showsNothing ? [...new Set([...network.unanswered, ...network.lasting])] : [];
  if (connected.length > 0) return { waitsFor: 'text', hosts: connected };
  const calmMs = Math.min(network.calmMs, loadedMs ?? Infinity);
  if (isTimed(timers, { calmMs, showsNothing, leftMs })) return { waitsFor: 'timer', hosts: [] };
  if (showsNothing && works) return { waitsFor: 'worker', hosts: [] };
  const quietMs = Math.min(network.quietMs, sameMs);
  if (quietMs < QUIET_MS) return { waitsFor: 'changes', hosts: [] };
  const isLoading = network.shown || loadedMs === null || showsNothing;
  if (isLoading && quietMs < NEARLY_QUIET_MS) return { waitsFor: 'loading', hosts: [] };
  return idleMs < QUIET_MS ? { waitsFor: 'busy', hosts: [] } : null;
}

/** Why a page whose time was over may not be complete. */
export function lateReason({ waitsFor, hosts }: Unfinished, seconds: number): string {
  const after = `after ${seconds} s`;
  switch (waitsFor) {
    case 'answers':
      return `${after} answers of ${listed(hosts)} had not come to their end`;
    case 'text':
      return `${after} the page showed nothing and was still connected to ${listed(hosts)}`;
    case 'timer':
      return `${after} a timer of the page was still running`;
    case 'worker':
      return `${after} the page showed nothing and a worker of it was still running`;
    case 'changes':
      return `${after} the page was still changing`;
    case 'loading':
      return `${after} the page was still loading`;
    case 'busy':
      return `${after} scripts of the page were still busy`;
  }
}

/** Why a finished page may not be complete; null if nothing was open. */
export function openReason({ unanswered }: Pick<NetworkState, 'unanswered'>): string | null {
  return unanswered.length === 0 ? null : `the page went on waiting for ${listed(unanswered)}`;
}

/** Maximum hosts that are named. */
const MAX_NAMED = 5;

function listed(hosts: readonly string[]): string {
  const named = hosts.slice(0, MAX_NAMED);
  const more = hosts.length - named.length;
  const parts = more > 0 ? [...named, `${more} more`] : named;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
