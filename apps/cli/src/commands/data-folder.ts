import type { Config } from '@sitegrep/config';
import { CommandFailed } from '../failure.ts';
import { readConfig } from '../instance.ts';

/**
 * The settings, if they name a data folder.
 *
 * @param command for the message
 * @param cluster what there is in its place for Elasticsearch
 * @throws CommandFailed
 */
export function requireDataFolder(command: string, cluster: string): Config {
  const config = readConfig();
  if (config.storage === 'sqlite') return config;
  throw new CommandFailed(`${command} is for a data folder (SITEGREP_STORAGE=sqlite); ${cluster}.`);
}
