import type { DatabaseSync } from 'node:sqlite';
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { addressKey, type PageHead, readLines, type StoredText } from '@sitegrep/fulltext';
import { damaged } from '../../failure.ts';

/** Texts are read far more often than written, and a third of full text. */
const PACKED = { params: { [constants.ZSTD_c_compressionLevel]: 6 } };

/** Checksum of a part of a page's text, of one revision of its document. */
function check(page: number, revision: number, content: string | Uint8Array): number {
  return crc32(content, crc32(`text ${page} ${revision}`));
}

/** Columns of a row of table `page_text`. */
export type TextRow = readonly [
  id: number,
  page: number,
  address: number,
  head: string,
  headCrc: number,
  lines: Uint8Array,
  linesCrc: number,
];

export function textRow(
  id: number,
  page: { readonly id: number; readonly revision: number },
  head: PageHead,
  lines: string,
): TextRow {
  const json = JSON.stringify(head);
  const packed = zstdCompressSync(lines, PACKED);
  const checkOf = (content: string | Uint8Array): number => check(page.id, page.revision, content);
  return [id, page.id, addressHash(addressKey(head.url)), json, checkOf(json), packed, checkOf(packed)];
}

/** Hash by which a page is found. @param address as `addressKey` gives it */
function addressHash(address: string): number {
  return crc32(address);
}

/** CRC-32 of a row of table `pointer`. */
export function pointerCheck(id: number, domain: number, target: string): number {
  return crc32(`${id} ${domain} ${target}`);
}

/** Reads rows of full text; each is compared with its checksum. */
export interface TextRows {
  /** Id of the page with a number. */
  page(id: number): number;
  /** Ids of pages that may have an address, as `addressKey` gives it. */
  pagesAt(address: string): readonly number[];
  /** @param revision that of the page's document */
  head(page: number, revision: number): PageHead;
  text(page: number, revision: number): StoredText;
  /** The same as it is stored. */
  lines(page: number, revision: number): string;
  pointer(id: number): { readonly domain: number; readonly target: string };
}

export function textRows(db: DatabaseSync): TextRows {
  const sql = {
    page: db.prepare('SELECT page FROM page_text WHERE id = ?'),
    head: db.prepare('SELECT head, head_crc AS crc FROM page_text WHERE page = ?'),
    lines: db.prepare('SELECT lines, lines_crc AS crc FROM page_text WHERE page = ?'),
    pagesAt: db.prepare('SELECT page FROM page_text WHERE address = ? ORDER BY page'),
    pointer: db.prepare('SELECT domain, target, crc FROM pointer WHERE id = ?'),
  };
  function linesOf(page: number, revision: number): string {
    const { lines, crc } = sql.lines.get(page) ?? {};
    if (!(lines instanceof Uint8Array) || check(page, revision, lines) !== crc) {
      throw damaged(db, `the checksum of the text of page ${page} in table page_text is wrong`);
    }
    return zstdDecompressSync(lines).toString();
  }

  return {
    page(id) {
      const { page } = sql.page.get(id) ?? {};
      if (typeof page !== 'number')
        throw damaged(db, `table page_text has no row ${id}, which table word has`);
      return page;
    },
    pagesAt: (address) => sql.pagesAt.all(addressHash(address)).map(({ page }) => Number(page)),
    head(page, revision) {
      const { head, crc } = sql.head.get(page) ?? {};
      if (typeof head !== 'string' || check(page, revision, head) !== crc) {
        throw damaged(db, `the checksum of the head of page ${page} in table page_text is wrong`);
      }
      // The checksum says that this is what `textRow` wrote.
      return JSON.parse(head) as PageHead;
    },
    text: (page, revision) => readLines(linesOf(page, revision)),
    lines: linesOf,
    pointer(id) {
      const { domain, target, crc } = sql.pointer.get(id) ?? {};
      if (
        typeof domain !== 'number' ||
        typeof target !== 'string' ||
        pointerCheck(id, domain, target) !== crc
      ) {
        throw damaged(db, `the checksum of pointer ${id} in table pointer is wrong`);
      }
      return { domain, target };
    },
  };
}
