import type { Config } from '@sitegrep/config';
import { requireDataFolder } from '../data-folder.ts';

/** Reads the settings of a command that works on the index of a data folder; Elasticsearch needs no such work. */
export function dataFolderConfig(command: string): Config {
  return requireDataFolder(`index ${command}`, 'Elasticsearch maintains its index by itself');
}
