import type { DatabaseSync } from 'node:sqlite';
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  addressKey,
  type PageHead,
  type PageWords,
  readLines,
  type StoredText,
  unpackLines,
} from '@sitegrep/fulltext';
import { damaged } from '../../failure.ts';

/** Checksum of a part of a page's text. */
function check(page: number, domain: number, content: string | Uint8Array): number {
  return crc32(content, crc32(`text ${page} ${domain}`));
}

/** Columns of a row of table `page_text`. */
export type TextRow = readonly [
  id: number,
  domain: number,
  address: number,
  head: string,
  headCrc: number,
  lines: Uint8Array,
  linesCrc: number,
];

/** @param page its number @param domain id of its domain */
export function textRow(
  page: number,
  domain: number,
  { head, lines }: Pick<PageWords, 'head' | 'lines'>,
): TextRow {
  const json = JSON.stringify(head);
  const checkOf = (content: string | Uint8Array): number => check(page, domain, content);
  return [page, domain, addressHash(addressKey(head.url)), json, checkOf(json), lines, checkOf(lines)];
}

/** Hash by which a page is found. @param address as `addressKey` gives it */
function addressHash(address: string): number {
  return crc32(address);
}

/** Columns of a row of table `pointer`. */
type PointerRow = readonly [domain: number, first: number, targets: Uint8Array, crc: number];

/** @param targets of the pointers of a domain, by their numbers, which are consecutive; not empty */
export function pointerRow(domain: number, first: number, targets: readonly string[]): PointerRow {
  const packed = zstdCompressSync(targets.join('\n'));
  return [domain, first, packed, pointerCheck(domain, first, packed)];
}

/** CRC-32 of a row of table `pointer`. */
function pointerCheck(domain: number, first: number, targets: Uint8Array): number {
  return crc32(targets, crc32(`pointers ${domain} ${first}`));
}

/** A domain that points, and the address that it recommends. */
interface Pointer {
  readonly domain: number;
  readonly target: string;
}

/** Pointers of a domain. */
interface PointersOfDomain {
  readonly first: number;
  readonly domain: number;
  readonly targets: readonly string[];
}

/** Reads rows of full text; each is compared with its checksum. */
export interface TextRows {
  /** Numbers of pages that may have an address, as `addressKey` gives it. */
  pagesAt(address: string): readonly number[];
  /** The id of the domain of a page, and what is known of the page. */
  head(page: number): { readonly domain: number; readonly head: PageHead };
  text(page: number): StoredText;
  /** The text of a page as it is stored. */
  lines(page: number): string;
  /** @param ids numbers of pointers, ascending */
  pointers(ids: readonly number[]): readonly Pointer[];
  /** null: the domain has none. */
  pointersOf(domain: number): PointersOfDomain | null;
}

export function textRows(db: DatabaseSync): TextRows {
  const sql = {
    head: db.prepare('SELECT domain, head, head_crc AS crc FROM page_text WHERE id = ?'),
    lines: db.prepare('SELECT domain, lines, lines_crc AS crc FROM page_text WHERE id = ?'),
    pagesAt: db.prepare('SELECT id FROM page_text WHERE address = ? ORDER BY id'),
    pointersFrom: db.prepare(
      'SELECT domain, first, targets, crc FROM pointer WHERE first <= ? ORDER BY first DESC LIMIT 1',
    ),
    pointersOf: db.prepare('SELECT domain, first, targets, crc FROM pointer WHERE domain = ?'),
  };
  function linesOf(page: number): string {
    const { domain, lines, crc } = sql.lines.get(page) ?? {};
    if (!(lines instanceof Uint8Array) || check(page, Number(domain), lines) !== crc) {
      throw damaged(db, `the checksum of the text of page ${page} in table page_text is wrong`);
    }
    return unpackLines(lines);
  }

  function pointersIn(row: Readonly<Record<string, unknown>>): PointersOfDomain {
    const { domain, first, targets, crc } = row;
    if (
      typeof domain !== 'number' ||
      typeof first !== 'number' ||
      !(targets instanceof Uint8Array) ||
      pointerCheck(domain, first, targets) !== crc
    ) {
      throw damaged(db, `the checksum of the pointers of domain ${String(domain)} in table pointer is wrong`);
    }
    return { domain, first, targets: zstdDecompressSync(targets).toString().split('\n') };
  }

  return {
    pagesAt: (address) => sql.pagesAt.all(addressHash(address)).map(({ id }) => Number(id)),
    head(page) {
      const { domain, head, crc } = sql.head.get(page) ?? {};
      if (typeof domain !== 'number' || typeof head !== 'string' || check(page, domain, head) !== crc) {
        throw damaged(db, `the checksum of the head of page ${page} in table page_text is wrong`);
      }
      // The checksum says that this is what `textRow` wrote.
      return { domain, head: JSON.parse(head) as PageHead };
    },
    text: (page) => readLines(linesOf(page)),
    lines: linesOf,
    pointers(ids) {
      let row: PointersOfDomain | null = null;
      return ids.map((id) => {
        if (row === null || id >= row.first + row.targets.length) {
          const found = sql.pointersFrom.get(id);
          row = found === undefined ? null : pointersIn(found);
        }
        const target = row?.targets[id - row.first];
        if (row === null || target === undefined)
          throw damaged(db, `table pointer has no pointer ${id}, which table pointer_word has`);
        return { domain: row.domain, target };
      });
    },
    pointersOf(domain) {
      const found = sql.pointersOf.get(domain);
      return found === undefined ? null : pointersIn(found);
    },
  };
}
