import { type RedisClient } from './clients.ts';

/** A script that Redis runs as one step. */
export interface Script {
  /** Command under which the connection knows it. */
  readonly name: string;
  readonly keys: number;
  readonly lua: string;
}

type Argument = string | number;

/**
 * Teaches a connection a script. Calls send its hash; the text is sent only when Redis does not know it, at first and
 * after a restart.
 *
 * @returns runs it with its keys and arguments, in this order
 */
export function addScript(
  client: RedisClient,
  { name, keys, lua }: Script,
): (...values: readonly Argument[]) => Promise<unknown> {
  client.defineCommand(name, { numberOfKeys: keys, lua });
  const command: unknown = Reflect.get(client, name);
  if (typeof command !== 'function') throw new Error(`the client of Redis has no command ${name}`);
  return async (...values) => Promise.resolve<unknown>(Reflect.apply(command, client, values));
}
