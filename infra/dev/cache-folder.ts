import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where downloads, data, logs and notes of started services are: $XDG_CACHE_HOME or ~/.cache. Root's are in /var/cache,
 * since Elasticsearch runs as another user there, and only root may enter root's home.
 */
export function cacheFolder(env: NodeJS.ProcessEnv, uid: number | undefined): string {
  const base = env['XDG_CACHE_HOME'] || (uid === 0 ? '/var/cache' : join(homedir(), '.cache'));
  return join(base, 'sitegrep', 'services');
}
