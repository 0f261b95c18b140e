import type { DatabaseSync } from 'node:sqlite';
import { ORDER_FIELDS } from '@sitegrep/site';
import { MAX_LISTS } from '../../lists/domain-lists.ts';
import { damaged, damagedIndex } from '../failure.ts';
import { blockReader } from '../domains/block-rows.ts';
import { DOCUMENTS, labelRows } from '../domains/labels/label-rows.ts';
import { listReader } from '../domains/lists/list-rows.ts';
import { keyOf, listOf } from '../domains/order/key.ts';
import { openLists } from '../domains/order/lists.ts';
import { verifyReferrals } from '../domains/ranks.ts';
import { rankCheck } from '../domains/rank-rows.ts';
import { rowReader } from '../domains/rows.ts';
import type { State } from '../domains/state.ts';
import type { DomainSums } from './verify-domains.ts';
import { verifyChanges } from './verify-changes.ts';
import { verifyLabelLists } from './verify-labels.ts';
import { verifySearches } from './verify-searches.ts';

/**
 * Compares the tables of domains.sqlite with the sums over all domains, as far as that needs nothing that is slow.
 *
 * @throws StorageCorrupt at the first fault
 */
export function requireSums(db: DatabaseSync, found: DomainSums, state: State): void {
  requireDomains(db, found.domains, state.domains);
  if (
    found.pages !== state.pages ||
    found.sourceBytes !== state.sourceBytes ||
    found.bytes !== state.compressedBytes ||
    found.idSum !== state.idSum ||
    found.revisionSum !== state.revisionSum ||
    found.versions.bytes !== state.versionBytes
  ) {
    throw damaged(db, 'the sums in table state are not those of the stored pages');
  }
  if (found.versions.pasts !== state.pasts || found.versions.versions !== state.versions) {
    throw damaged(
      db,
      `table past has ${found.versions.pasts} pages with ${found.versions.versions} versions of stored domains, and should have ${state.pasts} and ${state.versions}`,
    );
  }
  for (const [table, count] of [
    ['domain', state.domains],
    ['domain_facts', state.domains],
    ['linked', state.domains],
    ['label', state.domains],
    ['change', state.changes],
    ['past', state.pasts],
    ['version', state.versions],
    ['seen', found.versions.seen],
    ['rank', state.ranks],
    ['search', state.searches],
    ['fulfilled', state.fulfilled],
    ['search_event', state.searchEvents],
    ['page', state.pages],
    ['screenshot', found.screenshots],
    ['page_text', state.hasFullText ? state.pages : 0],
  ] as const) {
    const stored = Number(db.prepare(`SELECT count(*) AS count FROM ${table} NOT INDEXED`).get()?.['count']);
    if (stored !== count) throw damaged(db, `table ${table} has ${stored} rows, and should have ${count}`);
  }
}

/**
 * Compares the order lists and the lists by label with the rows, and the rows of changes, ranks, referrers, visits, blocks, lists of domains
 * and saved searches with their checksums.
 *
 * @throws StorageCorrupt at the first fault
 */
export function verifyTables(db: DatabaseSync, state: State): void {
  verifyLists(db, state.domains);
  verifyLabelLists(db, DOCUMENTS, labelRows(db), state.labelled);
  verifyChanges(db, state);
  verifyRanks(db);
  verifyReferrals(db);
  verifyConfirmed(db);
  verifyBlocks(db);
  verifyDomainLists(db);
  verifySearches(db, state);
}

/** @throws StorageCorrupt if SQLite finds a fault in the pages of the file */
export function verifyDatabasePages(db: DatabaseSync): void {
  const [problem] = db.prepare('PRAGMA integrity_check(1)').all();
  if (problem?.['integrity_check'] !== 'ok') throw damaged(db, String(problem?.['integrity_check']));
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

function verifyDomainLists(db: DatabaseSync): void {
  const reader = listReader(db);
  const numbers = new Set<number>();
  for (const row of reader.following('', MAX_LISTS)) {
    numbers.add(row.number);
    let domains = 0;
    let last = '';
    for (const [index, first] of reader.firsts(row).entries()) {
      const names = reader.chunk(row, index);
      if (names[0] !== first || names.some((name, at) => name <= (names[at - 1] ?? last)))
        throw damaged(db, `the names of the list ${row.id} in table list_chunk are not in order`);
      domains += names.length;
      last = names.at(-1) ?? last;
    }
    if (domains !== row.domains)
      throw damaged(db, `the list ${row.id} has ${domains} names, and should have ${row.domains}`);
  }
  for (const { list } of db.prepare('SELECT DISTINCT list FROM list_chunk').iterate()) {
    if (!numbers.has(Number(list)))
      throw damaged(db, `table list_chunk has names of a list that does not exist`);
  }
}
