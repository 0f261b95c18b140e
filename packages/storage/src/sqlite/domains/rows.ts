// Rows of domains.sqlite as the index is read by them, and those of table `domain`.
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import {
  type LabelledDocument,
  ORDER_FIELDS,
  type OrderValues,
  type PageVersion,
  type SiteFacts,
} from '@sitegrep/site';
import { damaged, damagedIndex } from '../failure.ts';
import { arrays, rowOf, rowsOf } from './array-rows.ts';
import { type DocumentRows, documentRows } from './document-rows.ts';
import { type LinkRows, linkRows } from './link-rows.ts';
import { factsOfRow, type PageRow } from './page-rows.ts';
import { type RankRows, rankRows } from './rank-rows.ts';

/** Values that a domain is found and ordered by. */
export interface DomainRow extends OrderValues {
  /** Stays over puts; no other domain ever had it. */
  readonly id: number;
  /** Revision of the last put of the domain. */
  readonly revision: number;
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

/** Reads rows; each is compared with its checksum. */
export interface RowReader extends DocumentRows, LinkRows, RankRows {
  /** @throws StorageCorrupt if there is none: the caller knows that there must be */
  domain(column: 'id' | 'revision', value: number): DomainRow;
  /** Domains of revisions above `after`, by revision. */
  following(after: number, limit: number): readonly DomainRow[];
}

export function rowReader(db: DatabaseSync): RowReader {
  const domainBy = (condition: string): StatementSync =>
    arrays(db.prepare(`SELECT ${DOMAIN_COLUMNS}, crc FROM domain WHERE ${condition}`));
  const sql = {
    id: domainBy('id = ?'),
    revision: domainBy('revision = ?'),
    following: domainBy('revision > ? ORDER BY revision LIMIT ?'),
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

  return {
    ...documentRows(db),
    ...linkRows(db),
    ...rankRows(db),
    domain,
    following: (after, limit) =>
      rowsOf(sql.following, after, limit).map((row) => checkedDomain(row, `after revision ${after}`)),
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
      facts: factsOfRow({ facts: own }),
      ...(rendered === null ? {} : { rendered }),
    })),
  };
}

/** Number of domains that are read at a time. */
const BATCH = 1_000;

/** Revisions above `after`, up to `upTo`. */
export interface RevisionRange {
  readonly after: number;
  readonly upTo: number;
}

/** All rows of table `domain`, by revision. */
export function allDomains(db: DatabaseSync): Iterable<DomainRow> {
  return domainsBetween(db, { after: -1, upTo: Infinity });
}

/** The rows of table `domain` of these revisions, by revision. */
export function* domainsBetween(db: DatabaseSync, { after, upTo }: RevisionRange): Generator<DomainRow> {
  const rows = rowReader(db);
  for (let last = after; ;) {
    const batch = rows.following(last, BATCH).filter(({ revision }) => revision <= upTo);
    const end = batch.at(-1);
    if (end === undefined) return;
    yield* batch;
    last = end.revision;
  }
}

/*
 * JSON of rows. Its form is not checked again: the row's checksum was right, so a program that writes the same schema wrote
 * it, since another schema is refused.
 */
export function siteFactsIn(json: string): SiteFacts {
  return JSON.parse(json) as SiteFacts;
}

export function pageVersionIn(json: string): PageVersion {
  return JSON.parse(json) as PageVersion;
}
