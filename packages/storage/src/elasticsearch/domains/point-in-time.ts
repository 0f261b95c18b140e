import type { Client, estypes } from '@elastic/elasticsearch';
import { IDEMPOTENT } from '../client.ts';
import { asStorageErrors } from '../failure.ts';

/** What makes a search see the state of an index at one moment, in place of `index`. */
export interface PointInTime {
  readonly pit: estypes.SearchPointInTimeReference;
}

/** How long a state outlives the last search that saw it, if nobody closes it. */
const KEEP_ALIVE = '1m';

/** How long a search may be held up by a cluster that does not answer. */
const CLOSE_MS = 1_000;

/** Searches that all see an index as it is now. The cluster keeps that state until `work` has ended. */
export async function atPointInTime<Value>(
  client: Client,
  alias: string,
  signal: AbortSignal | undefined,
  work: (point: PointInTime) => Promise<Value>,
): Promise<Value> {
  const { id } = await asStorageErrors(
    client.openPointInTime(
      { index: alias, keep_alive: KEEP_ALIVE, allow_partial_search_results: false },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  try {
    return await work({ pit: { id, keep_alive: KEEP_ALIVE } });
  } finally {
    // Whatever comes of it, the answer stands: what is not closed ends by itself.
    await Promise.allSettled([client.closePointInTime({ id }, { requestTimeout: CLOSE_MS })]);
  }
}
