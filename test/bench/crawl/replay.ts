import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface ReplayRequest {
  readonly files: readonly string[];
  /** Sites that are taken of them at most. */
  readonly sites: number;
  /** How often each site is there, at hosts of their own, ≥ 1. */
  readonly copies: number;
}

export interface ReplayReady {
  /** URL of the proxy. */
  readonly proxy: string;
  /** One page a site. */
  readonly urls: readonly string[];
}

export interface Replay extends ReplayReady {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts replay-server.ts. */
export async function startReplay(request: ReplayRequest): Promise<Replay> {
  const child = fork(new URL('./replay-server.ts', import.meta.url));
  const exited = once(child, 'exit');
  child.send(request);
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message as ReplayReady),
    exited.then(([code]): never => {
      throw new Error(`the replay ended with ${String(code)}`);
    }),
  ]);
  return {
    ...ready,
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
