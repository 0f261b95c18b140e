// The state of the server, for as long as somebody looks at the page.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { lookForNewConsole } from '../api/new-console.ts';
import { refetchFailed } from '../api/queries.ts';
import { followHealth, lookAtHealth, type ServerHealth, UNKNOWN_HEALTH } from './follow-health.ts';

/** Signs that somebody uses the page. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

/** Time after which a page that nobody uses begins to follow, when it requests nothing, in milliseconds. */
const UNUSED_MS = 15_000;

/** Time within which all consoles of a server that is back repeat what failed, in milliseconds: not all of them at once. */
const SPREAD_MS = 3_000;

/**
 * The state of the server. A hidden page holds no stream, since a browser opens six connections to a server over HTTP/1.1 for all of its
 * tabs; nor does one that has just been opened, which has what the server said by then.
 */
export function useHealth(): ServerHealth {
  const [health, setHealth] = useState(UNKNOWN_HEALTH);
  const queries = useQueryClient();
  useEffect(() => {
    const left = new AbortController();
    let stop: AbortController | null = null;
    let isUsed = false;
    let wasAway = false;
    let back: ReturnType<typeof setTimeout> | undefined;
    const tell = (next: ServerHealth): void => {
      setHealth(next);
      const isAway = next.state === 'unreachable' || next.state === 'down';
      // Requests that failed meanwhile are repeated, so that nobody has to.
      if (wasAway && !isAway) {
        clearTimeout(back);
        back = setTimeout(goOn, Math.random() * SPREAD_MS);
      }
      wasAway = isAway;
    };
    const follow = (): void => {
      stop?.abort();
      stop = null;
      if (!isUsed || document.visibilityState === 'hidden') return;
      stop = new AbortController();
      void followHealth(client.instance, tell, AbortSignal.any([stop.signal, left.signal]));
    };
    const use = (): void => {
      if (isUsed) return;
      isUsed = true;
      follow();
    };
    const timer = setInterval(() => {
      if (queries.isFetching() === 0) use();
    }, UNUSED_MS);
    const options = { passive: true, signal: left.signal };
    for (const sign of SIGNS) document.addEventListener(sign, use, options);
    document.addEventListener('visibilitychange', follow, { signal: left.signal });
    document.addEventListener('visibilitychange', lookIfShown, { signal: left.signal });
    const begin = async (): Promise<void> => {
      const first = await lookAtHealth(client.instance, left.signal);
      if (left.signal.aborted || isUsed) return;
      tell(first);
      if (first.state !== 'ready') use();
    };
    void begin();
    return () => {
      clearInterval(timer);
      clearTimeout(back);
      left.abort();
    };
  }, [queries]);
  return health;
}

/** Goes on with a server that was away. */
function goOn(): void {
  refetchFailed();
  // It may have been replaced meanwhile.
  void lookForNewConsole();
}

/** Looks for a newer version when somebody comes back to the page. */
function lookIfShown(): void {
  if (document.visibilityState === 'visible') void lookForNewConsole();
}
