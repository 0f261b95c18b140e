import { redisSettings, type RedisBackend } from './backend.ts';
import { redisClients, type RedisClient } from './clients.ts';
import { Outages } from './outages.ts';
import { reach } from './reach.ts';

/** A connection for what processes share through Redis besides the queues. */
export interface SharedClient {
  /** Fails at once while Redis is away, if asked by `ask` (producer.ts). */
  readonly client: RedisClient;
  /** Begins every key. */
  readonly prefix: string;
  readonly close: () => void;
}

/**
 * Redis needn't be there: that is told, and the connection goes on trying.
 *
 * @throws Error that names what is wrong with the backend's settings
 */
export async function openSharedClient(
  backend: RedisBackend,
  onError: (error: Error) => void,
): Promise<SharedClient> {
  const settings = redisSettings(backend);
  const outages = new Outages(onError);
  const clients = redisClients(settings, (error) => outages.failed(error));
  const client = clients.producer();
  client.on('ready', () => outages.over());
  await reach(client, outages);
  return { client, prefix: settings.prefix, close: () => clients.disconnect() };
}
