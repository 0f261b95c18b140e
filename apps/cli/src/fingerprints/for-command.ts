import type { Config } from '@sitegrep/config';
import { useFingerprints } from '@sitegrep/technologies/data';
import { prepareSet } from '@sitegrep/technologies/prepare';
import { folderOfSets } from './in-use.ts';
import { stateOfFile } from './own-file.ts';

/** Puts technologies of one's own in use beside the built-in set, for a command that opens no storage. */
export async function useOwnTechnologies(config: Pick<Config, 'dataDir' | 'technologies'>): Promise<void> {
  const { technologies: own } = config;
  if (own === null || stateOfFile(own) === null) return;
  const set = await prepareSet({ publicSet: null, own }, folderOfSets(config));
  useFingerprints(set.compiled, set.own.queries);
}
