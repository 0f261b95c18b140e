import type { Probe } from '@sitegrep/metrics';
import type { ApiParts } from './settings.ts';

/** What a process of sitegrep depends on, by the names that /readyz tells. Each is cheap however much is stored. */
export function probesOf({ storage, queues }: Pick<ApiParts, 'storage' | 'queues'>): Map<string, Probe> {
  return new Map<string, Probe>([
    ['index', () => storage.domains.get('readiness.invalid')],
    // In the form of an id, so that the store is asked.
    ['crawls', () => storage.crawls.spec('00000000-0000-0000-0000-000000000000')],
    ['keys', () => storage.keys.findByHash('')],
    ['queue', () => queues.probe()],
  ]);
}
