// The URL index of a made crawl: lines of CDXJ in blocks, each a gzip member, and the list of the blocks, cluster.idx.
import { gzipSync } from 'node:zlib';
import type { CrawlShape } from './crawl-shapes.ts';
import { compareKeys } from './made-table.ts';
import type { PlacedRecord } from './made-warcs.ts';

/** Writes the files. @returns their paths */
export function urlIndexFiles(
  crawl: string,
  records: readonly PlacedRecord[],
  { shards, blockLines }: CrawlShape,
  files: Map<string, Buffer>,
): readonly string[] {
  const folder = `cc-index/collections/${crawl}/indexes`;
  const lines = records.toSorted(compareKeys).map(cdxLine);
  const size = Math.max(1, Math.ceil(lines.length / shards));
  const paths: string[] = [];
  const list: string[] = [];
  for (let shard = 0; shard * size < lines.length; shard++) {
    const name = `cdx-${String(shard).padStart(5, '0')}.gz`;
    const blocks: Buffer[] = [];
    let offset = 0;
    const inShard = lines.slice(shard * size, (shard + 1) * size);
    for (let at = 0; at < inShard.length; at += blockLines) {
      const block = gzipSync(
        inShard
          .slice(at, at + blockLines)
          .map((line) => `${line}\n`)
          .join(''),
      );
      const start = inShard[at]?.split(' ').slice(0, 2).join(' ');
      list.push(`${start}\t${name}\t${offset}\t${block.length}\t${list.length + 1}`);
      blocks.push(block);
      offset += block.length;
    }
    files.set(`${folder}/${name}`, Buffer.concat(blocks));
    paths.push(`${folder}/${name}`);
  }
  files.set(`${folder}/cluster.idx`, Buffer.from(list.map((line) => `${line}\n`).join('')));
  return [...paths, `${folder}/cluster.idx`];
}

function cdxLine(record: PlacedRecord): string {
  const {
    key,
    time,
    url,
    mime,
    status,
    digest,
    length,
    offset,
    file,
    languages,
    isTruncated = false,
  } = record;
  const fields = {
    url,
    mime,
    'mime-detected': mime,
    status: String(status),
    digest,
    length: String(length),
    offset: String(offset),
    filename: file,
    ...(mime === 'text/html' ? { charset: 'UTF-8' } : {}),
    ...(languages === undefined ? {} : { languages }),
    ...(isTruncated ? { truncated: 'length' } : {}),
  };
  const written = JSON.stringify(fields).replaceAll('":"', '": "').replaceAll('","', '", "');
  return `${key} ${new Date(time).toISOString().replace(/\D/g, '').slice(0, 14)} ${written}`;
}
