// Looks at a cluster without changing anything in it.
import type { Client } from '@elastic/elasticsearch';
import { connect, type ElasticsearchStorageOptions, IDEMPOTENT } from './client.ts';
import { confirmationIndex } from './domains/confirmations.ts';
import { domainIndex } from './domains/mapping.ts';
import { asStorageErrors } from './failure.ts';
import { recordIndexes } from './records/mappings.ts';
import { isThere } from './versioned-index.ts';

export interface InspectedCluster {
  readonly version: string;
  /** Of the cluster: yellow if replicas are missing, red if data are. */
  readonly health: 'green' | 'yellow' | 'red';
  readonly dataNodes: number;
  readonly disks: readonly InspectedDisk[];
  /** Names of the indexes that are there, and that are still to be made. */
  readonly indexes: readonly string[];
  readonly absent: readonly string[];
  /** How far the clock of the node that is furthest off is ahead of this machine's, in milliseconds; null if none told. */
  readonly clockAheadMs: number | null;
}

interface InspectedDisk {
  readonly node: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/**
 * @throws StorageMisconfigured if the address, the credentials or the version is wrong, or an index is another version's
 * @throws StorageUnavailable if it does not answer
 */
export async function inspectCluster(options: ElasticsearchStorageOptions): Promise<InspectedCluster> {
  const client = await connect(options);
  try {
    const { version } = await asStorageErrors(client.info({}, IDEMPOTENT));
    const health = await asStorageErrors(client.cluster.health({}, IDEMPOTENT));
    const { disks, clockAheadMs } = await inspectNodes(client);
    const found = { indexes: [] as string[], absent: [] as string[] };
    const records = Object.values(recordIndexes(options));
    for (const index of [domainIndex(options), confirmationIndex(options), ...records]) {
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
  const askedAt = Date.now();
  const { nodes } = await asStorageErrors(client.nodes.stats({ metric: 'fs' }, IDEMPOTENT));
  const answeredAt = Date.now();
  const stats = Object.values(nodes);
  const ahead = stats.flatMap(({ timestamp }) =>
    timestamp === undefined ? [] : [outside(timestamp, askedAt, answeredAt)],
  );
  return {
    disks: stats.map(({ name = 'a node', fs }) => ({
      node: name,
      freeBytes: fs?.total?.available_in_bytes ?? 0,
      totalBytes: fs?.total?.total_in_bytes ?? 0,
    })),
    clockAheadMs:
      ahead.length === 0 ? null : ahead.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most)),
  };
}

/** How far a time lies outside of a span; 0 within it. */
function outside(time: number, from: number, to: number): number {
  if (time < from) return time - from;
  return Math.max(0, time - to);
}
