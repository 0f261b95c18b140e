import type { DatabaseSync } from 'node:sqlite';
import { compareCodePoints, homeFirst, ORDER_FIELDS } from '@sitegrep/site';
import { damaged, damagedIndex } from '../failure.ts';
import { blockReader } from '../domains/block-rows.ts';
import { keyOf, listOf } from '../domains/order/key.ts';
import { openLists } from '../domains/order/lists.ts';
import { rankBy, requireRank } from '../domains/ranked-rows.ts';
import { verifyReferrals } from '../domains/ranks.ts';
import { type PageRow, sizesOf } from '../domains/page-rows.ts';
import { rankCheck } from '../domains/rank-rows.ts';
import { allDomains, type DomainRow, labelledDocument, rowReader } from '../domains/rows.ts';
import { requireBuilt, stateReader, SUM_MODULUS } from '../domains/state.ts';
import { openFullTextCheck } from './verify-full-text.ts';
import { openLabelCheck, verifyLabelLists } from './verify-labels.ts';

export interface VerifiedRows {
  readonly domains: number;
  readonly pages: number;
  /** Bytes of the stored sources, compressed, and of screenshots. */
  readonly bytes: number;
}

/**
 * Reads every row of domains.sqlite and compares it with its checksum, the order lists, the labels and the full text with the rows,
 * and the sums with the rows' number and size; and lets SQLite check its pages.
 *
 * @param report bytes of sources and screenshots that were read, of how many
 * @throws StorageCorrupt at the first fault; StorageMisconfigured if a rebuild was interrupted; what `report` throws
 */
export function verifyRows(db: DatabaseSync, report: (done: number, of: number) => void): VerifiedRows {
  const state = stateReader(db)();
  requireBuilt(state);
  const rows = rowReader(db);
  const labels = openLabelCheck(db);
  using fullText = openFullTextCheck(db);
  const found = { domains: 0, pages: 0, screenshots: 0, sourceBytes: 0, bytes: 0, idSum: 0, revisionSum: 0 };
  for (const row of allDomains(db)) {
    const facts = rows.facts(row);
    requireRank(db, row, rankBy(rows, row.domain));
    found.domains++;
    found.idSum = (found.idSum + row.id) % SUM_MODULUS;
    found.revisionSum = (found.revisionSum + row.revision) % SUM_MODULUS;
    const pages: PageRow[] = [];
    const { home } = rows.summary(row);
    for (const page of rows.pages(row)) {
      found.pages++;
      const { source, compressed } = sizesOf(page);
      found.sourceBytes += source;
      found.bytes += compressed;
      if (rows.screenshots(page) !== null) found.screenshots++;
      pages.push(page);
    }
    requireInOrder(db, row, home, pages);
    labels.check(row, labelledDocument(row, facts, pages));
    if (state.hasFullText) fullText.check(row, pages);
    report(found.bytes, state.compressedBytes);
  }
  requireDomains(db, found.domains, state.domains);
  if (state.hasFullText) fullText.end(state);
  if (
    found.pages !== state.pages ||
    found.sourceBytes !== state.sourceBytes ||
    found.bytes !== state.compressedBytes ||
    found.idSum !== state.idSum ||
    found.revisionSum !== state.revisionSum
  ) {
    throw damaged(db, 'the sums in table state are not those of the stored pages');
  }
  for (const [table, count] of [
    ['domain', state.domains],
    ['domain_facts', state.domains],
    ['linked', state.domains],
    ['label', state.domains],
    ['rank', state.ranks],
    ['page', state.pages],
    ['screenshot', found.screenshots],
    ['page_text', state.hasFullText ? state.pages : 0],
  ] as const) {
    const stored = Number(db.prepare(`SELECT count(*) AS count FROM ${table} NOT INDEXED`).get()?.['count']);
    if (stored !== count) throw damaged(db, `table ${table} has ${stored} rows, and should have ${count}`);
  }
  verifyLists(db, state.domains);
  verifyLabelLists(db, state);
  verifyRanks(db);
  verifyReferrals(db);
  verifyConfirmed(db);
  verifyBlocks(db);
  const [problem] = db.prepare('PRAGMA integrity_check(1)').all();
  if (problem?.['integrity_check'] !== 'ok') throw damaged(db, String(problem?.['integrity_check']));
  const { domains, pages, bytes } = found;
  return { domains, pages, bytes };
}

/** @throws StorageCorrupt if pages are not in the order of their URLs, or another one is the home page */
function requireInOrder(
  db: DatabaseSync,
  { domain }: DomainRow,
  home: number,
  pages: readonly PageRow[],
): void {
  const isOrdered = pages.every(
    ({ url }, at) => at === 0 || compareCodePoints(pages[at - 1]?.url ?? '', url) < 0,
  );
  if (isOrdered && homeFirst(domain, pages)[0]?.id === home) return;
  throw damaged(db, `the pages of ${domain} in table domain_facts are not in order`);
}

/** @throws StorageCorrupt if more or fewer domains were found than there are */
export function requireDomains(db: DatabaseSync, found: number, expected: number): void {
  if (found !== expected) {
    throw damaged(db, `table domain has ${found} domains to be found, and should have ${expected}`);
  }
}

function verifyLists(db: DatabaseSync, domains: number): void {
  const rows = rowReader(db);
  const lists = openLists(db, () => {});
  for (const field of ORDER_FIELDS) {
    let count = 0;
    let last: Buffer | null = null;
    for (const { key, id, revision } of lists.ascending(listOf(field), Buffer.alloc(0), null, () => true)) {
      const row = rows.domain('id', id);
      if (row.revision !== revision || Buffer.compare(keyOf(row, field), key) !== 0) {
        throw damagedIndex(db, `the order by ${field} has another row ${id} than table domain`);
      }
      if (last !== null && Buffer.compare(last, key) >= 0) {
        throw damagedIndex(db, `the order by ${field} is not in order at ${row.domain}`);
      }
      last = key;
      count++;
    }
    if (count !== domains) {
      throw damagedIndex(db, `the order by ${field} has ${count} domains, and should have ${domains}`);
    }
  }
}

function verifyRanks(db: DatabaseSync): void {
  for (const { domain, rank, crc } of db.prepare('SELECT domain, rank, crc FROM rank').iterate()) {
    if (rankCheck(String(domain), Number(rank)) !== crc) {
      throw damaged(db, `the checksum of the rank of ${String(domain)} in table rank is wrong`);
    }
  }
}

function verifyConfirmed(db: DatabaseSync): void {
  const rows = rowReader(db);
  for (const { domain } of db.prepare('SELECT domain FROM confirmed').iterate())
    rows.confirmed(String(domain));
}

/** Number of blocks that are read at a time. */
const BLOCKS_AT_A_TIME = 10_000;

function verifyBlocks(db: DatabaseSync): void {
  const blocks = blockReader(db);
  for (let last: string | undefined = ''; last !== undefined;) {
    last = blocks.following(last, BLOCKS_AT_A_TIME).at(-1)?.domain;
  }
}
