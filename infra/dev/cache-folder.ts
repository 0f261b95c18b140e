import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Folder for downloads, data, logs and records of started services: $XDG_CACHE_HOME or ~/.cache. For root it is in
 * /var/cache, because Elasticsearch runs as another user, who may not enter root's home.
 */
export function cacheFolder(env: NodeJS.ProcessEnv, uid: number | undefined): string {
  const base = env['XDG_CACHE_HOME'] || (uid === 0 ? '/var/cache' : join(homedir(), '.cache'));
  return join(base, 'sitegrep', 'services');
}
