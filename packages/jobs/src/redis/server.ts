import { randomUUID } from 'node:crypto';
import type { RedisClient } from './clients.ts';

/** What is looked at each time the server answers anew: at the start, after a restart, after a failover. */
export interface ServerEvents {
  /** Something is wrong with its settings, or it can't be looked at. */
  readonly onError: (error: Error) => void;
  /** It is not the data that this process saw before: it restarted without them, or fell back to a replica without them. */
  readonly onLost: () => void;
  readonly onReady: () => void;
}

/**
 * Looks at the server whenever the connection is ready: its settings, and whether the data are those of before.
 *
 * The data have a mark of their own, made by whoever comes first. It goes when they go.
 *
 * @returns when it was looked at for the first time, also if that failed
 */
export function watchServer(client: RedisClient, prefix: string, events: ServerEvents): Promise<void> {
  const looked = Promise.withResolvers<void>();
  const markKey = `${prefix}:mark`;
  let seen: string | null = null;

  const look = async (): Promise<void> => {
    const policy = /^maxmemory_policy:(\S+)/m.exec(await client.info('memory'))?.[1];
    if (policy !== undefined && policy !== 'noeviction') {
      events.onError(
        new Error(
          `Redis has maxmemory-policy ${policy} and would throw jobs away when its memory is full: ` +
            'set it to noeviction (CONFIG SET maxmemory-policy noeviction, and in redis.conf)',
        ),
      );
    }
    await client.set(markKey, randomUUID(), 'NX');
    const mark = await client.get(markKey);
    const lost = seen !== null && seen !== mark;
    seen = mark;
    if (lost) events.onLost();
  };
  client.on('ready', () => {
    events.onReady();
    void look()
      .catch((error: unknown) => {
        // Gone again: the next ready looks again.
        if (client.status !== 'ready') return;
        events.onError(new Error(`Redis can't be looked at: ${String(error)}`, { cause: error }));
      })
      .finally(looked.resolve);
  });
  return looked.promise;
}
