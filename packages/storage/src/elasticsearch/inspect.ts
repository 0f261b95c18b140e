// Inspects a cluster without changing it.
import type { Client } from '@elastic/elasticsearch';
import { connect, type ElasticsearchStorageOptions, IDEMPOTENT } from './client.ts';
import { domainIndex } from './domains/mapping.ts';
import { asStorageErrors } from './failure.ts';
import { sitesOfMonth, smallIndexes } from './records/mappings.ts';
import { monthsOf } from './records/site-months.ts';
import { isThere } from './versioned-index.ts';

export interface InspectedCluster {
  readonly version: string;
  /** Health of the cluster: yellow if replicas are missing, red if data are missing. */
  readonly health: 'green' | 'yellow' | 'red';
  readonly dataNodes: number;
  readonly disks: readonly InspectedDisk[];
  /** Names of the existing indexes, and of those that do not exist yet. */
  readonly indexes: readonly string[];
  readonly absent: readonly string[];
  /**
   * Largest clock difference of a node to this machine, in milliseconds, positive if the node is ahead; null if no
   * node reports its time.
   */
  readonly clockAheadMs: number | null;
}

interface InspectedDisk {
  readonly node: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/**
 * @throws StorageMisconfigured if address, credentials or version are wrong, or an index has another mapping
 *   version
 * @throws StorageUnavailable if the cluster does not answer
 */
export async function inspectCluster(options: ElasticsearchStorageOptions): Promise<InspectedCluster> {
  const client = await connect(options);
  try {
    const { version } = await asStorageErrors(client.info({}, IDEMPOTENT));
    const health = await asStorageErrors(client.cluster.health({}, IDEMPOTENT));
    const { disks, clockAheadMs } = await inspectNodes(client);
    const found = { indexes: [] as string[], absent: [] as string[] };
    const months = await monthsOf(client, options);
    const records = [
      ...Object.values(smallIndexes(options)),
      ...months.map((month) => sitesOfMonth(options, month)),
    ];
    for (const index of [domainIndex(options), ...records]) {
      ((await isThere(client, index)) ? found.indexes : found.absent).push(index.alias);
    }
    return {
      version: version.number,
      health: health.status.toLowerCase() as InspectedCluster['health'],
      dataNodes: health.number_of_data_nodes,
      disks,
      clockAheadMs,
      ...found,
    };
  } finally {
    await client.close();
  }
}

async function inspectNodes(client: Client): Promise<Pick<InspectedCluster, 'disks' | 'clockAheadMs'>> {
  const sentAt = Date.now();
  const { nodes } = await asStorageErrors(client.nodes.stats({ metric: 'fs' }, IDEMPOTENT));
  const answeredAt = Date.now();
  const stats = Object.values(nodes);
  const ahead = stats.flatMap(({ timestamp }) =>
    timestamp === undefined ? [] : [outside(timestamp, sentAt, answeredAt)],
  );
  return {
    disks: stats.map(({ name = 'unnamed node', fs }) => ({
      node: name,
      freeBytes: fs?.total?.available_in_bytes ?? 0,
      totalBytes: fs?.total?.total_in_bytes ?? 0,
    })),
    clockAheadMs:
      ahead.length === 0
        ? null
        : ahead.reduce((largest, one) => (Math.abs(one) > Math.abs(largest) ? one : largest)),
  };
}

/** Distance of a time from a span; 0 within the span. */
function outside(time: number, from: number, to: number): number {
  if (time < from) return time - from;
  return Math.max(0, time - to);
}
