import type { Config } from '@sitegrep/config';
import { CommandFailed } from './failure.ts';
import { readConfig } from './instance.ts';

/** The settings, for the commands of which several run beside each other. @throws CommandFailed, ConfigError */
export function readClusterConfig(command: string): Config {
  const config = readConfig();
  if (config.storage !== 'elasticsearch' || config.queue !== 'redis') {
    throw new CommandFailed(
      `${command} is for a cluster: set SITEGREP_STORAGE=elasticsearch and SITEGREP_QUEUE=redis, ` +
        'or run `sitegrep up`, which does everything in one process.',
    );
  }
  return config;
}
