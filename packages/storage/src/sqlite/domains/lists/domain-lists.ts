import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { DomainList, DomainLists, ListTime } from '../../../lists/domain-lists.ts';
import { changedNames, requireListable, sortedNames } from '../../../lists/sorted-names.ts';
import { listed } from '../../../listed.ts';
import type { Thread } from '../../../thread/thread.ts';
import type { Readers } from '../readers.ts';
import type { WriterCalls } from '../writer.ts';
import { type ListRow, type NameChunk, NONE, shownList, writtenList } from './list-rows.ts';

const compress = promisify(zstdCompress);

/** Names of a chunk. */
const NAMES_A_CHUNK = 4_096;

/**
 * Lists in domains.sqlite. They are sorted and packed here, so that the writer has only some hundred rows to write, in one transaction.
 */
export function domainLists(writer: Thread<WriterCalls>, readers: Readers): DomainLists {
  async function write(
    list: ListTime,
    names: readonly string[],
    ifNumber: number | null,
  ): Promise<DomainList | null> {
    requireListable(names);
    const chunks: NameChunk[] = [];
    for (let at = 0; at < names.length; at += NAMES_A_CHUNK) {
      const some = names.slice(at, at + NAMES_A_CHUNK);
      chunks.push({ first: some[0] ?? '', packed: await compress(some.join('\n')) });
    }
    const written = await writer.call('putList', { ...list, domains: names.length, chunks, ifNumber });
    return written === null ? null : writtenList(written);
  }

  async function allNames(row: ListRow): Promise<readonly string[] | null> {
    const names: string[] = [];
    for (let index = 0; index < row.chunks; index++) {
      const some = await readers.call('listChunk', { id: row.id, number: row.number, index });
      if (some === null) return null;
      names.push(...some);
    }
    return names;
  }

  return {
    async put(list, names) {
      const sorted = await sortedNames(names);
      const written = await write(list, sorted, null);
      if (written === null) throw new TypeError('a list was refused for the names that it has');
      return written;
    },
    async change(list, { add, remove, isMade = false }) {
      const changes = { add: await sortedNames(add), remove: await sortedNames(remove) };
      for (;;) {
        const row = await readers.call('listRow', list.id);
        if (row === null && !isMade) return null;
        const names = row === null ? [] : await allNames(row);
        if (names === null) continue;
        const written = await write(list, await changedNames(names, changes), row?.number ?? NONE);
        if (written !== null) return written;
      }
    },
    async get(id) {
      const row = await readers.call('listRow', id);
      return row === null ? null : shownList(row);
    },
    countStored: (id) => readers.call('countListed', id),
    async list({ limit, after = '' }) {
      const some = await readers.call('listRows', { after, limit: limit + 1 });
      return listed(some, limit, ({ id }) => id, shownList);
    },
    async names(id, { limit, after = '' }) {
      const some = await readers.call('listNames', { id, after, limit: limit + 1 });
      return some === null
        ? null
        : listed(
            some,
            limit,
            (name) => name,
            (name) => name,
          );
    },
    delete: (id) => writer.call('removeList', id),
  };
}
