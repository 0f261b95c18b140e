import type { Config } from '@sitegrep/config';
import { requireDataFolder } from '../data-folder.ts';

/** The settings, if they name a data folder: what is done here Elasticsearch does by itself. */
export function dataFolderConfig(command: string): Config {
  return requireDataFolder(`index ${command}`, 'Elasticsearch looks after its own index');
}
