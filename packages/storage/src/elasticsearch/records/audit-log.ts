import type { Client, estypes } from '@elastic/elasticsearch';
import type { AuditEntry, AuditLog } from '../../records.ts';
import { StorageUnavailable } from '../../errors.ts';
import { asStorageErrors } from '../failure.ts';
import { type AuditDocument, smallIndexes, type RecordOptions } from './mappings.ts';
import { openIndex } from '../versioned-index.ts';
import { changeDocument, createDocument, createSequence, refreshIndex, searchAll } from '../documents.ts';

const END = `
  if (ctx._source.result != null) { ctx.op = 'none' }
  else {
    ctx._source.result = params.result;
    if (params.status != null) { ctx._source.status = params.status }
    if (params.target != null) { ctx._source.target = params.target }
  }`;

/**
 * Opens the audit log: one document per entry. It has its own index, because it grows, and because the index of
 * keys is read with each request.
 *
 * @param client stays open: its owner closes it
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openAuditLog(client: Client, options: RecordOptions): Promise<AuditLog> {
  const index = await openIndex(client, smallIndexes(options).audit);
  const nextNumber = createSequence(client, index);
  return {
    async add({ target, ...act }, end) {
      const number = await nextNumber();
      const document: AuditDocument = {
        number,
        at: act.at,
        actor: act.actor,
        ...(act.keyId !== null && { key_id: act.keyId }),
        ...(act.keyPrefix !== null && { key_prefix: act.keyPrefix }),
        ...(act.sessionId !== null && { session_id: act.sessionId }),
        action: act.action,
        target: end?.target ?? target,
        remote_address: act.remoteAddress,
        request_id: act.requestId,
        ...(end !== null && { result: end.result, status: end.status }),
      };
      if (!(await createDocument(client, index, documentIdOf(String(number)), document))) {
        throw new StorageUnavailable(`entry ${number} of the audit log was not written by this call`);
      }
      return String(number);
    },
    async end(id, { result, status, target = null }) {
      const params = { result, status, target };
      await changeDocument(client, { index, id: documentIdOf(id), script: END, params });
    },
    async list({ limit, after, action, keyId }) {
      await refreshIndex(client, index);
      const filter: estypes.QueryDslQueryContainer[] = [
        { exists: { field: 'number' } },
        ...(action === undefined ? [] : [{ term: { action } }]),
        ...(keyId === undefined ? [] : [{ term: { key_id: keyId } }]),
      ];
      const { hits } = await searchAll<AuditDocument>(client, {
        index,
        query: { bool: { filter } },
        sort: [{ number: 'desc' }],
        size: limit + 1,
        track_total_hits: false,
        ...(after === undefined ? {} : { search_after: [Number(after)] }),
      });
      const found = hits.hits.flatMap(({ _source: document }) =>
        document === undefined ? [] : [entryOf(document)],
      );
      const items = found.slice(0, limit);
      return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
    async prune(before, limit) {
      await refreshIndex(client, index);
      const { deleted = 0 } = await asStorageErrors(
        client.deleteByQuery({
          index,
          query: { range: { at: { lt: before } } },
          sort: [{ at: 'asc' }, { number: 'asc' }],
          max_docs: limit,
          // Another process may be pruning, too.
          conflicts: 'proceed',
          refresh: true,
        }),
      );
      return deleted;
    },
  };
}

const documentIdOf = (id: string): string => `entry:${id}`;

function entryOf(document: AuditDocument): AuditEntry {
  return {
    id: String(document.number),
    at: document.at,
    actor: document.actor,
    keyId: document.key_id ?? null,
    keyPrefix: document.key_prefix ?? null,
    sessionId: document.session_id ?? null,
    action: document.action,
    target: document.target,
    remoteAddress: document.remote_address,
    requestId: document.request_id,
    result: document.result ?? null,
    status: document.status ?? null,
  };
}
