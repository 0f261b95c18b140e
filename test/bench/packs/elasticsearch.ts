// As a cluster stores sources: a stored field of a site's document with all of its pages; or, for packs, where they are. The text of
// pages and its index are left out: docs/internals/design/sources.md has what share of an index the field is.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { elasticsearchCaller } from '../harness/elasticsearch-caller.ts';
import type { SourceStore, StoredSite } from './pages.ts';

export interface ClusterOptions {
  readonly node: string;
  readonly siteOf: (page: number) => number;
  /** Part of a page that its document has: the source, or its location in a pack. */
  readonly stored: 'sources' | 'locations';
}

/** Bytes of one bulk request, as the product sends it. */
const BULK_BYTES = 8 << 20;
/** Milliseconds between two looks at whether merges have ended. */
const LOOK_EVERY_MS = 200;

export async function openCluster({ node, siteOf, stored }: ClusterOptions): Promise<SourceStore> {
  const name = `bench-${randomBytes(4).toString('hex')}`;
  const call = elasticsearchCaller(`${node}/${name}`);
  const snapshots = elasticsearchCaller(`${node}/_snapshot/${name}`);
  await call('PUT', '', {
    settings: {
      number_of_shards: 1,
      number_of_replicas: 0,
      // By itself, a segment of which less than a tenth was deleted keeps what was.
      'index.merge.policy.expunge_deletes_allowed': 0,
    },
    mappings: {
      dynamic: false,
      _source: { excludes: ['pages'] },
      properties: {
        pages: { type: 'binary', store: true },
        locations: { type: 'keyword', index: false, doc_values: false },
      },
    },
  });
  await snapshots('PUT', '', { type: 'fs', settings: { location: name } });
  let backups = 0;
  const write = async (sites: readonly StoredSite[]): Promise<void> => {
    let some: object[] = [];
    let bytes = 0;
    const send = async (): Promise<void> => {
      const answer = (await call('POST', '/_bulk', ...some)) as { readonly errors: boolean };
      if (answer.errors) throw new Error('a document was refused');
      [some, bytes] = [[], 0];
    };
    for (const site of sites) {
      const body =
        stored === 'sources' ? { pages: site.whole.toString('base64') } : { locations: locationsOf(site) };
      some.push({ index: { _id: String(site.id) } }, body);
      bytes += JSON.stringify(body).length;
      if (bytes > BULK_BYTES) await send();
    }
    if (some.length > 0) await send();
  };
  const settled = async (): Promise<void> => {
    await call('POST', '/_refresh');
    for (let running = 1; running > 0;) {
      await delay(LOOK_EVERY_MS);
      const stats = (await call('GET', '/_stats/merge')) as {
        readonly _all: { readonly total: { readonly merges: { readonly current: number } } };
      };
      running = stats._all.total.merges.current;
    }
    await call('POST', '/_flush?force=true');
  };
  return {
    put: write,
    replace: (site) => write([site]),
    async read(ids) {
      const values = Array.from(new Set(ids.map(siteOf)), String);
      const body = {
        query: { ids: { values } },
        size: values.length,
        _source: false,
        stored_fields: ['pages'],
      };
      const { hits } = (await call('POST', '/_search', body)) as {
        readonly hits: {
          readonly hits: readonly { readonly fields: { readonly pages: readonly string[] } }[];
        };
      };
      if (hits.hits.length !== values.length)
        throw new Error(`${hits.hits.length} documents of ${values.length}`);
      let bytes = 0;
      for (const { fields } of hits.hits) {
        const json = zstdDecompressSync(Buffer.from(fields.pages[0] ?? '', 'base64')).toString();
        for (const { source } of JSON.parse(json) as readonly { readonly source: string }[])
          bytes += source.length;
      }
      return bytes;
    },
    compact: settled,
    async takeDown(sites) {
      await call('POST', '/_bulk', ...sites.map(({ id }) => ({ delete: { _id: String(id) } })));
      await call('POST', '/_refresh');
      await call('POST', '/_forcemerge?only_expunge_deletes=true');
      await settled();
    },
    async backUp() {
      const snapshot = `/s${++backups}`;
      await snapshots('PUT', `${snapshot}?wait_for_completion=true`, {
        indices: name,
        include_global_state: false,
      });
      const {
        snapshots: [status],
      } = (await snapshots('GET', `${snapshot}/_status`)) as {
        readonly snapshots: readonly {
          readonly stats: { readonly incremental: { readonly size_in_bytes: number } };
        }[];
      };
      const bytes = status?.stats.incremental.size_in_bytes ?? 0;
      return { bytes, leastBytes: bytes };
    },
    async bytes() {
      await settled();
      const { _all } = (await call('GET', '/_stats/store')) as {
        readonly _all: { readonly primaries: { readonly store: { readonly size_in_bytes: number } } };
      };
      return _all.primaries.store.size_in_bytes;
    },
    files: () => [],
    async [Symbol.asyncDispose]() {
      for (let number = 1; number <= backups; number++) await snapshots('DELETE', `/s${number}`);
      await snapshots('DELETE', '');
      await call('DELETE', '');
    },
  };
}

/** Process id of the node. */
export async function processOf(node: string): Promise<number> {
  const { nodes } = (await elasticsearchCaller(node)('GET', '/_nodes/process')) as {
    readonly nodes: Readonly<Record<string, { readonly process: { readonly id: number } }>>;
  };
  const [only] = Object.values(nodes);
  if (only === undefined) throw new Error(`${node} names no process`);
  return only.process.id;
}

/** A pack, an offset and a length for each page. */
function locationsOf({ pages }: StoredSite): string {
  return JSON.stringify(pages.map(({ id, packed }) => [id >>> 11, (id * 40_503) & 0x3ffffff, packed.length]));
}
