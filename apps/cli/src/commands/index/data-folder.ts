import type { Config } from '@sitegrep/config';
import { CommandFailed } from '../../failure.ts';
import { readConfig } from '../../instance.ts';

/** The settings, if they name a data folder: what is done here Elasticsearch does by itself. */
export function dataFolderConfig(command: string): Config {
  const config = readConfig();
  if (config.storage === 'sqlite') return config;
  throw new CommandFailed(
    `index ${command} is for the index of a data folder (SITEGREP_STORAGE=sqlite); Elasticsearch looks after its own.`,
  );
}
