// Rows of tables `domain_facts`, `page` and `screenshot`: what documents are made of.
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { VarintReader, VarintWriter } from '@sitegrep/segments';
import type { Screenshot, ScreenshotSize } from '@sitegrep/site';
import { damaged } from '../failure.ts';
import { arrays, rowOf } from './array-rows.ts';
import { PAGE_COLUMNS, type PageRow, pageRowOf } from './page-rows.ts';

/** The row of table `domain` of a document, as far as its other rows belong to it. */
export interface DocumentRow {
  readonly id: number;
  readonly revision: number;
  readonly domain: string;
}

/** Sizes and numbers of a domain's pages, which are known without reading them. */
export interface PagesSummary {
  /** Sizes of all sources, plain and compressed. */
  readonly sourceBytes: number;
  readonly compressedBytes: number;
  /** Number of the home page. */
  readonly home: number;
  /** Numbers of all pages, in the order of their URLs. */
  readonly pages: readonly number[];
  /** When each of them was fetched, in seconds since the epoch. */
  readonly fetched: readonly number[];
}

/** CRC-32 of a domain's facts: they are those of this revision, so that no older ones are taken for them. */
export function factsCheck({ id, revision }: Pick<DocumentRow, 'id' | 'revision'>, facts: string): number {
  return crc32(facts, crc32(`facts ${id} ${revision}`));
}

/**
 * Packs a summary: two f64; varints: the number of the home page, how many pages there are, and for each the difference between its
 * number and that of the one before, as a zigzag number, then the same of the times of all pages; then a u32 CRC-32 of it and of its
 * domain's id and revision.
 */
export function packSummary(
  { id, revision }: Pick<DocumentRow, 'id' | 'revision'>,
  { sourceBytes, compressedBytes, home, pages, fetched }: PagesSummary,
): Buffer {
  const numbers = new VarintWriter();
  numbers.push(home);
  numbers.push(pages.length);
  pushDifferences(numbers, pages);
  pushDifferences(numbers, fetched);
  const sizes = Buffer.alloc(SIZES_BYTES);
  sizes.writeDoubleLE(sourceBytes, 0);
  sizes.writeDoubleLE(compressedBytes, 8);
  const check = Buffer.alloc(CHECK_BYTES);
  const packed = Buffer.concat([sizes, numbers.bytes(), check]);
  packed.writeUInt32LE(summaryCheck(id, revision, packed), packed.length - CHECK_BYTES);
  return packed;
}

/** Writes for each number its difference from the one before, as a zigzag number. */
function pushDifferences(into: VarintWriter, numbers: readonly number[]): void {
  let last = 0;
  for (const number of numbers) {
    const difference = number - last;
    into.push(difference < 0 ? -2 * difference - 1 : 2 * difference);
    last = number;
  }
}

function differences(from: VarintReader, count: number): readonly number[] {
  let last = 0;
  return Array.from({ length: count }, () => {
    const zigzag = from.next();
    last += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    return last;
  });
}

const SIZES_BYTES = 16;
const CHECK_BYTES = 4;

function summaryCheck(id: number, revision: number, packed: Uint8Array): number {
  return crc32(packed.subarray(0, -CHECK_BYTES), crc32(`pages ${id} ${revision}`));
}

/** @param packed as `packSummary` gives it */
function unpackSummary(packed: Buffer): PagesSummary {
  const numbers = new VarintReader(packed, SIZES_BYTES);
  const home = numbers.next();
  const count = numbers.next();
  const pages = differences(numbers, count);
  const fetched = differences(numbers, count);
  return {
    sourceBytes: packed.readDoubleLE(0),
    compressedBytes: packed.readDoubleLE(8),
    home,
    pages,
    fetched,
  };
}

/** Reads rows of documents; each is compared with its checksum. */
export interface DocumentRows {
  /** SiteFacts as JSON. */
  facts(row: DocumentRow): string;
  summary(row: DocumentRow): PagesSummary;
  /** Pages of a domain, read one by one: all in the order of their URLs, or those with these numbers, in their order. */
  pages(row: DocumentRow, numbers?: Iterable<number>): Iterable<PageRow>;
  /** A page of a domain. @throws StorageCorrupt if it is not stored */
  page(row: DocumentRow, number: number): PageRow;
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
      stored.length < SIZES_BYTES + CHECK_BYTES ||
      Buffer.from(stored).readUInt32LE(stored.length - CHECK_BYTES) !==
        summaryCheck(row.id, row.revision, stored)
    ) {
      throw damaged(db, `the list of the pages of ${row.domain} in table domain_facts is wrong`);
    }
    return unpackSummary(Buffer.from(stored));
  }

  function page(row: DocumentRow, number: number): PageRow {
    const values = rowOf(sql.page, number);
    const found = values === null ? null : pageRowOf(values);
    if (found?.id !== number || found.domain !== row.id) {
      throw damaged(db, `the checksum of page ${number} of ${row.domain} in table page is wrong`);
    }
    return found;
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
      for (const number of numbers ?? summary(row).pages) yield page(row, number);
    },
    page,
    screenshot,
    screenshots(page) {
      const [full, thumbnail] = [screenshot(page, 'full'), screenshot(page, 'thumbnail')];
      return full === null || thumbnail === null ? null : { full, thumbnail };
    },
  };
}
