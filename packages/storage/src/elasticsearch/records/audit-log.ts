import type { Client } from '@elastic/elasticsearch';
import type { AuditEntry, AuditLog } from '../../records.ts';
import { StorageUnavailable } from '../../errors.ts';
import { asStorageErrors } from '../failure.ts';
import { type AuditDocument, smallIndexes, type RecordOptions } from './mappings.ts';
import { openIndex } from '../versioned-index.ts';
import { changeDocument, createDocument, createSequence, listDocuments, refreshIndex } from '../documents.ts';

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
      const { result = null, status = null } = end ?? {};
      const document = { ...act, number, target: end?.target ?? target, result, status };
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
      const filter = [
        { exists: { field: 'number' } },
        ...(action === undefined ? [] : [{ term: { action } }]),
        ...(keyId === undefined ? [] : [{ term: { keyId } }]),
      ];
      return listDocuments<AuditDocument, AuditEntry>(
        client,
        { index, query: { bool: { filter } }, sort: [{ number: 'desc' }] },
        { limit, after: after === undefined ? undefined : Number(after) },
        ({ number }) => number,
        ({ number, ...entry }) => ({ id: String(number), ...entry }),
      );
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
