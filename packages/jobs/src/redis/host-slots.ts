import { setTimeout } from 'node:timers/promises';
import { redisSettings, type RedisBackend } from './backend.ts';
import { redisClients } from './clients.ts';
import { Outages } from './outages.ts';
import { ask } from './producer.ts';
import { reach } from './reach.ts';

/** When each host may be asked next, shared by all processes on one Redis. */
export interface HostSlots {
  /**
   * Takes the host's next free slot and waits for it; the slot after it is `intervalMs` later at the earliest, whoever
   * takes it. Slots are given in the order they are asked for, by Redis' own clock. One that is taken and not used (the
   * signal fired, the process ended) is lost.
   *
   * @param host as it stands in a URL, with its port
   * @param intervalMs the least between this request's start and the next one's, ≥ 1
   * @throws QueuesUnavailable if Redis can't be reached: then don't ask the host, but come again later; the signal's
   *   AbortError
   */
  acquire(host: string, intervalMs: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * The milliseconds until the host's next free slot, which is taken by asking. A host's key goes when its slots are past,
 * so Redis holds those of busy hosts only.
 */
const TAKE_SLOT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local slot = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
local after = slot + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.0f', after), 'PX', string.format('%.0f', after - now))
return slot - now
`;

/** @throws Error that names what is wrong with the backend's settings */
export async function openHostSlots(
  backend: RedisBackend,
  onError: (error: Error) => void,
): Promise<HostSlots> {
  const settings = redisSettings(backend);
  const outages = new Outages(onError);
  const clients = redisClients(settings, (error) => outages.failed(error));
  const client = clients.producer();
  client.on('ready', () => outages.over());
  await reach(client, outages);

  return {
    acquire: async (host, intervalMs, signal) => {
      signal.throwIfAborted();
      const key = `${settings.prefix}:slot:${host}`;
      const waitMs = await ask(client, () =>
        client.eval(TAKE_SLOT, 1, key, Math.max(1, Math.ceil(intervalMs))),
      );
      await setTimeout(Number(waitMs), undefined, { signal });
    },
    close: () => clients.disconnect(),
  };
}
