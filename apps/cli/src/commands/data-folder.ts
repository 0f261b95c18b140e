import type { Config } from '@sitegrep/config';
import { CommandFailed } from '../failure.ts';
import { readConfig } from '../instance.ts';

/**
 * Reads the settings of a command that works on a data folder.
 *
 * @param command its name, for the message
 * @param cluster what to do instead on Elasticsearch, for the message
 * @throws CommandFailed if the settings name no data folder
 */
export function requireDataFolder(command: string, cluster: string): Config {
  const config = readConfig();
  if (config.storage === 'sqlite') return config;
  throw new CommandFailed(
    `"sitegrep ${command}" works on a data folder (SITEGREP_STORAGE=sqlite); ${cluster}.`,
  );
}
