import type { Client } from '@elastic/elasticsearch';
import { type FingerprintStore, NO_FINGERPRINT_STATE } from '../../fingerprints.ts';
import { StorageUnavailable } from '../../errors.ts';
import { changeDocument, createDocument, deleteDocument, readDocument } from '../documents.ts';
import { openIndex } from '../versioned-index.ts';
import {
  type FingerprintSetDocument,
  type FingerprintStateDocument,
  type RecordOptions,
  smallIndexes,
} from './mappings.ts';

/** Id of the document with the state; that of a set is `set:` and its digest. */
const STATE = 'state';

const REPLACE = `
  if (ctx._source.state.revision != params.before) { ctx.op = 'none' }
  else { ctx._source.state = params.state }`;

/**
 * Opens the state of fingerprints: a document, and one for the set that it names, which is written before and removed behind.
 *
 * @param client stays open: its owner closes it
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openFingerprints(
  client: Client,
  options: Omit<RecordOptions, 'recordShards'>,
): Promise<FingerprintStore> {
  const index = await openIndex(client, smallIndexes(options).fingerprints);
  const idOf = (digest: string): string => `set:${digest}`;
  const get: FingerprintStore['get'] = async () =>
    (await readDocument<FingerprintStateDocument>(client, index, STATE))?.state ?? NO_FINGERPRINT_STATE;
  return {
    get,
    async replace(before, state, set) {
      const earlier = await get();
      if (earlier.revision !== before) return false;
      const { digest = null } = state.publicSet ?? {};
      if (set !== undefined && digest !== null)
        await createDocument(client, index, idOf(digest), { set: Buffer.from(set).toString('base64') });
      const changed = await changeDocument<FingerprintStateDocument>(client, {
        index,
        id: STATE,
        script: REPLACE,
        params: { before, state },
        // The script does not run on it.
        ...(before === '' ? { upsert: { state } } : {}),
      });
      if (changed === null) throw new StorageUnavailable('the state of fingerprints was removed meanwhile');
      if (changed.state.revision !== state.revision) return false;
      const old = earlier.publicSet?.digest;
      if (old !== undefined && old !== digest) await deleteDocument(client, index, idOf(old));
      return true;
    },
    async set(digest) {
      const found = await readDocument<FingerprintSetDocument>(client, index, idOf(digest));
      return found === null ? null : Buffer.from(found.set, 'base64');
    },
  };
}
