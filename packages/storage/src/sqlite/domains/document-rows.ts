// Rows of tables `domain_facts`, `page` and `screenshot`: what documents are made of.
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Screenshot, ScreenshotSize } from '@sitegrep/site';
import { damaged } from '../failure.ts';
import { arrays, rowOf } from './array-rows.ts';
import { PAGE_COLUMNS, pageCheck, type PageRow, pageRowOf } from './page-rows.ts';

/** The row of table `domain` of a document, as far as its other rows belong to it. */
export interface DocumentRow {
  readonly id: number;
  readonly revision: number;
  readonly domain: string;
}

/** Sizes and checksums of a domain's pages, which are known without reading them. */
export interface PagesSummary {
  /** Sizes of all sources, plain and compressed. */
  readonly sourceBytes: number;
  readonly compressedBytes: number;
  /** Checksum of each page, in the order of their ids, which follow from the domain's. */
  readonly checks: readonly number[];
}

/** CRC-32 of a domain's facts: they are those of this revision, so that no older ones are taken for them. */
export function factsCheck({ id, revision }: Pick<DocumentRow, 'id' | 'revision'>, facts: string): number {
  return crc32(facts, crc32(`facts ${id} ${revision}`));
}

/** Packs a summary: two f64, a u32 for each page, then a u32 CRC-32 of it and of its domain's id and revision. */
export function packSummary(
  { id, revision }: Pick<DocumentRow, 'id' | 'revision'>,
  { sourceBytes, compressedBytes, checks }: PagesSummary,
): Buffer {
  const packed = Buffer.alloc(16 + 4 * checks.length + 4);
  packed.writeDoubleLE(sourceBytes, 0);
  packed.writeDoubleLE(compressedBytes, 8);
  for (const [index, check] of checks.entries()) packed.writeUInt32LE(check, 16 + 4 * index);
  packed.writeUInt32LE(summaryCheck(id, revision, packed), packed.length - 4);
  return packed;
}

function summaryCheck(id: number, revision: number, packed: Uint8Array): number {
  return crc32(packed.subarray(0, -4), crc32(`pages ${id} ${revision}`));
}

/** Reads rows of documents; each is compared with its checksum. */
export interface DocumentRows {
  /** SiteFacts as JSON. */
  facts(row: DocumentRow): string;
  summary(row: DocumentRow): PagesSummary;
  /** Pages of a domain, read one by one: all, or those with these numbers, in the same order. */
  pages(row: DocumentRow, numbers?: Iterable<number>): Iterable<PageRow>;
  /** An image of the screenshot of a page; null if it has none. */
  screenshot(page: PageRow, size: ScreenshotSize): Uint8Array | null;
  /** All images of the screenshot of a page; null if it has none. */
  screenshots(page: PageRow): Screenshot | null;
}

export function documentRows(db: DatabaseSync): DocumentRows {
  const sql = {
    facts: arrays(db.prepare('SELECT facts, crc FROM domain_facts WHERE id = ?')),
    summary: arrays(db.prepare('SELECT pages FROM domain_facts WHERE id = ?')),
    page: arrays(db.prepare(`SELECT ${PAGE_COLUMNS} FROM page WHERE id = ?`)),
    full: arrays(db.prepare('SELECT "full" FROM screenshot WHERE id = ?')),
    thumbnail: arrays(db.prepare('SELECT thumbnail FROM screenshot WHERE id = ?')),
  };

  function summary(row: DocumentRow): PagesSummary {
    const [stored] = rowOf(sql.summary, row.id) ?? [];
    if (
      !(stored instanceof Uint8Array) ||
      stored.length < 20 ||
      stored.length % 4 !== 0 ||
      Buffer.from(stored).readUInt32LE(stored.length - 4) !== summaryCheck(row.id, row.revision, stored)
    ) {
      throw damaged(db, `the checksums of the pages of ${row.domain} in table domain_facts are wrong`);
    }
    const packed = Buffer.from(stored);
    return {
      sourceBytes: packed.readDoubleLE(0),
      compressedBytes: packed.readDoubleLE(8),
      checks: Array.from({ length: (packed.length - 20) / 4 }, (_, index) =>
        packed.readUInt32LE(16 + 4 * index),
      ),
    };
  }

  function screenshot({ id, url, screenshot: known }: PageRow, size: ScreenshotSize): Uint8Array | null {
    if (known === null) return null;
    const check = size === 'full' ? known.fullCheck : known.thumbnailCheck;
    const [image] = rowOf(sql[size], id) ?? [];
    if (!(image instanceof Uint8Array) || crc32(image) !== check) {
      throw damaged(db, `the checksum of the screenshot of ${url} in table screenshot is wrong`);
    }
    return image;
  }

  return {
    facts(row) {
      const [facts, crc] = rowOf(sql.facts, row.id) ?? [];
      if (typeof facts !== 'string' || factsCheck(row, facts) !== crc) {
        throw damaged(db, `the checksum of the facts of ${row.domain} in table domain_facts is wrong`);
      }
      return facts;
    },
    summary,
    *pages(row, numbers) {
      const { checks } = summary(row);
      for (const slot of numbers ?? checks.keys()) {
        const values = rowOf(sql.page, row.id + slot);
        const page = values === null ? null : pageRowOf(values);
        if (page === null || page.id !== row.id + slot || pageCheck(page) !== checks[slot]) {
          throw damaged(db, `the checksum of page ${row.id + slot} of ${row.domain} in table page is wrong`);
        }
        yield page;
      }
    },
    screenshot,
    screenshots(page) {
      const [full, thumbnail] = [screenshot(page, 'full'), screenshot(page, 'thumbnail')];
      return full === null || thumbnail === null ? null : { full, thumbnail };
    },
  };
}
