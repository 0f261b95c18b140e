import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type {
  LabelledDocument,
  PageFacts,
  PageVersion,
  Screenshot,
  ScreenshotSize,
  SiteFacts,
} from '@sitegrep/site';
import { ORDER_FIELDS, type OrderValues } from '@sitegrep/site';
import type { DomainRank, LastVisit } from '../../domains.ts';
import { damaged, damagedIndex } from '../failure.ts';
import { PAGE_COLUMNS, pageCheck, type PageRow, pageRowOf } from './page-rows.ts';

/** Pages of a domain at most. */
export const MAX_PAGES = 2 ** 20;

/** Values that a domain is found and ordered by. */
export interface DomainRow extends OrderValues {
  /** A multiple of `MAX_PAGES`, and the id of the domain's first page; those of its other pages follow. */
  readonly id: number;
  /** Revision of the last put of the domain. */
  readonly revision: number;
}

/** Sizes and checksums of a domain's pages, which are known without reading them. */
export interface PagesSummary {
  /** Sizes of all sources, plain and compressed. */
  readonly sourceBytes: number;
  readonly compressedBytes: number;
  /** Checksum of each page, in the order of their ids, which follow from the domain's. */
  readonly checks: readonly number[];
}

/** The domains that a domain links to. */
export interface Linked {
  /** Its registrable domain when it was put: lists of public suffixes change. */
  readonly registrable: string;
  /** The targets as `linkTargets` gives them. */
  readonly targets: readonly string[];
}

/** Columns of table `domain` except its checksum. */
export const DOMAIN_COLUMNS = ['id', 'revision', ...ORDER_FIELDS].join(', ');

/** The values of the columns of table `domain`, in their order. Texts must be well-formed, as SQLite gives them back. */
export function domainValues(row: DomainRow): readonly (string | number | null)[] {
  return [row.id, row.revision, ...ORDER_FIELDS.map((field) => row[field])];
}

/** CRC-32 of a row of table `domain`, of which `domainValues` gives the values. */
export function domainCheck(values: readonly unknown[]): number {
  return crc32(JSON.stringify(values));
}

/** CRC-32 of a domain's facts: they are those of this revision, so that no older ones are taken for them. */
export function factsCheck({ id, revision }: Pick<DomainRow, 'id' | 'revision'>, facts: string): number {
  return crc32(facts, crc32(`facts ${id} ${revision}`));
}

/** CRC-32 of a row of table `confirmed`. */
export function confirmedCheck(domain: string, { revision, at }: LastVisit): number {
  return crc32(JSON.stringify([domain, revision, at]));
}

/** CRC-32 of a row of table `rank`. */
export function rankCheck(domain: string, rank: number): number {
  return crc32(JSON.stringify([domain, rank]));
}

/** CRC-32 of a row of table `linked`: it is that of this revision. @param targets JSON */
export function linkedCheck(
  { id, revision }: Pick<DomainRow, 'id' | 'revision'>,
  registrable: string,
  targets: string,
): number {
  return crc32(targets, crc32(JSON.stringify(['linked', id, revision, registrable])));
}

/** CRC-32 of a row of table `referral`. */
export function referralCheck(registrable: string, target: string, documents: number): number {
  return crc32(JSON.stringify([registrable, target, documents]));
}

/** CRC-32 of a row of table `referred`. */
export function referredCheck(domain: string, referrers: number): number {
  return crc32(JSON.stringify(['referred', domain, referrers]));
}

/** Packs a summary: two f64, a u32 for each page, then a u32 CRC-32 of it and of its domain's id and revision. */
export function packSummary(
  { id, revision }: Pick<DomainRow, 'id' | 'revision'>,
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

/** Reads rows; each is compared with its checksum. */
export interface RowReader {
  /** @throws StorageCorrupt if there is none: the caller knows that there must be */
  domain(column: 'id' | 'revision', value: number): DomainRow;
  /** Domains of revisions above `after`, by revision. */
  following(after: number, limit: number): readonly DomainRow[];
  /** SiteFacts as JSON. */
  facts(row: DomainRow): string;
  summary(row: DomainRow): PagesSummary;
  /** Pages of a domain, read one by one: all, or those with these numbers, in the same order. */
  pages(row: DomainRow, numbers?: Iterable<number>): Iterable<PageRow>;
  /** An image of the screenshot of a page; null if it has none. */
  screenshot(page: PageRow, size: ScreenshotSize): Uint8Array | null;
  /** All images of the screenshot of a page; null if it has none. */
  screenshots(page: PageRow): Screenshot | null;
  linked(row: DomainRow): Linked;
  /** How many sites of subdomains of a registrable domain link to a domain. */
  referrals(registrable: string, target: string): number;
  /** Whether any site of a subdomain of a registrable domain links to anything. */
  hasReferrals(registrable: string): boolean;
  /** How many registrable domains link to a domain. */
  referrers(domain: string): number;
  /** When a document of a domain was last confirmed, which may be one of an earlier revision; null if none was. */
  confirmed(domain: string): LastVisit | null;
  /** The rank that a list gives a domain; 0: no list does. */
  rank(domain: string): number;
  /** Ranks that lists give domains after `after`, in code point order. */
  ranks(after: string, limit: number): readonly DomainRank[];
}

export function rowReader(db: DatabaseSync): RowReader {
  const domainBy = (condition: string): StatementSync =>
    arrays(db.prepare(`SELECT ${DOMAIN_COLUMNS}, crc FROM domain WHERE ${condition}`));
  const sql = {
    id: domainBy('id = ?'),
    revision: domainBy('revision = ?'),
    following: domainBy('revision > ? ORDER BY revision LIMIT ?'),
    facts: arrays(db.prepare('SELECT facts, crc FROM domain_facts WHERE id = ?')),
    summary: arrays(db.prepare('SELECT pages FROM domain_facts WHERE id = ?')),
    page: arrays(db.prepare(`SELECT ${PAGE_COLUMNS} FROM page WHERE id = ?`)),
    full: arrays(db.prepare('SELECT "full" FROM screenshot WHERE id = ?')),
    thumbnail: arrays(db.prepare('SELECT thumbnail FROM screenshot WHERE id = ?')),
    linked: arrays(db.prepare('SELECT registrable, targets, crc FROM linked WHERE id = ?')),
    referrals: arrays(db.prepare('SELECT documents, crc FROM referral WHERE registrable = ? AND target = ?')),
    anyReferral: arrays(db.prepare('SELECT 1 FROM referral WHERE registrable = ? LIMIT 1')),
    referrers: arrays(db.prepare('SELECT referrers, crc FROM referred WHERE domain = ?')),
    confirmed: arrays(db.prepare('SELECT revision, at, crc FROM confirmed WHERE domain = ?')),
    rank: arrays(db.prepare('SELECT domain, rank, crc FROM rank WHERE domain = ?')),
    ranks: arrays(db.prepare('SELECT domain, rank, crc FROM rank WHERE domain > ? ORDER BY domain LIMIT ?')),
  };

  function checkedDomain(values: readonly SQLOutputValue[], which: string): DomainRow {
    if (domainCheck(values.slice(0, -1)) !== values.at(-1)) {
      throw damaged(db, `the checksum of the row of table domain ${which} is wrong`);
    }
    const row: Record<string, SQLOutputValue | undefined> = { id: values[0], revision: values[1] };
    let column = 2;
    for (const field of ORDER_FIELDS) row[field] = values[column++];
    // The checksum says that these are the values of a row that `domainValues` took apart.
    return row as unknown as DomainRow;
  }

  function domain(column: 'id' | 'revision', value: number): DomainRow {
    const which = `with ${column} ${value}`;
    const values = rowOf(sql[column], value);
    if (values === null) throw damagedIndex(db, `table domain has no row ${which}, which an index names`);
    const row = checkedDomain(values, which);
    if (row[column] !== value) {
      throw damaged(db, `table domain gives ${row.domain} for the row ${which}, which it is not`);
    }
    return row;
  }

  function summary(row: DomainRow): PagesSummary {
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

  function checkedRank([, rank, crc]: readonly SQLOutputValue[], name: string): DomainRank {
    if (typeof rank !== 'number' || rankCheck(name, rank) !== crc) {
      throw damaged(db, `the checksum of the rank of ${name} in table rank is wrong`);
    }
    return { domain: name, rank };
  }

  return {
    domain,
    following: (after, limit) =>
      rowsOf(sql.following, after, limit).map((row) => checkedDomain(row, `after revision ${after}`)),
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
    linked(row) {
      const [registrable, targets, crc] = rowOf(sql.linked, row.id) ?? [];
      if (
        typeof registrable !== 'string' ||
        typeof targets !== 'string' ||
        linkedCheck(row, registrable, targets) !== crc
      ) {
        throw damaged(db, `the checksum of the links of ${row.domain} in table linked is wrong`);
      }
      return { registrable, targets: targetsIn(targets) };
    },
    referrals(registrable, target) {
      const row = rowOf(sql.referrals, registrable, target);
      if (row === null) return 0;
      const [documents, crc] = row;
      if (typeof documents !== 'number' || referralCheck(registrable, target, documents) !== crc) {
        throw damagedIndex(db, `the checksum of ${registrable} and ${target} in table referral is wrong`);
      }
      return documents;
    },
    hasReferrals: (registrable) => rowOf(sql.anyReferral, registrable) !== null,
    referrers(name) {
      const row = rowOf(sql.referrers, name);
      if (row === null) return 0;
      const [referrers, crc] = row;
      if (typeof referrers !== 'number' || referredCheck(name, referrers) !== crc) {
        throw damagedIndex(db, `the checksum of the referrers of ${name} in table referred is wrong`);
      }
      return referrers;
    },
    confirmed(name) {
      const known = rowOf(sql.confirmed, name);
      if (known === null) return null;
      const [revision, at] = known.map(Number);
      if (revision === undefined || at === undefined || confirmedCheck(name, { revision, at }) !== known[2]) {
        throw damaged(db, `the checksum of the row of ${name} in table confirmed is wrong`);
      }
      return { revision, at };
    },
    rank(name) {
      const known = rowOf(sql.rank, name);
      return known === null ? 0 : checkedRank(known, name).rank;
    },
    ranks: (after, limit) =>
      rowsOf(sql.ranks, after, limit).map((known) => checkedRank(known, String(known[0]))),
  };
}

/** A document as far as its labels follow from its rows. @param facts as its row has them */
export function labelledDocument(
  { domain }: DomainRow,
  facts: string,
  pages: Iterable<PageRow>,
): LabelledDocument {
  return {
    domain,
    facts: siteFactsIn(facts),
    pages: Array.from(pages, ({ charset, facts: own, rendered }) => ({
      charset,
      facts: pageFactsIn(own),
      ...(rendered === null ? {} : { rendered }),
    })),
  };
}

/** Number of domains that are read at a time. */
const BATCH = 1_000;

/** All rows of table `domain`, by revision. */
export function* allDomains(db: DatabaseSync): Generator<DomainRow> {
  const rows = rowReader(db);
  for (let last = -1; ;) {
    const batch = rows.following(last, BATCH);
    const end = batch.at(-1);
    if (end === undefined) return;
    yield* batch;
    last = end.revision;
  }
}

/** Makes a statement return rows as arrays, which are hashed as they are. */
function arrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}

function rowOf(
  statement: StatementSync,
  ...key: readonly (number | string)[]
): readonly SQLOutputValue[] | null {
  const row: unknown = statement.get(...key);
  return row === undefined ? null : asArray(row);
}

function rowsOf(
  statement: StatementSync,
  ...key: readonly (number | string)[]
): readonly (readonly SQLOutputValue[])[] {
  const rows: readonly unknown[] = statement.all(...key);
  return rows.map(asArray);
}

function asArray(row: unknown): readonly SQLOutputValue[] {
  if (!Array.isArray(row)) throw new TypeError('a statement does not return arrays');
  const values: readonly SQLOutputValue[] = row;
  return values;
}

/*
 * JSON of rows. Its form is not checked again: the row's checksum was right, so a program that writes the same schema wrote
 * it, since another schema is refused.
 */
export function siteFactsIn(json: string): SiteFacts {
  return JSON.parse(json) as SiteFacts;
}

export function pageFactsIn(json: string): PageFacts {
  return JSON.parse(json) as PageFacts;
}

export function pageVersionIn(json: string): PageVersion {
  return JSON.parse(json) as PageVersion;
}

function targetsIn(json: string): readonly string[] {
  return JSON.parse(json) as readonly string[];
}
