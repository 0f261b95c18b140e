import { expect, it } from 'vitest';
import {
  IndexReplaced,
  StorageBusy,
  StorageCorrupt,
  StorageFull,
  StorageMisconfigured,
  StorageUnavailable,
} from '../errors.ts';
import { errorOfAnswer } from './failure.ts';

const FLOOD_STAGE =
  'index [x] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];';

it.each([
  [429, 'cluster_block_exception', FLOOD_STAGE, StorageFull, /disk .*free some space/],
  [
    503,
    'cluster_block_exception',
    'blocked by: [SERVICE_UNAVAILABLE/1/state not recovered];',
    StorageUnavailable,
    /blocks/,
  ],
  [
    403,
    'cluster_block_exception',
    'index [x] blocked by: [FORBIDDEN/8/index write (api)];',
    StorageBusy,
    /index migrate/,
  ],
  [429, 'es_rejected_execution_exception', 'queue full', StorageBusy, /queue full/],
  [429, 'circuit_breaking_exception', 'Data too large', StorageBusy, /Data too large/],
  [503, 'search_phase_execution_exception', 'all shards failed', StorageUnavailable, /all shards failed/],
  [
    500,
    'no_shard_available_action_exception',
    'No shard available',
    StorageUnavailable,
    /temporarily unavailable/,
  ],
  [403, 'security_exception', 'unauthorized', StorageMisconfigured, /credentials/],
  [413, 'unknown_error', 'no reason is given', StorageMisconfigured, /max_content_length/],
  [404, 'index_not_found_exception', 'no such index [x]', IndexReplaced, /removed/],
  [
    400,
    'illegal_argument_exception',
    'no write index is defined for alias [x].',
    IndexReplaced,
    /newer version of sitegrep migrated/,
  ],
  [500, 'corrupt_index_exception', 'checksum failed', StorageCorrupt, /snapshot/],
  [400, 'document_parsing_exception', 'failed to parse', Error, /400.*failed to parse/],
])('turns %i %s into the error that names the remedy', (status, type, reason, kind, message) => {
  const error = errorOfAnswer(status, type, reason);
  expect(error.constructor).toBe(kind);
  expect(error.message).toMatch(message);
});
