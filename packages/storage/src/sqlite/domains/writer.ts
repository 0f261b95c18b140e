import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  labelsOf,
  linkTargets,
  orderValues,
  registrableDomain,
  type PageRecord,
  type Source,
} from '@sitegrep/site';
import type { DomainBlock, DomainIndex, DomainPut, DomainRank, NewBlock, PutResult } from '../../domains.ts';
import type { InThread } from '../../thread/thread.ts';
import { damaged } from '../failure.ts';
import { type BlockReader, blockReader, type BlockWriter, blockWriter } from './block-rows.ts';
import { type LabelWriter, labelWriter } from './labels/label-writer.ts';
import { chooseFullText, type FullTextWriter, fullTextWriter } from './full-text/writer.ts';
import { type ListChanges, listChanges } from './order/changes.ts';
import { openReferrals, type RankedRows, rankedRows, type Referrals, requireRank } from './ranks.ts';
import {
  confirmedCheck,
  DOMAIN_COLUMNS,
  domainCheck,
  type DomainRow,
  domainValues,
  factsCheck,
  type Linked,
  linkedCheck,
  MAX_PAGES,
  packSummary,
  type PagesSummary,
  rankCheck,
  rowReader,
  type RowReader,
} from './rows.ts';
import {
  PAGE_COLUMNS,
  pageCheck,
  pageRow,
  pageValues,
  shownSource,
  sizesOf,
  type StorableSources,
  storableSources,
} from './page-rows.ts';
import { type StateKeeper, stateKeeper } from './state.ts';
import { type IndexedDocument, openTextWriter, type TextWriter } from './text-writer.ts';
import type { Participant, Service } from '../serve.ts';
import { openMark } from './commit-mark.ts';
import { openDomains } from './database.ts';
import { segmentsFolder, type DomainThreadData } from './options.ts';

/** The calls of the writer thread. Each must run inside a write transaction. */
export type WriterCalls = InThread<Pick<DomainIndex, 'put' | 'confirm' | 'delete' | 'setRanks'>> & {
  block(block: NewBlock): DomainBlock;
  takeDown(block: NewBlock): { readonly block: DomainBlock; readonly removed: boolean };
  unblock(domain: string): DomainBlock | null;
};

interface WriterParts {
  readonly rows: RowReader;
  readonly texts: TextWriter;
  readonly state: StateKeeper;
  readonly lists: ListChanges;
  readonly labels: LabelWriter;
  readonly fullText: FullTextWriter;
  readonly ranked: RankedRows;
  readonly referrals: Referrals;
  readonly blocks: BlockReader & BlockWriter;
}

function createWriter(db: DatabaseSync, parts: WriterParts): WriterCalls {
  const { rows, texts, state, lists, labels, fullText, ranked, referrals, blocks } = parts;
  const sql = {
    lastId: db.prepare('SELECT max(id) AS id FROM domain'),
    insert: db.prepare(
      `INSERT INTO domain (${DOMAIN_COLUMNS}, crc) VALUES (${DOMAIN_COLUMNS.replaceAll(/\w+/g, '?')}, ?)`,
    ),
    insertFacts: db.prepare('INSERT INTO domain_facts (id, facts, crc, pages) VALUES (?, ?, ?, ?)'),
    insertPage: db.prepare(
      `INSERT INTO page (${PAGE_COLUMNS}) VALUES (${PAGE_COLUMNS.replaceAll(/\w+/g, '?')})`,
    ),
    insertScreenshot: db.prepare('INSERT INTO screenshot (id, thumbnail, "full") VALUES (?, ?, ?)'),
    insertLinked: db.prepare('INSERT INTO linked (id, registrable, targets, crc) VALUES (?, ?, ?, ?)'),
    removePage: db.prepare('DELETE FROM page WHERE id = ?'),
    removeScreenshots: db.prepare('DELETE FROM screenshot WHERE id >= ? AND id < ?'),
    removeDomain: db.prepare('DELETE FROM domain WHERE id = ?'),
    removeFacts: db.prepare('DELETE FROM domain_facts WHERE id = ?'),
    removeLinked: db.prepare('DELETE FROM linked WHERE id = ?'),
    confirm: db.prepare('INSERT OR REPLACE INTO confirmed (domain, revision, at, crc) VALUES (?, ?, ?, ?)'),
    dropConfirmed: db.prepare('DELETE FROM confirmed WHERE domain = ?'),
    setRank: db.prepare(
      `INSERT INTO rank (domain, rank, crc) VALUES (?, ?, ?)
       ON CONFLICT (domain) DO UPDATE SET rank = excluded.rank, crc = excluded.crc`,
    ),
    dropRank: db.prepare('DELETE FROM rank WHERE domain = ?'),
  };

  function newId(): number {
    const last = Number(sql.lastId.get()?.['id']);
    return last + MAX_PAGES;
  }

  function count(sign: 1 | -1, { sourceBytes, compressedBytes, checks }: PagesSummary): void {
    const before = state.get();
    state.change({
      domains: before.domains + sign,
      pages: before.pages + sign * checks.length,
      sourceBytes: before.sourceBytes + sign * sourceBytes,
      compressedBytes: before.compressedBytes + sign * compressedBytes,
    });
  }

  function removeRow(statement: StatementSync, id: number): void {
    if (Number(statement.run(id).changes) !== 1) {
      throw damaged(db, `a row with id ${id} is missing ("${statement.sourceSQL}")`);
    }
  }

  function remove(row: DomainRow): void {
    const summary = rows.summary(row);
    for (const slot of summary.checks.keys()) removeRow(sql.removePage, row.id + slot);
    sql.removeScreenshots.run(row.id, row.id + MAX_PAGES);
    removeRow(sql.removeDomain, row.id);
    removeRow(sql.removeFacts, row.id);
    removeRow(sql.removeLinked, row.id);
    sql.dropConfirmed.run(row.domain);
    lists.remove(row);
    labels.remove(row.revision);
    if (state.get().hasFullText) fullText.remove(row, summary.checks.length);
    count(-1, summary);
  }

  function indexed({ revision }: DomainRow): IndexedDocument {
    return { revision, isRendered: labels.has(revision, 'has', 'rendered') };
  }

  /** Revisions of all domains are counted together, so the revision of a deleted domain is never used again. */
  function nextRevision(): number {
    const lastRevision = state.get().lastRevision + 1;
    state.change({ lastRevision });
    return lastRevision;
  }

  function insertPages(
    id: number,
    pages: readonly (readonly [PageRecord<Source>, StorableSources])[],
  ): PagesSummary {
    let [sourceBytes, compressedBytes] = [0, 0];
    const checks = pages.map(([page, sources], slot) => {
      const row = pageRow(id + slot, page, sources);
      sql.insertPage.run(...pageValues(row));
      const screenshot = page.rendered?.screenshot;
      if (screenshot !== undefined) {
        sql.insertScreenshot.run(row.id, screenshot.thumbnail, screenshot.full);
      }
      const { source, compressed } = sizesOf(row);
      sourceBytes += source;
      compressedBytes += compressed;
      return pageCheck(row);
    });
    return { sourceBytes, compressedBytes, checks };
  }

  function insertLinked(row: DomainRow, { registrable, targets }: Linked): void {
    const json = JSON.stringify(targets);
    sql.insertLinked.run(row.id, registrable, json, linkedCheck(row, registrable, json));
  }

  function put({ document, ifRevision }: DomainPut): PutResult {
    const { pages, facts } = document;
    const domain = document.domain.toWellFormed();
    const block = blocks.covering(domain);
    if (block !== null) return { stored: false, block };
    const existing = ranked.find(domain);
    if (ifRevision !== undefined && ifRevision !== (existing?.revision ?? null)) {
      return { stored: false, block: null };
    }
    const rank = ranked.rankOf(domain);
    if (existing !== null) requireRank(db, existing, rank);
    const linkedBefore = existing === null ? null : rows.linked(existing);
    const replaced = existing === null ? null : indexed(existing);
    if (existing !== null) remove(existing);
    const row: DomainRow = {
      id: existing?.id ?? newId(),
      revision: nextRevision(),
      ...orderValues({ domain, rank, facts }),
    };
    const values = domainValues(row);
    sql.insert.run(...values, domainCheck(values));
    const stored = pages.map((page) => [page, storableSources(page)] as const);
    const sources = stored.map(([, one]) => one);
    const summary = insertPages(row.id, stored);
    const json = JSON.stringify(facts);
    sql.insertFacts.run(row.id, json, factsCheck(row, json), packSummary(row, summary));
    const linked = linkedOf(domain, document);
    insertLinked(row, linked);
    lists.add(row);
    labels.add(row.revision, labelsOf({ ...document, domain }));
    if (state.get().hasFullText) fullText.add(row, pages, sources.map(shownSource));
    count(1, summary);
    referrals.change(domain, linkedBefore, linked);
    texts.change(row.revision, replaced, sources);
    return { stored: true, revision: row.revision };
  }

  function removeDocument(domain: string): boolean {
    const existing = ranked.find(domain);
    if (existing === null) return false;
    const linked = rows.linked(existing);
    const removed = indexed(existing);
    remove(existing);
    texts.change(nextRevision(), removed, null);
    referrals.change(domain, linked, null);
    return true;
  }

  function setRank({ domain, rank }: DomainRank): void {
    // If the domain is not indexed, nothing else changes, but the commit must be counted.
    const known = rows.rank(domain) === 0 ? 0 : 1;
    state.change({ ranks: state.get().ranks - known + (rank === 0 ? 0 : 1) });
    if (rank === 0) sql.dropRank.run(domain);
    else sql.setRank.run(domain, rank, rankCheck(domain, rank));
    const row = ranked.find(domain);
    if (row !== null) ranked.setRank(row, ranked.rankOf(domain));
  }

  return {
    put(documents) {
      const tooLarge = documents.find(({ document }) => document.pages.length > MAX_PAGES)?.document;
      if (tooLarge !== undefined) {
        throw new RangeError(
          `${tooLarge.domain} has ${tooLarge.pages.length} pages; the maximum is ${MAX_PAGES}`,
        );
      }
      return documents.map(put);
    },
    confirm(domain, visit) {
      if (ranked.find(domain)?.revision !== visit.revision) return false;
      // Nothing else changes, but the commit must be counted.
      state.change({});
      sql.confirm.run(domain, visit.revision, visit.at, confirmedCheck(domain, visit));
      return true;
    },
    delete: removeDocument,
    setRanks(ranks) {
      for (const { domain, rank } of ranks) setRank({ domain: domain.toWellFormed(), rank });
    },
    block: (block) => blocks.set(block, false),
    takeDown: (block) => ({ block: blocks.set(block, true), removed: removeDocument(block.domain) }),
    unblock: (domain) => blocks.remove(domain),
  };
}

/** The targets of a document, as texts that SQLite gives back unchanged. */
function linkedOf(domain: string, { pages }: DomainPut['document']): Linked {
  const targets = linkTargets({ domain, pages }).map((target) => target.toWellFormed());
  return { registrable: registrableDomain(domain), targets: [...new Set(targets)] };
}

/** Opens domains.sqlite and the segments beside it for writing. @throws StorageCorrupt, StorageMisconfigured; errors of SQLite */
export function openWriter({ file, texts: options, fullText: wantsFullText }: DomainThreadData): Service & {
  readonly calls: WriterCalls;
  readonly participant: Participant;
} {
  const db = openDomains(file);
  try {
    const state = stateKeeper(db);
    chooseFullText(db, state, wantsFullText);
    const texts = openTextWriter(state, { ...options, folder: segmentsFolder(file) });
    const lists = listChanges(db, state);
    const labels = labelWriter(db, state);
    const fullText = fullTextWriter(db, state);
    const rows = rowReader(db);
    const ranked = rankedRows(db, rows, lists);
    const referrals = openReferrals(db, rows, ranked);
    const reader = blockReader(db);
    const blocks = { ...reader, ...blockWriter(db, reader, state) };
    const calls = createWriter(db, {
      rows,
      texts,
      state,
      lists,
      labels,
      fullText,
      ranked,
      referrals,
      blocks,
    });
    const mark = openMark(file, state.get().commits);
    let commit: number | null = null;
    const participant: Participant = {
      prepare() {
        referrals.write();
        lists.write();
        labels.write();
        texts.prepare();
        commit = state.write();
      },
      committed() {
        if (commit !== null) mark.write(commit);
        commit = null;
        texts.committed();
      },
      rolledBack() {
        referrals.discard();
        lists.discard();
        state.discard();
        commit = null;
        texts.rolledBack();
      },
      ready: () => texts.ready(),
      async close() {
        try {
          await texts.close();
        } finally {
          mark.close();
        }
      },
    };
    return { db, calls, participant };
  } catch (error) {
    db.close();
    throw error;
  }
}
