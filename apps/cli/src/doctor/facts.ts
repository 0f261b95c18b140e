import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { currentFactsVersion } from '@sitegrep/analysis/facts-version';
import type { Config } from '@sitegrep/config';
import { countOutdatedDomains } from '@sitegrep/storage';
import { openExistingStorage } from '../instance.ts';
import { outdatedText } from '../outdated-count.ts';
import { type Check, checksOf, failedCheck } from './check.ts';

/** Checks that the facts of stored pages are those that an analysis would give now. Nothing is said if they are. */
export async function checkFacts(config: Config): Promise<readonly Check[]> {
  const { warn } = checksOf('index');
  if (config.storage === 'sqlite' && !existsSync(join(config.dataDir, 'domains.sqlite'))) return [];
  try {
    await using closers = new AsyncDisposableStack();
    const storage = await openExistingStorage(config, closers);
    const outdated = await countOutdatedDomains(storage, currentFactsVersion());
    if (outdated.count === 0) return [];
    return [
      warn(
        `${outdatedText({ count: outdated.count, is_exact: outdated.isExact })} with pages whose facts an earlier version gave`,
        'run "sitegrep reanalyse": it reads their stored sources, and asks no host',
      ),
    ];
  } catch (error) {
    return [failedCheck('index', error)];
  }
}
